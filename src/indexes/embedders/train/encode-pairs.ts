import { hashedVector, hashedWeight } from '../hashed-token.ts';
import { forEachWord, subWords } from '../sub-words.ts';
import type { TextPair } from './symbol-pairs.ts';

/** Rows of the table and how much of each, for texts one after another: text i is `starts[i]` … `starts[i + 1]`. */
export interface EncodedTexts {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
  readonly amounts: Float32Array;
  /** Equal for equal texts. */
  readonly ids: Uint32Array;
}

export interface EncodedPairs {
  readonly queries: EncodedTexts;
  readonly codes: EncodedTexts;
  /** Pairs of one group stand together: group g is `groups[g]` … `groups[g + 1]`. */
  readonly groups: readonly number[];
  /** Sub-words of the rows that are learned; the rows after them are those of rarer sub-words and stay. */
  readonly tokens: readonly string[];
  readonly matrix: Float32Array;
}

export interface VocabularySize {
  readonly dimensions: number;
  /** Sub-words that get a row of their own. */
  readonly rows: number;
}

/** Texts with it below which nothing can be learned of a sub-word. */
const MIN_TEXTS = 4;
/** Rarer sub-words that still take part with the vector of their hash. */
const MAX_FROZEN = 100_000;

/** What a unit vector is in the units of `hashedWeight` × `hashedVector`. */
export function unitOf(dimensions: number): number {
  return 64 * 20 * Math.sqrt(dimensions);
}

export function encodePairs(
  groups: readonly (readonly TextPair[])[],
  { dimensions, rows }: VocabularySize,
): EncodedPairs {
  const pairs = groups.flat();
  const queries = pairs.map(({ query }) => query);
  const codes = pairs.map(({ code }) => code);
  const ranked = rankTokens([...queries, ...codes]);
  const learned = ranked.findIndex(([, texts]) => texts < MIN_TEXTS);
  const tokens = ranked.slice(0, Math.min(rows, learned < 0 ? ranked.length : learned)).map(([t]) => t);
  const all = ranked.slice(0, tokens.length + MAX_FROZEN).map(([token]) => token);
  const rowOf = new Map(all.map((token, row) => [token, row]));
  let end = 0;
  return {
    queries: encodeTexts(queries, rowOf),
    codes: encodeTexts(codes, rowOf),
    groups: [
      0,
      ...groups.map(({ length }) => {
        end += length;
        return end;
      }),
    ],
    tokens,
    matrix: startMatrix(all, dimensions),
  };
}

/** Sub-words with the number of texts that have them, most first, then by their letters. */
function rankTokens(texts: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const token of tokenCounts(text).keys()) counts.set(token, (counts.get(token) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

function tokenCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  forEachWord(text, (word) => {
    for (const token of subWords(word)) counts.set(token, (counts.get(token) ?? 0) + 1);
  });
  return counts;
}

function encodeTexts(texts: readonly string[], rowOf: ReadonlyMap<string, number>): EncodedTexts {
  const starts = new Uint32Array(texts.length + 1);
  const rows: number[] = [];
  const amounts: number[] = [];
  const known = new Map<string, number>();
  const ids = new Uint32Array(texts.length);
  texts.forEach((text, i) => {
    const id = known.get(text) ?? known.size;
    known.set(text, id);
    ids[i] = id;
    for (const [token, count] of tokenCounts(text)) {
      const row = rowOf.get(token);
      if (row === undefined) continue;
      rows.push(row);
      amounts.push(Math.sqrt(count * Math.sqrt(count)));
    }
    starts[i + 1] = rows.length;
  });
  return { starts, rows: Uint32Array.from(rows), amounts: Float32Array.from(amounts), ids };
}

/** Training begins with the hashed vectors: shared words match from the start. */
function startMatrix(tokens: readonly string[], dimensions: number): Float32Array {
  const unit = unitOf(dimensions);
  const matrix = new Float32Array(tokens.length * dimensions);
  tokens.forEach((token, row) => {
    const scale = hashedWeight(token) / unit;
    const vector = hashedVector(token, dimensions);
    for (let i = 0; i < dimensions; i++) matrix[row * dimensions + i] = (vector[i] ?? 0) * scale;
  });
  return matrix;
}
