import { scoreBy } from './retrieved.ts';

/** BM25F of the chunk over the best. */
export const LEXICAL = scoreBy('lexical');
