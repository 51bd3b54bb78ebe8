import type { ChunkId, Evidence, FileId, FileScore, Hit, Retriever } from '../../core/index.ts';

export function hitsOf(evidence: Evidence, retriever: Retriever): readonly Hit[] {
  return evidence.hits.filter((hit) => hit.retriever === retriever);
}

/** Largest score of each key. */
function best<T, K>(
  rows: readonly T[],
  keyOf: (row: T) => K,
  scoreOf: (row: T) => number,
): ReadonlyMap<K, number> {
  const scores = new Map<K, number>();
  for (const row of rows) {
    const key = keyOf(row);
    scores.set(key, Math.max(scores.get(key) ?? 0, scoreOf(row)));
  }
  return scores;
}

export function bestByChunk(hits: readonly Hit[]): ReadonlyMap<ChunkId, number> {
  return best(
    hits,
    (hit) => hit.chunk,
    (hit) => hit.score,
  );
}

export function bestByFile(hits: readonly (Hit | FileScore)[]): ReadonlyMap<FileId, number> {
  return best(
    hits,
    (hit) => hit.file,
    (hit) => hit.score,
  );
}

/** Values divided by the largest, or by `least` where all are smaller: weak evidence stays weak. */
export function overMax<K>(scores: ReadonlyMap<K, number>, least = 0): (key: K) => number {
  let most = least;
  for (const score of scores.values()) most = Math.max(most, score);
  return (key) => (most > 0 ? clamp((scores.get(key) ?? 0) / most) : 0);
}

export function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
