import type { Database } from 'better-sqlite3';
import { isBlank } from './blank.ts';
import type { NearestScan } from './memory-scan.ts';
import { cosine, dot, inverseNorm } from './quantize.ts';
import { createTopHits, type TopHits } from './top-hits.ts';

/** sqlite-vec answers with at most this many neighbours. */
const MAX_NEIGHBOURS = 4096;
/** Neighbours asked for a wanted hit, as some are not in the tree that is searched. */
const OVERFETCH = 4;

interface Row {
  readonly chunk: number | bigint;
  readonly vector: Buffer;
}

/**
 * Searches with sqlite-vec inside the database, holding nothing in memory: its int8 scan proposes neighbours,
 * which are scored again as `loadMemoryScan` scores. Asks for more neighbours when too few are in the tree, at
 * last for all rows.
 */
export function createDatabaseScan(db: Database): NearestScan {
  const nearest = db.prepare(
    'SELECT chunk, vector FROM vectors WHERE vector MATCH vec_int8(?) AND k = ? ORDER BY distance',
  );
  const all = db.prepare('SELECT chunk, vector FROM vectors');

  return (query, options) => {
    if (options.limit < 1) return [];
    for (const neighbours of [Math.min(options.limit * OVERFETCH, MAX_NEIGHBOURS), MAX_NEIGHBOURS]) {
      const top = createTopHits(options);
      const rows = nearest.all(bytesOf(query), BigInt(neighbours)) as Row[];
      const last = offerRows(top, query, rows);
      if (rows.length < neighbours || last < top.floor()) return top.sorted();
    }
    const top = createTopHits(options);
    offerRows(top, query, all.iterate() as IterableIterator<Row>);
    return top.sorted();
  };
}

/** Score of the last row. */
function offerRows(top: TopHits, query: Int8Array, rows: Iterable<Row>): number {
  const inverseQuery = inverseNorm(query);
  let score = 0;
  for (const { chunk, vector } of rows) {
    const stored = vectorOf(vector);
    if (isBlank(stored)) continue;
    score = cosine(dot(query, stored), inverseNorm(stored), inverseQuery);
    top.offer(Number(chunk), score);
  }
  return score;
}

export function bytesOf(vector: Int8Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function vectorOf(bytes: Buffer): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
