import { askedFor } from './asked-for.ts';
import type { SignalRule } from './signal-rule.ts';

/** Penalty: the file is written by a program. */
export const GENERATED: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence, query }) => {
    const factor = askedFor(evidence, query, null);
    return ({ file }) => (file.kind === 'generated' ? factor(file.id) : 0);
  },
};
