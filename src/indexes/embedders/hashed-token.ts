import { COMMON_TOKENS } from './common-tokens.ts';
import { mix, tokenHash } from './token-hash.ts';

/** Weights are integers in units of 1/64, components of a token's vector bytes: sums are exact in any order. */
const WEIGHT_UNIT = 64;
const COMMON_WEIGHT = 0.25;
const NUMBER_WEIGHT = 0.3;
/** By length of the sub-word. */
const SHORT_WEIGHTS = [0, 0.2, 0.5, 0.8];

/** How much a sub-word counts when nothing was learned of it: less for very common and very short ones. */
export function hashedWeight(token: string): number {
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

/**
 * A pseudo-random vector from the hashes of a sub-word and of its boundary-marked 4-grams. Components are of root
 * mean square 20 and clipped to a byte.
 */
export function hashedVector(token: string, dimensions: number): Int8Array {
  const marked = `<${token}>`;
  const grams = marked.length < GRAM + 1 ? 0 : marked.length - GRAM + 1;
  const whole = Math.round(COMPONENT * Math.sqrt(grams === 0 ? 1 : WHOLE_SHARE));
  const each = grams === 0 ? 0 : Math.round(COMPONENT * Math.sqrt(GRAM_SHARE / grams));
  const sums = new Int32Array(dimensions);
  addSigns(sums, tokenHash(marked), whole);
  for (let i = 0; i < grams; i++) addSigns(sums, tokenHash(marked.slice(i, i + GRAM)), each);
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
