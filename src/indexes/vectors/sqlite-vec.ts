import type { Database } from 'better-sqlite3';
import { CtxError } from '../../core/index.ts';

/**
 * Loads the sqlite-vec extension into the connection. Fails with RUNTIME where its package or the binary for
 * this platform is absent; the connection works on without vectors.
 */
export async function loadSqliteVec(db: Database): Promise<void> {
  try {
    const { load } = await import('sqlite-vec');
    load(db);
  } catch (cause) {
    throw new CtxError(
      'RUNTIME',
      `The sqlite-vec extension cannot be loaded on ${process.platform}-${process.arch}, so there is no semantic search. Reinstall ctx to get its binary.`,
      {},
      cause,
    );
  }
}

/** Version of the extension in this connection, or null when it is not loaded. */
export function sqliteVecVersion(db: Database): string | null {
  try {
    return String(db.prepare('SELECT vec_version()').pluck().get());
  } catch {
    return null;
  }
}
