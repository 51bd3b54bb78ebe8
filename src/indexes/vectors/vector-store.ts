import type { Database } from 'better-sqlite3';
import { type ChunkId, CtxError, createRecentMap, type VectorHit } from '../../core/index.ts';
import { fromStored, toStored } from './blank.ts';
import { bytesOf, createDatabaseScan, vectorOf } from './database-scan.ts';
import { loadMemoryScan, memoryScanBytes, type NearestScan, slotCount } from './memory-scan.ts';
import { cosine, dot, inverseNorm, quantize } from './quantize.ts';
import {
  BLOCK_ROWS,
  createTable,
  prepareSchema,
  revisionRenewal,
  type VectorEmbedder,
  type VectorState,
} from './schema.ts';
import type { NearestOptions } from './top-hits.ts';

export interface VectorStoreOptions {
  readonly embedder: VectorEmbedder;
  /** Whether tables may be made, dropped and written; by default whatever the connection was opened for. */
  readonly writable?: boolean;
  /** Bytes of vectors that a search may hold in memory before it leaves the scan to sqlite-vec; 512 MiB. */
  readonly memoryLimit?: number;
}

export interface VectorRow {
  readonly chunk: ChunkId;
  /** As `quantize` gives it, of the embedder's dimensions. */
  readonly vector: Int8Array;
}

/**
 * The vectors of one embedder in a vec0 table. All methods work within the transaction that is open on the
 * connection, if any, and see its state.
 */
export interface VectorStore {
  readonly state: VectorState;
  /** Stores vectors, in place of those that the chunks had. */
  add(rows: readonly VectorRow[]): void;
  remove(chunks: readonly ChunkId[]): void;
  has(chunk: ChunkId): boolean;
  count(): number;
  /** Those of the chunks that have no vector, in the given order. */
  missing(chunks: readonly ChunkId[]): readonly ChunkId[];
  vector(chunk: ChunkId): Int8Array | null;
  /**
   * The chunks of the tree with the highest cosine above 0, exact over the int8 vectors; ordered by score
   * (falling), file, chunk. Fails with EMBEDDER_FAILED when the query has other dimensions.
   */
  nearest(query: Float32Array, options: NearestOptions): readonly VectorHit[];
  /** Cosine of two chunks' vectors in [−1, 1]; 0 where one is missing or has no content. */
  similarity(a: ChunkId, b: ChunkId): number;
  /** Rebuilds the table when removed chunks take up more than half of it; says whether it did. */
  compact(): boolean;
}

const MEMORY_LIMIT = 512 * 2 ** 20;

/**
 * Opens the vectors of `embedder` in the database, into which `loadSqliteVec` has loaded the extension. What
 * another embedder, other dimensions or another version left is dropped (`needsEmbedding`); where that is not
 * possible the store is unavailable and says why.
 */
export function createVectorStore(db: Database, options: VectorStoreOptions): VectorStore {
  const state = prepareSchema(db, options.embedder, options.writable ?? !db.readonly);
  return state.available ? openStore(db, state, options) : unavailableStore(state);
}

/** Vectors kept for `vector` and `similarity`. */
const CACHED_VECTORS = 4096;

interface CachedVector {
  readonly vector: Int8Array;
  readonly inverse: number;
}

function openStore(db: Database, state: VectorState, options: VectorStoreOptions): VectorStore {
  const { dimensions } = options.embedder;
  const known = db.prepare('SELECT 1 FROM vectors_rowids WHERE rowid = ?').pluck();
  const size = db.prepare('SELECT count(*) FROM vectors_rowids').pluck();
  const has = (chunk: ChunkId): boolean => known.get(BigInt(chunk)) !== undefined;
  const scan = perRevision(db, () => chooseScan(db, dimensions, options.memoryLimit ?? MEMORY_LIMIT));
  const read = createVectorReader(db);

  return {
    state,
    ...createChanges(db, options.embedder, has),
    has,
    count: () => Number(size.get()),
    missing: (chunks) => chunks.filter((chunk) => !has(chunk)),
    vector: (chunk) => read(chunk)?.vector.slice() ?? null,
    nearest(query, nearestOptions) {
      requireDimensions(query, options.embedder, 'the query');
      return scan()(quantize(query), nearestOptions);
    },
    similarity(a, b) {
      const first = read(a);
      const second = read(b);
      if (first === null || second === null) return 0;
      return cosine(dot(first.vector, second.vector), first.inverse, second.inverse);
    },
  };
}

function createChanges(
  db: Database,
  embedder: VectorEmbedder,
  has: (chunk: ChunkId) => boolean,
): Pick<VectorStore, 'add' | 'remove' | 'compact'> {
  const change = (work: () => void): void => {
    db.transaction(() => {
      work();
      renew();
    })();
  };
  const renew = revisionRenewal(db);
  const insert = db.prepare('INSERT INTO vectors(chunk, vector) VALUES (?, vec_int8(?))');
  const drop = db.prepare('DELETE FROM vectors WHERE chunk = ?');
  const kept = db.prepare('SELECT count(*) FROM vectors_rowids').pluck();
  const rows = db.prepare('SELECT chunk, vector FROM vectors ORDER BY chunk').raw();

  return {
    add(rows) {
      if (rows.length === 0) return;
      for (const row of rows) requireDimensions(row.vector, embedder, `chunk ${row.chunk}`);
      change(() => {
        for (const { chunk, vector } of rows) {
          if (has(chunk)) drop.run(BigInt(chunk));
          insert.run(BigInt(chunk), bytesOf(toStored(vector)));
        }
      });
    },
    remove(chunks) {
      if (chunks.length === 0) return;
      change(() => {
        for (const chunk of chunks) drop.run(BigInt(chunk));
      });
    },
    compact() {
      if (slotCount(db) <= 2 * Number(kept.get()) + BLOCK_ROWS) return false;
      change(() => {
        const all = rows.all() as [number | bigint, Buffer][];
        createTable(db, embedder.dimensions);
        for (const [chunk, vector] of all) insert.run(BigInt(chunk), vector);
      });
      return true;
    },
  };
}

function createVectorReader(db: Database): (chunk: ChunkId) => CachedVector | null {
  const find = db.prepare('SELECT vector FROM vectors WHERE chunk = ?').pluck();
  const caches = perRevision(db, () => createRecentMap<ChunkId, CachedVector | null>(CACHED_VECTORS));
  const read = (chunk: ChunkId): CachedVector | null => {
    const bytes = find.get(BigInt(chunk)) as Buffer | undefined;
    const vector = bytes === undefined ? null : fromStored(vectorOf(bytes));
    return vector && { vector, inverse: inverseNorm(vector) };
  };
  return (chunk) => caches().remember(chunk, () => read(chunk));
}

function chooseScan(db: Database, dimensions: number, memoryLimit: number): NearestScan {
  const inMemory = memoryScanBytes(db, dimensions) <= memoryLimit;
  return inMemory ? loadMemoryScan(db, dimensions) : createDatabaseScan(db);
}

/** The value of `make` for the present state of the vectors: made again only after a change by anyone. */
function perRevision<T extends object>(db: Database, make: () => T): () => T {
  const revision = db.prepare(`SELECT value FROM vector_meta WHERE key = 'revision'`).pluck();
  // One transaction: what is made is of the revision that it is kept under.
  const remake = db.transaction(() => ({ revision: revision.get(), value: make() }));
  let current: ReturnType<typeof remake> | null = null;
  return () => {
    if (current === null || current.revision !== revision.get()) current = remake();
    return current.value;
  };
}

function unavailableStore(state: VectorState): VectorStore {
  const refuse = (): never => {
    throw new CtxError('STORE_UNWRITABLE', `Vectors cannot be stored: ${state.reason}.`);
  };
  return {
    state,
    add: refuse,
    remove: refuse,
    compact: () => false,
    has: () => false,
    count: () => 0,
    missing: (chunks) => [...chunks],
    vector: () => null,
    nearest: () => [],
    similarity: () => 0,
  };
}

function requireDimensions(vector: ArrayLike<number>, embedder: VectorEmbedder, what: string): void {
  if (vector.length === embedder.dimensions) return;
  throw new CtxError(
    'EMBEDDER_FAILED',
    `The vector of ${what} has ${vector.length} dimensions where ${embedder.id} has ${embedder.dimensions}. Index again with one embedder.`,
  );
}
