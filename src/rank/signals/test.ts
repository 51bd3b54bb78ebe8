import { askedFor } from './asked-for.ts';
import type { SignalRule } from './signal-rule.ts';

/** Penalty: the file is a test. Its weight depends on the phase. */
export const TEST: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence, query }) => {
    const factor = askedFor(evidence, query, /\b(?:tests?|specs?|fixtures?|mocks?)\b/i);
    return ({ file }) => (file.kind === 'test' ? factor(file.id) : 0);
  },
};
