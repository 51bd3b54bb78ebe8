/**
 * The indices of the `limit` greatest scores above 0, best first. Equal scores are ordered by `rank` (lower first)
 * where given, then by index.
 */
export function topScores(scores: Float64Array, limit: number, rank?: ArrayLike<number>): number[] {
  if (limit < 1) return [];
  // The best so far and as many that may be better, cut back to the best whenever it is full: the heap of a long
  // list would move each of them down its whole height.
  const found = new Int32Array(Math.min(2 * limit, scores.length));
  let count = 0;
  let bound = Number.MIN_VALUE;
  for (let index = 0; index < scores.length; index += 1) {
    if (!((scores[index] as number) >= bound)) continue;
    if (count === found.length) {
      selectBest(found, limit, scores, rank);
      count = limit;
      bound = scores[found[limit - 1] as number] as number;
      if ((scores[index] as number) < bound) continue;
    }
    found[count] = index;
    count += 1;
  }
  if (count > limit) selectBest(found.subarray(0, count), limit, scores, rank);
  const best = found.subarray(0, Math.min(limit, count));
  return Array.from(best.sort((a, b) => compare(scores, rank, a, b)));
}

/** Moves the best `count` indices to the front, the worst of them last (Hoare's selection, middle of three). */
function selectBest(
  found: Int32Array,
  count: number,
  scores: Float64Array,
  rank: ArrayLike<number> | undefined,
): void {
  let from = 0;
  let to = found.length - 1;
  const wanted = count - 1;
  while (from < to) {
    const pivot = middle(found, from, to, scores, rank);
    let low = from;
    let high = to;
    while (low <= high) {
      while (compare(scores, rank, found[low] as number, pivot) < 0) low += 1;
      while (compare(scores, rank, found[high] as number, pivot) > 0) high -= 1;
      if (low > high) break;
      swap(found, low, high);
      low += 1;
      high -= 1;
    }
    if (wanted <= high) to = high;
    else if (wanted >= low) from = low;
    else return;
  }
}

function middle(
  found: Int32Array,
  from: number,
  to: number,
  scores: Float64Array,
  rank: ArrayLike<number> | undefined,
): number {
  const [a, b, c] = [found[from], found[(from + to) >> 1], found[to]] as [number, number, number];
  const [low, high] = compare(scores, rank, a, b) < 0 ? [a, b] : [b, a];
  if (compare(scores, rank, c, low) < 0) return low;
  return compare(scores, rank, c, high) < 0 ? c : high;
}

function swap(found: Int32Array, a: number, b: number): void {
  const before = found[a] as number;
  found[a] = found[b] as number;
  found[b] = before;
}

function compare(scores: Float64Array, rank: ArrayLike<number> | undefined, a: number, b: number): number {
  // Signs: a fraction would be a new object at each comparison.
  const [x, y] = [scores[a] as number, scores[b] as number];
  if (x !== y) return x > y ? -1 : 1;
  const byRank = rank === undefined ? 0 : (rank[a] as number) - (rank[b] as number);
  return byRank !== 0 ? byRank : a - b;
}
