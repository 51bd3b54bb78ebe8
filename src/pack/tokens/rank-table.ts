/** The tokens of an encoding by their bytes: open addressing over one pool of bytes, exact by comparison. */
export interface RankTable {
  readonly size: number;
  readonly longest: number;
  /** Rank of the token whose bytes are `bytes[start … end)`, or -1. */
  readonly rank: (bytes: Uint8Array, start: number, end: number) => number;
}

const SIXBITS = new Uint8Array(128);
for (const [value, letter] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries())
  SIXBITS[letter.charCodeAt(0)] = value;

const PADDING = 61;

/** Decodes the base64 word at `from` into `pool` at `at`; returns the new end of the pool. */
function decodeInto(text: string, from: number, to: number, pool: Uint8Array, at: number): number {
  let end = at;
  let bits = 0;
  let width = 0;
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index);
    if (unit === PADDING) break;
    bits = ((bits << 6) | (SIXBITS[unit] ?? 0)) & 0xffff;
    width += 6;
    if (width >= 8) {
      width -= 8;
      pool[end++] = (bits >> width) & 0xff;
    }
  }
  return end;
}

function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let index = start; index < end; index++) value = Math.imul(value ^ (bytes[index] ?? 0), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

function sameBytes(a: Uint8Array, aStart: number, b: Uint8Array, bStart: number, length: number): boolean {
  for (let index = 0; index < length; index++) if (a[aStart + index] !== b[bStart + index]) return false;
  return true;
}

/**
 * Builds the table from the text that tiktoken ships: lines of `! <first rank> <base64 token> …`, ranks counted
 * up along the line.
 */
export function buildRankTable(ranks: string): RankTable {
  const pool = new Uint8Array(ranks.length);
  const starts: number[] = [];
  const values: number[] = [];
  let end = 0;
  for (const line of ranks.split('\n')) {
    let from = line.indexOf(' ') + 1;
    if (from === 0) continue;
    let to = line.indexOf(' ', from);
    let value = Number(line.slice(from, to));
    while (to >= 0) {
      from = to + 1;
      to = line.indexOf(' ', from);
      starts.push(end);
      values.push(value++);
      end = decodeInto(line, from, to < 0 ? line.length : to, pool, end);
    }
  }
  return indexTokens(pool, Uint32Array.from([...starts, end]), Int32Array.from(values));
}

function indexTokens(pool: Uint8Array, starts: Uint32Array, values: Int32Array): RankTable {
  const capacity = 2 ** Math.ceil(Math.log2(values.length * 2 + 2));
  const mask = capacity - 1;
  const slots = new Int32Array(capacity);
  let longest = 0;
  for (let token = 0; token < values.length; token++) {
    const start = starts[token] ?? 0;
    const end = starts[token + 1] ?? start;
    longest = Math.max(longest, end - start);
    let slot = hash(pool, start, end) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = token + 1;
  }
  const rank = (bytes: Uint8Array, start: number, end: number): number => {
    const length = end - start;
    if (length > longest) return -1;
    for (let slot = hash(bytes, start, end) & mask; ; slot = (slot + 1) & mask) {
      const token = (slots[slot] ?? 0) - 1;
      if (token < 0) return -1;
      const from = starts[token] ?? 0;
      if ((starts[token + 1] ?? 0) - from === length && sameBytes(pool, from, bytes, start, length))
        return values[token] ?? -1;
    }
  };
  return { size: values.length, longest, rank };
}
