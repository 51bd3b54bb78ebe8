import type { ChunkId } from '../../core/index.ts';
import type { SignalRule } from './signal-rule.ts';

const SEEDS = 10;
/** Strength at which the signal is one half. */
const HALF = 0.5;

/**
 * s ÷ (s + ½), where s sums the strengths of resolved edges to and from the ten strongest candidates that
 * nothing demotes, each weighted by its score over the best.
 */
export const RELATION: SignalRule = {
  level: 'chunk',
  stage: 'neighbourhood',
  prepare: ({ ranked, facts }) => {
    const seeds = ranked.filter((seed) => !seed.demoted && seed.score > 0).slice(0, SEEDS);
    const top = seeds[0]?.score ?? 1;
    const sums = new Map<ChunkId, number>();
    for (const seed of seeds) {
      for (const link of facts.links(seed.chunk)) {
        if (link.chunk === seed.chunk.id) continue;
        sums.set(link.chunk, (sums.get(link.chunk) ?? 0) + link.strength * (seed.score / top));
      }
    }
    return (chunk) => {
      const sum = sums.get(chunk.id) ?? 0;
      return sum / (sum + HALF);
    };
  },
};
