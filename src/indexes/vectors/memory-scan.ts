import type { Database } from 'better-sqlite3';
import { CtxError, type VectorHit } from '../../core/index.ts';
import { BLANK } from './blank.ts';
import { createMatrix, matrixBytes } from './matrix.ts';
import { cosine, inverseNorm } from './quantize.ts';
import { createTopHits, type NearestOptions } from './top-hits.ts';

/** Finds stored vectors near a query; exact over the int8 vectors. */
export type NearestScan = (query: Int8Array, options: NearestOptions) => readonly VectorHit[];

/** A slot without a row, or with one that has no content. */
const NO_CHUNK = -1;

interface Block {
  readonly size: number;
  readonly validity: Buffer;
  readonly rowids: Buffer;
  readonly vectors: Buffer;
}

/** Rows that the blocks of the table have room for, those of removed chunks included. */
export function slotCount(db: Database): number {
  return Number(db.prepare('SELECT coalesce(sum(max(size, 0)), 0) FROM vectors_chunks').pluck().get());
}

/** Bytes that `loadMemoryScan` would hold now. */
export function memoryScanBytes(db: Database, dimensions: number): number {
  return matrixBytes(slotCount(db), dimensions);
}

/**
 * Copies all vectors of the database's present state into memory. It reads the shadow tables of `vectors` in
 * the layout of the sqlite-vec version that the store's identity names (blocks of `size` slots with a
 * validity bitmap, 64-bit row ids and `size × dimensions` bytes), which is fifty times faster than row by row.
 * Call it within a transaction. Fails with INDEX_CORRUPT when a block has another shape.
 */
export function loadMemoryScan(db: Database, dimensions: number): NearestScan {
  const slots = slotCount(db);
  const matrix = createMatrix(slots, dimensions);
  const chunks = new Float64Array(slots).fill(NO_CHUNK);
  const blocks = db
    .prepare(
      `SELECT b.size, b.validity, b.rowids, v.vectors
       FROM vectors_chunks b JOIN vectors_vector_chunks00 v ON v.rowid = b.chunk_id ORDER BY b.chunk_id`,
    )
    .iterate() as IterableIterator<Block>;
  let first = 0;
  for (const block of blocks) {
    requireWhole(block, dimensions, slots - first);
    matrix.write(first, block.vectors);
    writeChunks(chunks, first, block, dimensions);
    first += Number(block.size);
  }
  const inverses = matrix.inverseNorms();

  return (query, options) => {
    const top = createTopHits(options);
    const products = matrix.products(query);
    const inverseQuery = inverseNorm(query);
    let floor = top.floor();
    for (let slot = 0; slot < slots; slot++) {
      const score = cosine(products[slot] ?? 0, inverses[slot] ?? 0, inverseQuery);
      const chunk = chunks[slot] ?? NO_CHUNK;
      if (score < floor || chunk === NO_CHUNK) continue;
      top.offer(chunk, score);
      floor = top.floor();
    }
    return top.sorted();
  };
}

function requireWhole({ size, validity, rowids, vectors }: Block, dimensions: number, room: number): void {
  const rows = Number(size);
  const whole =
    rows <= room &&
    validity.length * 8 >= rows &&
    rowids.length === rows * 8 &&
    vectors.length === rows * dimensions;
  if (whole) return;
  throw new CtxError(
    'INDEX_CORRUPT',
    'The vectors in the index are damaged. Run `ctx index` to build it again.',
  );
}

function writeChunks(chunks: Float64Array, first: number, block: Block, dimensions: number): void {
  const { validity, vectors } = block;
  // A blob may start anywhere in its buffer: words need a copy that is aligned.
  const words = new Uint32Array(new Uint8Array(block.rowids).buffer);
  const blank = BLANK & 0xff;
  for (let i = 0; i < Number(block.size); i++) {
    const valid = ((validity[i >> 3] ?? 0) >> (i & 7)) & 1;
    if (valid === 1 && vectors[i * dimensions] !== blank)
      chunks[first + i] = (words[2 * i] ?? 0) + (words[2 * i + 1] ?? 0) * 2 ** 32;
  }
}
