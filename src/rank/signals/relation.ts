import type { ChunkId } from '../../core/index.ts';
import type { SignalRule } from './signal-rule.ts';

/** Candidates whose edges are read: their own, which stand in one file, not those of the whole tree to them. */
const SEEDS = 20;
/** Strength at which the signal is one half. */
const HALF = 0.5;
/** A caller says a little less about a function than the function says about what it calls. */
const CALLER = 0.8;

/**
 * s ÷ (s + ½), where s sums the strengths of resolved edges between the chunk and the strongest candidates that
 * nothing demotes, each weighted by the other's score over the best.
 */
export const RELATION: SignalRule = {
  level: 'chunk',
  stage: 'neighbourhood',
  prepare: ({ ranked, facts }) => {
    const seeds = ranked.filter((seed) => !seed.demoted && seed.score > 0).slice(0, SEEDS);
    const top = seeds[0]?.score ?? 1;
    const merits = new Map(seeds.map(({ chunk, score }) => [chunk.id, score / top]));
    const sums = new Map<ChunkId, number>();
    const add = (chunk: ChunkId, strength: number): void => {
      sums.set(chunk, (sums.get(chunk) ?? 0) + strength);
    };
    for (const { chunk, score } of seeds) {
      for (const link of facts.links(chunk)) {
        if (link.chunk === chunk.id) continue;
        add(link.chunk, link.strength * (score / top));
        add(chunk.id, CALLER * link.strength * (merits.get(link.chunk) ?? 0));
      }
    }
    return (chunk) => {
      const sum = sums.get(chunk.id) ?? 0;
      return sum / (sum + HALF);
    };
  },
};
