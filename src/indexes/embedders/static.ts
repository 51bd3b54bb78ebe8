import { CtxError, type Embedder, throwIfAborted } from '../../core/index.ts';
import { COMMON_TOKENS } from './common-tokens.ts';
import { forEachWord, subWords } from './sub-words.ts';

/** Turns one text into a unit vector, or a zero vector when the text has no words. Pure; caches inside. */
export type StaticEmbed = (text: string) => Float32Array;

const STATIC_DIMENSIONS = 128;

/**
 * The default embedder: `createStaticEmbed` behind the port. It needs no model and no network.
 * Fails with CONFIG_INVALID for dimensions that are not a multiple of 32 in 32 … 1024.
 */
export function createStaticEmbedder(dimensions: number = STATIC_DIMENSIONS): Embedder {
  const embed = createStaticEmbed(dimensions);
  return {
    id: dimensions === STATIC_DIMENSIONS ? 'static-hash-1' : `static-hash-1:${dimensions}`,
    dimensions,
    label: `hashed sub-words, ${dimensions} dimensions: soft lexical matching, no model`,
    cost: 'inline',
    async embed(texts, _purpose, signal) {
      throwIfAborted(signal);
      return texts.map(embed);
    },
    async close() {},
  };
}

let shared: StaticEmbed | undefined;

/** What the default static embedder gives for the text, at once: for use inside a parse worker. */
export function embedStatic(text: string): Float32Array {
  shared ??= createStaticEmbed();
  return shared(text);
}

/** Weights are integers in units of 1/64, components of a token's vector bytes: sums are exact in any order. */
const WEIGHT_UNIT = 64;
const MAX_COUNT = 64;
const DAMPED = Float64Array.from({ length: MAX_COUNT + 1 }, (_, count) =>
  Math.sqrt(count * Math.sqrt(count)),
);

/**
 * An embedding function with caches of its own. The text's words are split into lower-case sub-words; each
 * distinct sub-word t with count n adds w(t) · n^¾ · v(t), where v(t) is a pseudo-random ±1 vector from the hash of t
 * plus those of its boundary-marked 4-grams, and w(t) is small for very common and very short sub-words.
 * Random vectors of distinct features are nearly orthogonal, so the cosine of two texts estimates their
 * weighted overlap (random indexing: Kanerva, Kristoferson & Holst 2000; sub-word n-grams: Bojanowski et al.
 * 2017). All arithmetic before the final normalisation is on integers: every machine gives the same bytes.
 */
export function createStaticEmbed(dimensions: number = STATIC_DIMENSIONS): StaticEmbed {
  requireDimensions(dimensions);
  const vocabulary = createVocabulary(dimensions);
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

/** Sub-words seen so far with their vectors; emptied when it holds more than this between two texts. */
const TOKEN_CAPACITY = 32_768;
const WORD_CAPACITY = 65_536;

interface Vocabulary {
  tokensOf(word: string): readonly number[];
  count(token: number): void;
  /** Adds the counted tokens' weighted vectors to `sums` and forgets the counts. */
  drainInto(sums: Int32Array): void;
}

function createVocabulary(dimensions: number): Vocabulary {
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
    weights.push(tokenWeight(text));
    vectors.set(tokenVector(text, dimensions), token * dimensions);
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

const COMMON_WEIGHT = 0.25;
const NUMBER_WEIGHT = 0.3;
/** By length of the sub-word. */
const SHORT_WEIGHTS = [0, 0.2, 0.5, 0.8];

function tokenWeight(token: string): number {
  const short = SHORT_WEIGHTS[token.length] ?? 1;
  if (COMMON_TOKENS.has(token)) return WEIGHT_UNIT * Math.min(short, COMMON_WEIGHT);
  if (/^\d/.test(token)) return WEIGHT_UNIT * Math.min(short, NUMBER_WEIGHT);
  return WEIGHT_UNIT * (token.charCodeAt(0) < 0x2e80 ? short : 1);
}

/** Shares of a token's own hash and of its n-grams in its vector's squared length; the sum is 1. */
const WHOLE_SHARE = 0.5;
const GRAM_SHARE = 1 - WHOLE_SHARE;
/** A vector's components have this root mean square. */
const COMPONENT = 20;
const GRAM = 4;

/** Components are of root mean square 20 and clipped to a byte. */
function tokenVector(token: string, dimensions: number): Int8Array {
  const marked = `<${token}>`;
  const grams = marked.length < GRAM + 1 ? 0 : marked.length - GRAM + 1;
  const whole = Math.round(COMPONENT * Math.sqrt(grams === 0 ? 1 : WHOLE_SHARE));
  const each = grams === 0 ? 0 : Math.round(COMPONENT * Math.sqrt(GRAM_SHARE / grams));
  const sums = new Int32Array(dimensions);
  addSigns(sums, hash(marked), whole);
  for (let i = 0; i < grams; i++) addSigns(sums, hash(marked.slice(i, i + GRAM)), each);
  const vector = new Int8Array(dimensions);
  for (let i = 0; i < dimensions; i++) vector[i] = Math.max(-127, Math.min(127, sums[i] ?? 0));
  return vector;
}

/** Adds `size` with the signs of the bits of a pseudo-random stream that starts from `seed`. */
function addSigns(sums: Int32Array, seed: number, size: number): void {
  for (let word = 0; word * 32 < sums.length; word++) {
    const bits = mix(seed + Math.imul(word + 1, 0x9e3779b9));
    for (let bit = 0; bit < 32; bit++) {
      const i = word * 32 + bit;
      const sign = ((bits >>> bit) & 1) * 2 - 1;
      sums[i] = (sums[i] ?? 0) + sign * size;
    }
  }
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return mix(value);
}

/** The finaliser of MurmurHash3 (Appleby, public domain). */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
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
