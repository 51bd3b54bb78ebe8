/** Numbers by piece of text: a hash table over pieces that are never cut out of the text they stand in. */
export interface WordCounts {
  /** What was kept for `text[start … end)`, or -1. */
  readonly get: (text: string, start: number, end: number) => number;
  /** Keeps a number for the piece that was asked for last. */
  readonly set: (text: string, start: number, end: number, value: number) => void;
}

/** Forgets all when it holds `capacity` pieces. Pieces are of at most 255 UTF-16 units. */
export function createWordCounts(capacity: number): WordCounts {
  const mask = 2 ** Math.ceil(Math.log2(2 * capacity)) - 1;
  /** By slot: one more than the number of the piece, 0 where there is none. */
  const slots = new Int32Array(mask + 1);
  const starts = new Int32Array(capacity + 1);
  const values = new Int32Array(capacity);
  let pool = new Uint16Array(capacity);
  let size = 0;
  let slot = 0;

  const isPiece = (piece: number, text: string, start: number, length: number): boolean => {
    const from = starts[piece] as number;
    if ((starts[piece + 1] as number) - from !== length) return false;
    for (let index = 0; index < length; index++)
      if (pool[from + index] !== text.charCodeAt(start + index)) return false;
    return true;
  };

  const get = (text: string, start: number, end: number): number => {
    let hash = 0x811c9dc5;
    for (let index = start; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    slot = (hash ^ (hash >>> 15)) & mask;
    for (let held = slots[slot] as number; held !== 0; held = slots[slot] as number) {
      if (isPiece(held - 1, text, start, end - start)) return values[held - 1] as number;
      slot = (slot + 1) & mask;
    }
    return -1;
  };

  const set = (text: string, start: number, end: number, value: number): void => {
    if (size === capacity) {
      slots.fill(0);
      size = 0;
      get(text, start, end);
    }
    let at = starts[size] as number;
    if (at + end - start > pool.length) {
      const grown = new Uint16Array(pool.length * 2 + 255);
      grown.set(pool);
      pool = grown;
    }
    for (let index = start; index < end; index++) pool[at++] = text.charCodeAt(index);
    values[size] = value;
    size += 1;
    starts[size] = at;
    slots[slot] = size;
  };

  return { get, set };
}
