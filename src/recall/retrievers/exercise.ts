import { acceptsId, type RetrieverRule } from './retriever-input.ts';

/** Other tests use the same names and are left out: more are asked for than are wanted. */
const REACH = 2_000;
const LIMIT = 300;
/** Failing tests that are read: the first of a longer list have in common what matters. */
const TESTS = 12;
/** Names taken from the tests together. */
const NAMES = 80;

/**
 * BM25F over chunks of sources with the names that the failing tests use: a list of failing tests says little, the
 * tests themselves name what they exercise.
 */
export const recallExercise: RetrieverRule = (input) => {
  const { snapshot } = input;
  const tests = input
    .failingTests()
    .slice(0, TESTS)
    .flatMap(({ chunk }) => snapshot.chunk(chunk) ?? []);
  const names = new Set(tests.flatMap((test) => snapshot.symbols.namesOn(test.file.id, test)));
  if (names.size === 0) return { hits: [] };
  const text = [...names].slice(0, NAMES).join(' ');
  const found = snapshot.lexical([{ text, weight: 1 }], { ...input.lexical, limit: REACH, named: LIMIT });
  return {
    hits: found
      .filter(
        ({ score, file }) => score > 0 && snapshot.files[file]?.kind !== 'test' && acceptsId(input, file),
      )
      .slice(0, LIMIT)
      .map(({ chunk, file, score, terms }) => ({
        chunk,
        file,
        retriever: 'exercise',
        score,
        matched: terms,
      })),
  };
};
