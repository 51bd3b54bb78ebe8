import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CtxError } from './core/index.ts';
import { prepareStore } from './indexes/catalog/index.ts';
import { TRACE_SCHEMA } from './trace/trace-store.ts';

/** Numbered from 1; never edited once released, only added to: `memory.db` is not a cache. */
const MIGRATIONS: readonly string[] = [TRACE_SCHEMA];

/**
 * Opens `memory.db` (traces, later decisions and handoffs) in the store's folder, bringing it to the newest
 * schema. Where the folder cannot be written the memory lives in this process only. Fails with RUNTIME when the
 * file was written by a newer ctx.
 */
export function openMemory(folder: string): Database.Database {
  const db = connect(folder);
  db.transaction(() => migrate(db)).immediate();
  return db;
}

function connect(folder: string): Database.Database {
  let db: Database.Database | null = null;
  try {
    prepareStore(folder);
    db = new Database(join(folder, 'memory.db'), { timeout: 5_000 });
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    return db;
  } catch {
    db?.close();
    return new Database(':memory:');
  }
}

function migrate(db: Database.Database): void {
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > MIGRATIONS.length) {
    throw new CtxError('RUNTIME', 'memory.db was written by a newer version of ctx. Update ctx to use it.', {
      version,
    });
  }
  for (const sql of MIGRATIONS.slice(version)) db.exec(sql);
  db.pragma(`user_version = ${MIGRATIONS.length}`);
}
