import type { ChunkId, FileId, VectorHit } from '../../core/index.ts';

export interface NearestOptions {
  /** At most this many hits. */
  readonly limit: number;
  /** File of a chunk in the tree that is searched, −1 when the chunk is not in it. */
  readonly fileOf: (chunk: ChunkId) => FileId;
}

export interface TopHits {
  /** Only a score of at least this can still enter. */
  readonly floor: () => number;
  offer(chunk: ChunkId, score: number): void;
  /** Best first. */
  sorted(): readonly VectorHit[];
}

/**
 * Keeps the `limit` best of the chunks offered: in the tree, score above 0, ordered by score (falling), file,
 * chunk. Each chunk may be offered once.
 */
export function createTopHits({ limit, fileOf }: NearestOptions): TopHits {
  /** A binary heap with the worst hit on top. */
  const heap: VectorHit[] = [];
  const floor = (): number => (heap.length < limit ? Number.MIN_VALUE : (heap[0]?.score ?? 0));
  return {
    floor,
    offer(chunk, score) {
      if (limit < 1 || !(score >= floor())) return;
      const file = fileOf(chunk);
      if (file < 0) return;
      const hit: VectorHit = { chunk, file, score };
      if (heap.length < limit) {
        heap.push(hit);
        siftUp(heap);
      } else if (heap[0] !== undefined && compareHits(hit, heap[0]) < 0) {
        heap[0] = hit;
        siftDown(heap);
      }
    },
    sorted: () => [...heap].sort(compareHits),
  };
}

/** Negative when `a` comes before `b`. */
export function compareHits(a: VectorHit, b: VectorHit): number {
  return b.score - a.score || a.file - b.file || a.chunk - b.chunk;
}

function siftUp(heap: VectorHit[]): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!swapIfWorse(heap, at, parent)) return;
    at = parent;
  }
}

function siftDown(heap: VectorHit[]): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const worse = isWorse(heap, left + 1, left) ? left + 1 : left;
    if (!swapIfWorse(heap, worse, at)) return;
    at = worse;
  }
}

function isWorse(heap: readonly VectorHit[], a: number, b: number): boolean {
  const first = heap[a];
  const second = heap[b];
  return first !== undefined && second !== undefined && compareHits(first, second) > 0;
}

function swapIfWorse(heap: VectorHit[], child: number, parent: number): boolean {
  const a = heap[child];
  const b = heap[parent];
  if (a === undefined || b === undefined || compareHits(a, b) <= 0) return false;
  heap[child] = b;
  heap[parent] = a;
  return true;
}
