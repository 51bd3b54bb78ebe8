import { acceptsId, type RetrieverRule } from './retriever-input.ts';

const LIMIT = 300;

/**
 * BM25F over chunks with the subject line of a longer task alone: what follows it (steps, logs, stacks) has many
 * more words and drowns the few that say what it is about.
 */
export const recallSubject: RetrieverRule = (input) => {
  const { subject, spans } = input.query;
  if (subject === '' || spans.length < 2) return { hits: [] };
  const hits = input.snapshot.lexical([{ text: subject, weight: 1 }], {
    ...input.lexical,
    limit: LIMIT,
    named: LIMIT,
  });
  return {
    hits: hits
      .filter((hit) => hit.score > 0 && acceptsId(input, hit.file))
      .map(({ chunk, file, score, terms }) => ({ chunk, file, retriever: 'subject', score, matched: terms })),
  };
};
