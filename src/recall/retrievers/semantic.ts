import { acceptsId, type RetrieverRule } from './retriever-input.ts';

/** Beyond these the order of cosines is noise. */
const LIMIT = 300;

/** The chunks whose embedding is nearest to the task's. */
export const recallSemantic: RetrieverRule = (input) => {
  if (input.vector === null) return { hits: [] };
  const nearest = input.snapshot.nearest(input.vector, LIMIT);
  return {
    hits: nearest
      .filter((hit) => hit.score > 0 && acceptsId(input, hit.file))
      .map(({ chunk, file, score }) => ({ chunk, file, retriever: 'semantic', score, matched: [] })),
    semanticFloor: nearest.length < LIMIT ? 0 : Math.max(0, nearest.at(-1)?.score ?? 0),
  };
};
