import type { LexicalOptions } from '../../core/index.ts';

/**
 * Field weights and BM25 constants found by search over three sets of real tasks (commit messages, issues, short
 * questions); the weight of `history` is a start that has not been tuned.
 */
export const DEFAULT_LEXICAL: Omit<LexicalOptions, 'limit'> = {
  fieldWeights: { path: 8, symbol: 4, signature: 2, doc: 0.7, body: 1, history: 0.5 },
  k1: 1.8,
  b: 0.5,
};
