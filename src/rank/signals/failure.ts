import { hitsOf, withRest } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** The rest of a file on the stack against the frame's own chunk. */
const REST = 0.5;

/** 1 where a failure was thrown, less further out on the stack and in the failing test; half in the rest of the file. */
export const FAILURE: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const hits = hitsOf(evidence, 'failure');
    return withRest(hits, hits, REST);
  },
};
