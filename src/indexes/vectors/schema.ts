import type { Database } from 'better-sqlite3';
import { CtxError } from '../../core/index.ts';
import { sqliteVecVersion } from './sqlite-vec.ts';

export interface VectorEmbedder {
  readonly id: string;
  readonly dimensions: number;
}

export type VectorState =
  /** `needsEmbedding`: the store was made anew just now; `reason` says why. */
  | { readonly available: true; readonly needsEmbedding: boolean; readonly reason: string | null }
  /** Every read answers as an empty store would; every write fails. */
  | { readonly available: false; readonly needsEmbedding: true; readonly reason: string };

/** Grows when the meaning of the stored bytes changes. */
const FORMAT = 1;
/** Rows of a block. Less than sqlite-vec's 1024: its search for k neighbours costs min(k, block) a row. */
export const BLOCK_ROWS = 256;
const MAX_DIMENSIONS = 8192;

/**
 * Makes `vectors` (vec0: chunk → int8 vector) and `vector_meta` (whose vectors they are, and a revision that
 * every change renews). What does not belong to the embedder is dropped first.
 */
export function prepareSchema(db: Database, embedder: VectorEmbedder, writable: boolean): VectorState {
  requireDimensions(embedder);
  const version = sqliteVecVersion(db);
  if (version === null) return unavailable('sqlite-vec is not loaded into this connection');
  const wanted = describe(embedder, version);
  const found = storedIdentity(db);
  if (found === wanted) return { available: true, needsEmbedding: false, reason: null };
  const reason =
    found === null ? 'no vectors are stored yet' : `vectors are of ${found}, and ${wanted} is wanted`;
  if (!writable) return unavailable(`${reason}; run \`ctx index\` to embed`);
  // Looked at again under the lock: another process may have made them, and filled them, since.
  const make = db.transaction((): boolean => {
    if (storedIdentity(db) === wanted) return false;
    recreate(db, embedder.dimensions, wanted);
    return true;
  });
  try {
    return make.immediate()
      ? { available: true, needsEmbedding: true, reason }
      : { available: true, needsEmbedding: false, reason: null };
  } catch (error) {
    if (isBusy(error)) throw error;
    return unavailable(`${reason}; the tables cannot be made: ${messageOf(error)}`);
  }
}

/** Another process holds the lock: to go on without vectors would leave an index that lacks them. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** Empties the table and makes it anew. */
export function createTable(db: Database, dimensions: number): void {
  db.exec(`
    DROP TABLE IF EXISTS vectors;
    CREATE VIRTUAL TABLE vectors USING vec0(
      chunk INTEGER PRIMARY KEY,
      vector int8[${dimensions}] distance_metric=cosine,
      chunk_size=${BLOCK_ROWS}
    );
  `);
}

/**
 * Gives a function that marks the present state of the vectors as a new one. Random, not counted: after a
 * rollback a counter would give two states the same mark.
 */
export function revisionRenewal(db: Database): () => void {
  const renewal = db.prepare(`UPDATE vector_meta SET value = hex(randomblob(8)) WHERE key = 'revision'`);
  return () => {
    renewal.run();
  };
}

function recreate(db: Database, dimensions: number, identity: string): void {
  db.exec(`
    DROP TABLE IF EXISTS vector_meta;
    CREATE TABLE vector_meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO vector_meta VALUES ('revision', '');
  `);
  db.prepare(`INSERT INTO vector_meta VALUES ('identity', ?)`).run(identity);
  createTable(db, dimensions);
  revisionRenewal(db)();
}

function describe(embedder: VectorEmbedder, version: string): string {
  return `${embedder.id} (${embedder.dimensions} dimensions, format ${FORMAT}, sqlite-vec ${version})`;
}

function storedIdentity(db: Database): string | null {
  const tables = db
    .prepare(`SELECT count(*) FROM sqlite_master WHERE name IN ('vectors', 'vector_meta')`)
    .pluck()
    .get();
  if (Number(tables) !== 2) return null;
  const identity = db.prepare(`SELECT value FROM vector_meta WHERE key = 'identity'`).pluck().get();
  return typeof identity === 'string' ? identity : null;
}

function unavailable(reason: string): VectorState {
  return { available: false, needsEmbedding: true, reason };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function requireDimensions({ id, dimensions }: VectorEmbedder): void {
  if (Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= MAX_DIMENSIONS) return;
  throw new CtxError(
    'CONFIG_INVALID',
    `The embedder ${id} says that its vectors have ${dimensions} dimensions; 1 to ${MAX_DIMENSIONS} can be stored.`,
  );
}
