import { scoreBy } from './retrieved.ts';

/** BM25F of the chunk for the first line of a longer task, over the best. */
export const SUBJECT = scoreBy('subject');
