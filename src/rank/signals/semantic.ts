import { bestByChunk, clamp, hitsOf } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** Where no cosine is larger, nothing is similar. */
const WEAK = 0.25;

/** (cosine − floor) ÷ the largest cosine: a chunk beyond the cut counts as one exactly at it. */
export function aboveFloor<K>(scores: ReadonlyMap<K, number>, floor: number): (key: K) => number {
  let most = WEAK;
  for (const score of scores.values()) most = Math.max(most, score);
  return (key) => clamp(((scores.get(key) ?? floor) - floor) / most);
}

/** Embedding similarity of the chunk. */
export const SEMANTIC: SignalRule = {
  level: 'chunk',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const value = aboveFloor(bestByChunk(hitsOf(evidence, 'semantic')), evidence.semanticFloor);
    return (chunk) => value(chunk.id);
  },
};
