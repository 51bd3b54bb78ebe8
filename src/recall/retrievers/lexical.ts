import { acceptsId, type RetrieverRule } from './retriever-input.ts';

/** Scores are asked for deeper than candidates are wanted: see `recall`. */
const REACH = 4;
/** Hits whose terms are worth knowing: those that people may be shown. */
const NAMED = 150;

/** BM25F over chunks with every term of the task. */
export const recallLexical: RetrieverRule = (input) => ({
  hits: input.snapshot
    .lexical(input.query.spans, {
      ...input.lexical,
      limit: REACH * input.lexical.limit,
      named: NAMED,
    })
    .filter((hit) => hit.score > 0 && acceptsId(input, hit.file))
    .map(({ chunk, file, score, terms }) => ({ chunk, file, retriever: 'lexical', score, matched: terms })),
});
