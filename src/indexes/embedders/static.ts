import { CtxError, type Embedder, throwIfAborted } from '../../core/index.ts';
import type { StaticConfig } from './embedder-config.ts';
import { hashedVector, hashedWeight } from './hashed-token.ts';
import { forEachWord, subWords } from './sub-words.ts';
import { readTable, type TokenTable } from './token-table.ts';

/** Turns one text into a unit vector, or a zero vector when the text has no words. Pure; caches inside. */
export type StaticEmbed = (text: string) => Float32Array;

/** Which sub-words have which vectors: hashes alone, or a table before them. */
export type StaticModel = Omit<StaticConfig, 'kind'>;

const STATIC_DIMENSIONS = 128;

/**
 * The default embedder: `createStaticEmbed` behind the port. It needs no network. Fails with CONFIG_INVALID for
 * dimensions that are not a multiple of 32 in 32 … 1024, with EMBEDDER_UNAVAILABLE for a table that cannot be read.
 */
export function createStaticEmbedder(model: StaticModel = {}): Embedder {
  const table = tableOf(model);
  const dimensions = dimensionsOf(model, table);
  const embed = embedWith(dimensions, table);
  return {
    id: table === null ? hashedId(dimensions) : `static-table-1:${table.id}`,
    dimensions,
    label: labelOf(dimensions, table),
    cost: 'inline',
    async embed(texts, _purpose, signal) {
      throwIfAborted(signal);
      return texts.map(embed);
    },
    async close() {},
  };
}

function hashedId(dimensions: number): string {
  return dimensions === STATIC_DIMENSIONS ? 'static-hash-1' : `static-hash-1:${dimensions}`;
}

function labelOf(dimensions: number, table: TokenTable | null): string {
  return table === null
    ? `hashed sub-words, ${dimensions} dimensions: soft lexical matching, no model`
    : `a trained table of ${table.size} sub-words, ${dimensions} dimensions: soft lexical matching, no language model`;
}

const MAX_COUNT = 64;
const DAMPED = Float64Array.from({ length: MAX_COUNT + 1 }, (_, count) =>
  Math.sqrt(count * Math.sqrt(count)),
);

/**
 * An embedding function with caches of its own. The text's words are split into lower-case sub-words; each
 * distinct sub-word t with count n adds w(t) · n^¾ · v(t). Where the table has no row of t, v(t) is a pseudo-random
 * ±1 vector from the hash of t plus those of its boundary-marked 4-grams, and w(t) is small for very common and very
 * short sub-words. Random vectors of distinct features are nearly orthogonal, so the cosine of two texts estimates
 * their weighted overlap (random indexing: Kanerva, Kristoferson & Holst 2000; sub-word n-grams: Bojanowski et al.
 * 2017). All arithmetic before the final normalisation is on integers: every machine gives the same bytes.
 */
export function createStaticEmbed(model: StaticModel = {}): StaticEmbed {
  const table = tableOf(model);
  return embedWith(dimensionsOf(model, table), table);
}

function embedWith(dimensions: number, table: TokenTable | null): StaticEmbed {
  const vocabulary = createVocabulary(dimensions, table);
  const sums = new Int32Array(dimensions);
  const countWord = (word: string): void => {
    for (const token of vocabulary.tokensOf(word)) vocabulary.count(token);
  };
  return (text) => {
    sums.fill(0);
    forEachWord(text, countWord);
    vocabulary.drainInto(sums);
    return unitVector(sums);
  };
}

function tableOf({ table }: StaticModel): TokenTable | null {
  return table === undefined ? null : readTable(table);
}

function dimensionsOf({ dimensions = STATIC_DIMENSIONS }: StaticModel, table: TokenTable | null): number {
  if (table !== null) return table.dimensions;
  requireDimensions(dimensions);
  return dimensions;
}

/** Sub-words seen so far with their vectors; emptied when it holds more than this between two texts. */
const TOKEN_CAPACITY = 32_768;
const WORD_CAPACITY = 65_536;

interface Vocabulary {
  tokensOf(word: string): readonly number[];
  count(token: number): void;
  /** Adds the counted tokens' weighted vectors to `sums` and forgets the counts. */
  drainInto(sums: Int32Array): void;
}

function createVocabulary(dimensions: number, table: TokenTable | null): Vocabulary {
  const words = new Map<string, readonly number[]>();
  const tokens = new Map<string, number>();
  const weights: number[] = [];
  let vectors = new Int8Array(1024 * dimensions);
  let counts = new Uint8Array(1024);
  let counted: number[] = [];

  const addToken = (text: string): number => {
    const token = tokens.size;
    if (token === counts.length) {
      vectors = grown(vectors, new Int8Array(vectors.length * 2));
      counts = grown(counts, new Uint8Array(counts.length * 2));
    }
    tokens.set(text, token);
    const row = table === null ? -1 : table.rowOf(text);
    const learned = table !== null && row >= 0;
    weights.push(learned ? table.weight(row) : hashedWeight(text));
    vectors.set(learned ? table.vector(row) : hashedVector(text, dimensions), token * dimensions);
    return token;
  };
  const forget = (): void => {
    words.clear();
    tokens.clear();
    weights.length = 0;
  };

  return {
    tokensOf(word) {
      const known = words.get(word);
      if (known !== undefined) return known;
      const found = subWords(word).map((text) => tokens.get(text) ?? addToken(text));
      words.set(word, found);
      return found;
    },
    count(token) {
      const before = counts[token] ?? 0;
      if (before === 0) counted.push(token);
      if (before < MAX_COUNT) counts[token] = before + 1;
    },
    drainInto(sums) {
      for (const token of counted) {
        const weight = Math.round((weights[token] ?? 0) * (DAMPED[counts[token] ?? 0] ?? 0));
        addScaled(sums, vectors, token * dimensions, weight);
        counts[token] = 0;
      }
      counted = [];
      if (tokens.size > TOKEN_CAPACITY || words.size > WORD_CAPACITY) forget();
    },
  };
}

function addScaled(sums: Int32Array, vectors: Int8Array, offset: number, weight: number): void {
  for (let i = 0; i < sums.length; i++) {
    sums[i] = ((sums[i] ?? 0) + Math.imul(vectors[offset + i] ?? 0, weight)) | 0;
  }
}

function grown<T extends Int8Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function unitVector(sums: Int32Array): Float32Array {
  const vector = new Float32Array(sums.length);
  let squares = 0;
  for (let i = 0; i < sums.length; i++) squares += (sums[i] ?? 0) ** 2;
  if (squares === 0) return vector;
  const scale = 1 / Math.sqrt(squares);
  for (let i = 0; i < sums.length; i++) vector[i] = (sums[i] ?? 0) * scale;
  return vector;
}

function requireDimensions(dimensions: number): void {
  if (Number.isInteger(dimensions) && dimensions >= 32 && dimensions <= 1024 && dimensions % 32 === 0) return;
  throw new CtxError(
    'CONFIG_INVALID',
    `The static embedder cannot make ${dimensions} dimensions. Use a multiple of 32 from 32 to 1024, e.g. 128.`,
  );
}
