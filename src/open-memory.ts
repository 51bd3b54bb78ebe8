import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CtxError, isCtxError } from './core/index.ts';
import { DECISION_SCHEMA, HANDOFF_SCHEMA, MEMORY_SCHEMA } from './handoff/index.ts';
import { isDamage, prepareStore } from './indexes/catalog/index.ts';
import { CALL_SCHEMA, TRACE_SCHEMA } from './trace/index.ts';

/** Numbered from 1; never edited once released, only added to: `memory.db` is not a cache. */
const MIGRATIONS: readonly string[] = [
  TRACE_SCHEMA,
  `${HANDOFF_SCHEMA}${DECISION_SCHEMA}${MEMORY_SCHEMA}`,
  CALL_SCHEMA,
];

export interface OpenMemory {
  readonly db: Database.Database;
  /** False where the folder cannot be written: then all of it ends with the process. */
  readonly lasting: boolean;
  /** What is not as usual, for people, or null. */
  readonly note: string | null;
}

/**
 * Opens `memory.db` (traces, handoffs, decisions, memory entries, calls of tools) in the store's folder, bringing it to the newest
 * schema. A damaged file is renamed and a new one begun. Where the folder cannot be written the memory lives in this
 * process only. Fails with RUNTIME when the file was written by a newer ctx.
 */
export function openMemory(folder: string): OpenMemory {
  const file = join(folder, 'memory.db');
  try {
    prepareStore(folder);
    return openFile(file);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    const note = 'memory.db cannot be written: traces and decisions of this run are not kept.';
    return { db: prepared(new Database(':memory:')), lasting: false, note };
  }
}

function openFile(file: string): OpenMemory {
  const found = inodeOf(file);
  try {
    return { db: connect(file), lasting: true, note: null };
  } catch (error) {
    if (!isDamage(error)) throw error;
    // Another process may have begun a new file in the meantime.
    const aside = inodeOf(file) === found ? setAside(file) : null;
    const note =
      aside && `memory.db was damaged: it was set aside as ${aside}, and traces and decisions begin anew.`;
    return { db: connect(file), lasting: true, note };
  }
}

function connect(file: string): Database.Database {
  const db = new Database(file, { timeout: 5_000 });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    return prepared(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepared(db: Database.Database): Database.Database {
  db.transaction(() => migrate(db)).immediate();
  // Damage beyond the first page shows when a table is read.
  const tables = db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all();
  for (const { name } of tables) db.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get();
  return db;
}

function migrate(db: Database.Database): void {
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > MIGRATIONS.length) {
    throw new CtxError('RUNTIME', 'memory.db was written by a newer version of ctx. Update ctx to use it.', {
      version,
    });
  }
  for (const sql of MIGRATIONS.slice(version)) db.exec(sql);
  if (version < MIGRATIONS.length) db.pragma(`user_version = ${MIGRATIONS.length}`);
}

/** Renames the file to the first name that is free, its log with it; gives the name. */
function setAside(file: string): string {
  let count = 1;
  while (existsSync(`${file}.damaged-${count}`)) count++;
  const aside = `${file}.damaged-${count}`;
  for (const tail of ['', '-wal', '-shm']) {
    if (existsSync(file + tail)) renameSync(file + tail, aside + tail);
  }
  return aside;
}

function inodeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? null;
}

function isUnwritable(error: unknown): boolean {
  if (isCtxError(error, 'STORE_UNWRITABLE')) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(SQLITE_(CANTOPEN|READONLY|PERM|FULL|IOERR)|EACCES|EPERM|EROFS|ENOSPC)/.test(code);
}
