import { askedFor } from './asked-for.ts';
import type { SignalRule } from './signal-rule.ts';

/** Penalty: the file is a copy of someone else's. */
export const VENDOR: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence, query }) => {
    const factor = askedFor(evidence, query, null);
    return ({ file }) => (file.kind === 'vendor' ? factor(file.id) : 0);
  },
};
