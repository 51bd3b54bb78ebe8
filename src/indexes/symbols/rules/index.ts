import type { Provenance } from '../../../core/index.ts';
import { ambiguous } from './ambiguous.ts';
import { importResolved } from './import-resolved.ts';
import type { Rule } from './rule.ts';
import { sameFile } from './same-file.ts';
import { samePackage } from './same-package.ts';
import { uniqueName } from './unique-name.ts';

/** Tried in this order: the first that places a name decides. */
export const RULES: Readonly<Record<Provenance, Rule>> = {
  'same-file': sameFile,
  'import-resolved': importResolved,
  'same-package': samePackage,
  'unique-name': uniqueName,
  ambiguous,
};
