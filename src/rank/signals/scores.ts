import type {
  ChunkId,
  Evidence,
  FileId,
  FileScore,
  Hit,
  IndexedChunk,
  IndexedFile,
  Retriever,
} from '../../core/index.ts';

const grouped = new WeakMap<Evidence, ReadonlyMap<Retriever, readonly Hit[]>>();

export function hitsOf(evidence: Evidence, retriever: Retriever): readonly Hit[] {
  const groups = grouped.get(evidence) ?? groupHits(evidence);
  grouped.set(evidence, groups);
  return groups.get(retriever) ?? [];
}

/** Hits of the path retriever below this are files whose path merely resembles the task. */
const NAMED = 0.15;

/** Hits in files whose path the task names. */
export function namedPaths(evidence: Evidence): readonly Hit[] {
  return hitsOf(evidence, 'path').filter((hit) => hit.score > NAMED);
}

/** What the hits say of a chunk, or that share of what is said of its file: the rest of the file counts for less. */
export function withRest(
  hits: readonly Hit[],
  files: readonly (Hit | FileScore)[],
  share: number,
): (chunk: IndexedChunk) => number {
  const chunks = bestByChunk(hits);
  const rest = bestByFile(files);
  return ({ id, file }) => clamp(Math.max(chunks.get(id) ?? 0, share * (rest.get(file.id) ?? 0)));
}

function groupHits({ hits }: Evidence): ReadonlyMap<Retriever, readonly Hit[]> {
  const groups = new Map<Retriever, Hit[]>();
  for (const hit of hits) {
    const group = groups.get(hit.retriever);
    if (group === undefined) groups.set(hit.retriever, [hit]);
    else group.push(hit);
  }
  return groups;
}

/** A value of the file, computed for the first of its chunks. */
export function onceAFile(measure: (file: IndexedFile) => number): (chunk: IndexedChunk) => number {
  const known = new Map<FileId, number>();
  return ({ file }) => {
    const before = known.get(file.id);
    if (before !== undefined) return before;
    const value = measure(file);
    known.set(file.id, value);
    return value;
  };
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
