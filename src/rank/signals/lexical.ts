import { bestByChunk, hitsOf, overMax } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** BM25F of the chunk over the best. */
export const LEXICAL: SignalRule = {
  level: 'chunk',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const value = overMax(bestByChunk(hitsOf(evidence, 'lexical')));
    return (chunk) => value(chunk.id);
  },
};
