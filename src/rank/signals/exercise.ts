import { bestByChunk, hitsOf, overMax } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** BM25F of the chunk for the names that the failing tests use, over the best. */
export const EXERCISE: SignalRule = {
  level: 'chunk',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const value = overMax(bestByChunk(hitsOf(evidence, 'exercise')));
    return (chunk) => value(chunk.id);
  },
};
