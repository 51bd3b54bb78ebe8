import type { RankTable } from './rank-table.ts';

/** Ranks stand above positions in one sortable number: rank < 2^20, position < 2^32. */
const POSITIONS = 2 ** 32;

/**
 * Gives a function that counts the tokens of `bytes[0 … length)` by byte-pair merging: the neighbours whose
 * union has the lowest rank are merged first, the leftmost of equals. O(n log n) through a heap of pairs, so a
 * run of one character costs no more than other text. Scratch memory is kept between calls.
 */
export function createMergeCounter(table: RankTable): (bytes: Uint8Array, length: number) => number {
  let next = new Int32Array(256);
  let previous = new Int32Array(256);
  let pairRank = new Int32Array(256);
  let heap = new Float64Array(768);
  let heapSize = 0;

  function reserve(length: number): void {
    if (length < next.length) return;
    const size = 2 ** Math.ceil(Math.log2(length + 1));
    next = new Int32Array(size);
    previous = new Int32Array(size);
    pairRank = new Int32Array(size);
    heap = new Float64Array(3 * size);
  }

  function push(key: number): void {
    let at = heapSize++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (above <= key) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = key;
  }

  function pop(): number {
    const top = heap[0] ?? 0;
    const key = heap[--heapSize] ?? 0;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heapSize) break;
      if (child + 1 < heapSize && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
      const below = heap[child] ?? 0;
      if (below >= key) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = key;
    return top;
  }

  /** Looks up the pair that starts at the part `at`, and queues it. */
  function consider(bytes: Uint8Array, at: number, length: number): void {
    const second = next[at] ?? length;
    const rank = second < length ? table.rank(bytes, at, next[second] ?? length) : -1;
    pairRank[at] = rank;
    if (rank >= 0) push(rank * POSITIONS + at);
  }

  function begin(bytes: Uint8Array, length: number): void {
    reserve(length);
    heapSize = 0;
    for (let at = 0; at < length; at++) {
      next[at] = at + 1;
      previous[at] = at - 1;
    }
    for (let at = 0; at < length; at++) consider(bytes, at, length);
  }

  /** Joins the part `at` with the one after it. */
  function merge(bytes: Uint8Array, at: number, length: number): void {
    const gone = next[at] ?? length;
    const after = next[gone] ?? length;
    pairRank[gone] = -1;
    next[at] = after;
    if (after < length) previous[after] = at;
    consider(bytes, at, length);
    const before = previous[at] ?? -1;
    if (before >= 0) consider(bytes, before, length);
  }

  return (bytes, length) => {
    if (length < 2) return length;
    if (table.rank(bytes, 0, length) >= 0) return 1;
    begin(bytes, length);
    let parts = length;
    while (heapSize > 0) {
      const key = pop();
      const at = key % POSITIONS;
      // A part that was merged away or has grown since leaves its old keys behind.
      if (pairRank[at] !== (key - at) / POSITIONS) continue;
      merge(bytes, at, length);
      parts--;
    }
    return parts;
  };
}
