import type { ChunkId, Hit } from '../../core/index.ts';

const MAX_MATCHED = 6;

/** Collects hits of one retriever: a chunk keeps its largest score and all that matched. */
export function mergeHits(hits: readonly Hit[]): readonly Hit[] {
  const byChunk = new Map<ChunkId, Hit>();
  for (const hit of hits) {
    if (!(hit.score > 0)) continue;
    const known = byChunk.get(hit.chunk);
    byChunk.set(hit.chunk, known === undefined ? hit : joined(known, hit));
  }
  return [...byChunk.values()].sort((a, b) => b.score - a.score || a.chunk - b.chunk);
}

function joined(a: Hit, b: Hit): Hit {
  const [best, other] = b.score > a.score ? [b, a] : [a, b];
  const matched = [...new Set([...best.matched, ...other.matched])].slice(0, MAX_MATCHED);
  return { ...best, matched };
}
