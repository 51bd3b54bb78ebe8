import type { ImportStyle } from '../../../core/index.ts';
import { cratePath } from './crate-path.ts';
import { dottedModule } from './dotted-module.ts';
import { dottedPackage } from './dotted-package.ts';
import type { ImportResolver } from './import-resolver.ts';
import { include } from './include.ts';
import { packagePath } from './package-path.ts';
import { relativePath } from './relative-path.ts';
import { requirePath } from './require-path.ts';

const noImports: ImportResolver = {
  resolve: () => null,
  canReach: () => false,
  join: () => null,
  localName: () => null,
  bareImportOpens: false,
};

/** One resolver for each way in which an import can name files. */
export const IMPORT_RESOLVERS: Readonly<Record<ImportStyle, ImportResolver>> = {
  'relative-path': relativePath,
  'dotted-module': dottedModule,
  'package-path': packagePath,
  'dotted-package': dottedPackage,
  'crate-path': cratePath,
  include,
  'require-path': requirePath,
  none: noImports,
};

export type { ImportContext, ImportResolver, ModuleTarget } from './import-resolver.ts';
