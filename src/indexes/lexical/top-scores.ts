/**
 * The indices of the `limit` greatest scores above 0, best first. Equal scores are ordered by `rank` (lower first)
 * where given, then by index.
 */
export function topScores(scores: Float64Array, limit: number, rank?: ArrayLike<number>): number[] {
  const heap: number[] = [];
  // The worst of the heap stands at its root.
  const worse = (a: number, b: number): boolean => compare(scores, rank, a, b) > 0;
  let bound = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index] as number;
    if (!(score > 0) || score < bound || limit < 1) continue;
    if (heap.length < limit) {
      heap.push(index);
      siftUp(heap, worse);
    } else if (worse(heap[0] as number, index)) {
      heap[0] = index;
      siftDown(heap, worse);
    }
    if (heap.length === limit) bound = scores[heap[0] as number] as number;
  }
  return heap.sort((a, b) => compare(scores, rank, a, b));
}

function compare(scores: Float64Array, rank: ArrayLike<number> | undefined, a: number, b: number): number {
  const byScore = (scores[b] as number) - (scores[a] as number);
  if (byScore !== 0) return byScore;
  const byRank = rank === undefined ? 0 : (rank[a] as number) - (rank[b] as number);
  return byRank !== 0 ? byRank : a - b;
}

function siftUp(heap: number[], worse: (a: number, b: number) => boolean): void {
  let at = heap.length - 1;
  const item = heap[at] as number;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!worse(item, heap[parent] as number)) break;
    heap[at] = heap[parent] as number;
    at = parent;
  }
  heap[at] = item;
}

function siftDown(heap: number[], worse: (a: number, b: number) => boolean): void {
  const item = heap[0] as number;
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && worse(heap[child + 1] as number, heap[child] as number)) child += 1;
    if (!worse(heap[child] as number, item)) break;
    heap[at] = heap[child] as number;
    at = child;
  }
  heap[at] = item;
}
