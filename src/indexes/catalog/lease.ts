import { CtxError } from '../../core/index.ts';
import type { Db } from './open-database.ts';
import { isRunning, type ProcessIdentity, thisProcess } from './process-identity.ts';

interface LeaseRow extends ProcessIdentity {
  readonly heartbeat: number;
}

/** A holder on another host that has not been heard of for this long is taken for dead. */
const SILENCE_MS = 60_000;

export interface Lease {
  /** Call it in every transaction that writes. Fails with LOCKED when another process has taken the lease over. */
  readonly beat: () => void;
  readonly release: () => void;
}

/**
 * The right to write: one process at a time. Taken over when its holder is gone. Fails with LOCKED, details
 * `{ pid, host }`, when a living process has it.
 */
export function takeLease(db: Db, now: () => number): Lease {
  const mine = thisProcess();
  db.transaction(() => {
    const row = readLease(db);
    if (row && isHeld(row, mine.host, now())) throw locked(row);
    const values = [mine.pid, mine.started, mine.host, now()];
    db.prepare('INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?, ?)').run(...values);
  }).immediate();
  const own = 'WHERE pid = ? AND started = ? AND host = ?';
  const beat = db.prepare(`UPDATE lease SET heartbeat = ? ${own}`);
  const release = db.prepare(`DELETE FROM lease ${own}`);
  return {
    beat: () => {
      if (beat.run(now(), mine.pid, mine.started, mine.host).changes === 0) throw locked(readLease(db));
    },
    release: () => release.run(mine.pid, mine.started, mine.host),
  };
}

function readLease(db: Db): LeaseRow | undefined {
  return db.prepare('SELECT pid, started, host, heartbeat FROM lease').get() as LeaseRow | undefined;
}

function locked(row: LeaseRow | undefined): CtxError {
  const { pid = null, host = null } = row ?? {};
  return new CtxError(
    'LOCKED',
    `${pid === null ? 'Another process' : `Process ${pid} on ${host}`} is indexing this repository. Wait for it, or end it and try again.`,
    { pid, host },
  );
}

function isHeld(row: LeaseRow, host: string, now: number): boolean {
  if (row.host !== host) return now - row.heartbeat < SILENCE_MS;
  return isRunning(row);
}
