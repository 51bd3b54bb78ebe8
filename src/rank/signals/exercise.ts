import { scoreBy } from './retrieved.ts';

/** BM25F of the chunk for the names that the failing tests use, over the best. */
export const EXERCISE = scoreBy('exercise');
