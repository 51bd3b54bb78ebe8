import { existsSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { CtxError, isCtxError } from '../../core/index.ts';
import { CATALOG_SCHEMA, INDEX_VERSION } from './schema.ts';

export type Db = Database.Database;

const BUSY_TIMEOUT_MS = 5_000;
/** The write-ahead log is cut back where it is larger, once its content is in the database. */
const JOURNAL_BYTES = 8 * 2 ** 20;
const OTHER_VERSION = 'it was made by another version of ctx';

/** Loads SQLite itself, which a process does when it opens its first database. Where it cannot, that says why. */
export function loadSqlite(): void {
  try {
    new Database(':memory:').close();
  } catch {}
}

/**
 * Opens `index.db` for writing, creating it where needed. A file of another version or with damage is set
 * aside (the index is a cache) and `rebuilt` says why.
 */
export function openIndexForWriting(file: string): { readonly db: Db; readonly rebuilt: string | null } {
  const found = existsSync(file) ? open(file, false) : 'empty';
  if (found instanceof Database) return { db: prepareWriting(found), rebuilt: null };
  const rebuilt = found === 'empty' ? null : found;
  if (rebuilt !== null) setAsideIndex(file);
  const db = prepareWriting(new Database(file, { timeout: BUSY_TIMEOUT_MS }));
  createSchema(db);
  return { db, rebuilt };
}

/** Opens `index.db` for reading. Fails with NO_INDEX when there is none of this version, INDEX_CORRUPT on damage. */
export function openIndexForReading(file: string): Db {
  if (!existsSync(file)) throw new CtxError('NO_INDEX', 'There is no index yet. Run `ctx index`.', { file });
  const found = open(file, true);
  if (found instanceof Database) return found;
  if (found === 'empty' || found === OTHER_VERSION) {
    throw new CtxError(
      'NO_INDEX',
      'The index was made by another version of ctx. Run `ctx index` to rebuild it.',
      { file },
    );
  }
  throw corrupt(file, found);
}

/**
 * Renames an unusable index, so that the next run makes a new one; the newest is kept, for the curious. In a
 * folder that cannot be written it stays where it is.
 */
export function setAsideIndex(file: string): void {
  try {
    renameSync(file, `${file}.set-aside`);
    for (const tail of ['-wal', '-shm']) rmSync(file + tail, { force: true });
  } catch {
    // Another process did it already, or nobody can: whoever opens the file next says what is wrong with it.
  }
}

/** Tells a file from another one that has taken its place; '' where there is none. */
export function identityOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`;
}

/** True for what SQLite and the decoders of stored bytes throw when the file is damaged. */
export function isDamage(error: unknown): boolean {
  if (isCtxError(error, 'INDEX_CORRUPT')) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code);
}

/** Translates what SQLite throws into the error table; passes other errors through. */
export function asCtxError(error: unknown, file: string): unknown {
  if (error instanceof CtxError || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  if (isDamage(error)) return corrupt(file, error.message);
  const unwritable = /^SQLITE_(READONLY|CANTOPEN|IOERR)/.test(code);
  // A reader needs some bytes beside the file: without them SQLite says only that it cannot open it.
  if (code.startsWith('SQLITE_FULL') || (unwritable && isDiskFull(file)))
    return new CtxError(
      'DISK_FULL',
      'The disk is full: the store keeps its last complete state. Free some space, or set CTX_DIR to another disk.',
      { file },
      error,
    );
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new CtxError(
      'LOCKED',
      'Another process is writing the index. Try again when it has finished.',
      { file },
      error,
    );
  if (unwritable)
    return new CtxError(
      'STORE_UNWRITABLE',
      `Cannot write ${file}. Set CTX_DIR to a folder that can be written.`,
      { file },
      error,
    );
  return error;
}

const LEAST_BYTES = 2 ** 16;

function isDiskFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < LEAST_BYTES;
  } catch {
    return false;
  }
}

function corrupt(file: string, reason: string): CtxError {
  return new CtxError('INDEX_CORRUPT', 'The index file is damaged. Run `ctx index` to rebuild it.', {
    file,
    reason,
  });
}

/** The database, or why it cannot be used: `empty`, OTHER_VERSION or what the damage is. */
function open(file: string, readonly: boolean): Db | string {
  const db = new Database(file, { readonly, timeout: BUSY_TIMEOUT_MS });
  let reason: string | null;
  try {
    reason = whyUnusable(db);
    if (reason === null) configure(db);
  } catch (error) {
    db.close();
    if (isDamage(error)) return (error as Error).message;
    throw error;
  }
  if (reason === null) return db;
  db.close();
  return reason;
}

function whyUnusable(db: Db): string | null {
  const version = db.pragma('user_version', { simple: true });
  const count = db.prepare('SELECT count(*) FROM sqlite_schema WHERE type GLOB ?').pluck();
  if (version === 0 && count.get('*') === 0) return 'empty';
  if (version !== INDEX_VERSION) return OTHER_VERSION;
  // A repository can bring an index of its own: nothing in it may run by itself.
  return count.get('trigger') === 0 && count.get('view') === 0 ? null : 'it holds triggers or views';
}

function configure(db: Db): void {
  // No memory mapping: a file truncated by another process would kill this one with SIGBUS.
  db.pragma('cache_size = -65536');
  db.pragma('temp_store = MEMORY');
}

/**
 * Brings a write-ahead log that has grown large into the database and empties it: while a connection stays open it
 * would keep its size. Where a reader needs it still, the next run tries again.
 */
export function emptyJournal(db: Db): void {
  const size = statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= JOURNAL_BYTES) return;
  db.pragma('busy_timeout = 0');
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

function prepareWriting(db: Db): Db {
  try {
    configure(db);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma(`journal_size_limit = ${JOURNAL_BYTES}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function createSchema(db: Db): void {
  db.transaction(() => {
    // Two processes may both have seen version 0.
    if (db.pragma('user_version', { simple: true }) !== 0) return;
    db.exec(CATALOG_SCHEMA);
    db.prepare('INSERT INTO meta VALUES (?, ?)').run('revision', 0);
    db.pragma(`user_version = ${INDEX_VERSION}`);
  }).immediate();
}
