import { readFileSync } from 'node:fs';
import { CtxError } from '../../core/index.ts';
import { mix, tokenHash } from './token-hash.ts';

/** Learned vectors of frequent sub-words. */
export interface TokenTable {
  /** Of the content, 8 hex digits: another training, another id. */
  readonly id: string;
  readonly dimensions: number;
  readonly size: number;
  /** Row of a sub-word, or −1. */
  readonly rowOf: (token: string) => number;
  /** In the units of `hashedWeight`. */
  readonly weight: (row: number) => number;
  readonly vector: (row: number) => Int8Array;
}

export interface TableRow {
  readonly token: string;
  /** weight × vector is what one occurrence adds, in the units of `hashedWeight` × `hashedVector`. */
  readonly weight: number;
  readonly vector: Int8Array;
}

/**
 * Layout, little-endian: `ctxt`, version, dimensions (uint16 each), rows, id (uint32 each); then of all rows, in the
 * order of their hash, the hash of the sub-word (uint32), the weight × 256 (uint16), the vector (int8). The sub-words
 * themselves are not needed: one of four billion others takes the place of one of twenty thousand.
 */
const MAGIC = 0x74787463;
const VERSION = 1;
const HEADER = 16;
const WEIGHT_STEPS = 256;
const MAX_WEIGHT = 0xffff / WEIGHT_STEPS;

/** The file of a table; of two sub-words with one hash the first stays. */
export function encodeTable(rows: readonly TableRow[], dimensions: number): Uint8Array {
  const byHash = new Map<number, TableRow>();
  for (const row of rows) {
    const hash = tokenHash(row.token) >>> 0;
    if (!byHash.has(hash)) byHash.set(hash, row);
  }
  const sorted = [...byHash].sort(([a], [b]) => a - b);
  const count = sorted.length;
  const bytes = Buffer.alloc(HEADER + count * (6 + dimensions));
  sorted.forEach(([hash, { weight, vector }], row) => {
    bytes.writeUInt32LE(hash, HEADER + 4 * row);
    bytes.writeUInt16LE(
      Math.round(Math.min(weight, MAX_WEIGHT) * WEIGHT_STEPS),
      HEADER + 4 * count + 2 * row,
    );
    bytes.set(
      new Uint8Array(vector.buffer, vector.byteOffset, dimensions),
      HEADER + 6 * count + dimensions * row,
    );
  });
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt16LE(VERSION, 4);
  bytes.writeUInt16LE(dimensions, 6);
  bytes.writeUInt32LE(count, 8);
  bytes.writeUInt32LE(checksum(bytes.subarray(HEADER)), 12);
  return bytes;
}

function checksum(bytes: Uint8Array): number {
  let value = 0x811c9dc5;
  for (const byte of bytes) value = Math.imul(value ^ byte, 0x01000193);
  return mix(value) >>> 0;
}

/** The table of a file. Fails with EMBEDDER_UNAVAILABLE. */
export function readTable(file: string): TokenTable {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw unreadable(file, `cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  return decodeTable(bytes, file);
}

/** Views into the bytes; nothing but the header is read. Fails with EMBEDDER_UNAVAILABLE, naming `source`. */
export function decodeTable(bytes: Uint8Array, source: string): TokenTable {
  const header = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER));
  if (bytes.length < HEADER || header.getUint32(0, true) !== MAGIC) throw unreadable(source, 'is no table');
  if (header.getUint16(4, true) !== VERSION) throw unreadable(source, 'is of another version');
  const dimensions = header.getUint16(6, true);
  const count = header.getUint32(8, true);
  if (dimensions === 0 || bytes.length !== HEADER + count * (6 + dimensions))
    throw unreadable(source, 'is not whole');
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
  const { buffer, byteOffset } = aligned;
  const hashes = new Uint32Array(buffer, byteOffset + HEADER, count);
  const weights = new Uint16Array(buffer, byteOffset + HEADER + 4 * count, count);
  const vectors = new Int8Array(buffer, byteOffset + HEADER + 6 * count, count * dimensions);
  return {
    id: header.getUint32(12, true).toString(16).padStart(8, '0'),
    dimensions,
    size: count,
    rowOf: (token) => find(hashes, tokenHash(token) >>> 0),
    weight: (row) => (weights[row] ?? 0) / WEIGHT_STEPS,
    vector: (row) => vectors.subarray(row * dimensions, (row + 1) * dimensions),
  };
}

function find(sorted: Uint32Array, hash: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = sorted[middle] ?? 0;
    if (value === hash) return middle;
    if (value < hash) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function unreadable(source: string, what: string): CtxError {
  return new CtxError(
    'EMBEDDER_UNAVAILABLE',
    `The table of the embedder, ${source}, ${what}. Train it again with ctx train, or remove it with ctx train --reset.`,
    { source },
  );
}
