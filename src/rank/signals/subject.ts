import { bestByChunk, hitsOf, overMax } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** BM25F of the chunk for the first line of a longer task, over the best. */
export const SUBJECT: SignalRule = {
  level: 'chunk',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const value = overMax(bestByChunk(hitsOf(evidence, 'subject')));
    return (chunk) => value(chunk.id);
  },
};
