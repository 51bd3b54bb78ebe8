import type { ChunkId, ContentHash } from '../../core/index.ts';
import { clamp } from './scores.ts';
import type { ScoredChunk, SignalContext, SignalRule } from './signal-rule.ts';

/** Comparing pairs costs reads: only the best are compared by vector. */
const COMPARED = 40;
const SIMILAR = 0.9;
/** Chunks of very different length are not copies of each other. */
const LENGTH_RATIO = 2;
/** More than a file has. */
const LINES = 2 ** 24;

/**
 * Penalty: a better candidate that nothing demotes has the same text (1) or, in another file, nearly the same
 * embedding (cosine .9 → ½, 1 → 1). Greedy in the order of the score so far.
 */
export const REDUNDANCY: SignalRule = {
  level: 'chunk',
  stage: 'redundancy',
  prepare: (context) => {
    const values = new Map<ChunkId, number>();
    const seen = new Map<ContentHash, Set<number>>();
    const kept: ScoredChunk[] = [];
    for (const [index, candidate] of context.ranked.entries()) {
      const { file, startLine, endLine } = candidate.chunk;
      const same = seen.get(file.hash) ?? new Set<number>();
      const lines = startLine * LINES + endLine;
      const near = index < COMPARED ? nearest(context, candidate, kept) : 0;
      const value = same.has(lines) ? 1 : near;
      if (value > 0) values.set(candidate.chunk.id, value);
      if (value > 0 || candidate.demoted) continue;
      seen.set(file.hash, same.add(lines));
      if (index < COMPARED) kept.push(candidate);
    }
    return (chunk) => values.get(chunk.id) ?? 0;
  },
};

function nearest(
  { similarity }: SignalContext,
  candidate: ScoredChunk,
  kept: readonly ScoredChunk[],
): number {
  let most = 0;
  for (const better of kept) {
    if (better.chunk.file.id === candidate.chunk.file.id || !similarLength(better, candidate)) continue;
    most = Math.max(most, similarity(better.chunk.id, candidate.chunk.id));
  }
  return most < SIMILAR ? 0 : clamp(0.5 + (0.5 * (most - SIMILAR)) / (1 - SIMILAR));
}

function similarLength(a: ScoredChunk, b: ScoredChunk): boolean {
  const [x, y] = [lengthOf(a), lengthOf(b)];
  return Math.max(x, y) <= LENGTH_RATIO * Math.min(x, y);
}

function lengthOf({ chunk }: ScoredChunk): number {
  return chunk.endLine - chunk.startLine + 1;
}
