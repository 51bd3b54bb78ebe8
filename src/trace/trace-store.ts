import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { CtxError, type Phase, type Trace } from '../core/index.ts';

/** The table of traces: ids sort by time. */
export const TRACE_SCHEMA = `
CREATE TABLE traces (
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  call TEXT NOT NULL,
  phase TEXT,
  task TEXT NOT NULL,
  body BLOB NOT NULL
);
`;

export interface TraceSummary {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly call: Trace['call'];
  readonly phase: Phase | null;
  /** Beginning of the task. */
  readonly task: string;
}

export interface TraceStore {
  /** Stores or replaces a trace, and drops the oldest above the cap. */
  readonly put: (trace: Trace) => void;
  readonly get: (id: string) => Trace | null;
  /** Newest first. */
  readonly list: (limit?: number) => readonly TraceSummary[];
  /** Keeps the newest; returns how many were dropped. */
  readonly prune: (keep?: number) => number;
}

const KEPT = 500;
/** Quick, and in one piece: a trace is written while somebody waits for its answer. */
const DEFLATE = { level: 1, chunkSize: 2 ** 17 };
const TASK_LENGTH = 200;

/** Traces in a database that holds `TRACE_SCHEMA`, each as compressed JSON. The caller owns the database. */
export function createTraceStore(db: Database, keep: number = KEPT): TraceStore {
  const insert = db.prepare<[string, string, string, string | null, string, Buffer]>(
    'INSERT OR REPLACE INTO traces (id, at, call, phase, task, body) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = db.prepare<[string], { body: Buffer }>('SELECT body FROM traces WHERE id = ?');
  const newest = db.prepare<[number], TraceSummary>(
    'SELECT id, at, call, phase, task FROM traces ORDER BY id DESC LIMIT ?',
  );
  const dropOld = db.prepare<[number]>(
    'DELETE FROM traces WHERE id <= (SELECT id FROM traces ORDER BY id DESC LIMIT 1 OFFSET ?)',
  );
  const prune = (count: number = keep): number => dropOld.run(count).changes;
  const put = db.transaction((trace: Trace): void => {
    const { id, at, call, phase, query } = trace;
    insert.run(
      id,
      at,
      call,
      phase,
      query.text.slice(0, TASK_LENGTH),
      deflateRawSync(JSON.stringify(trace), DEFLATE),
    );
    prune();
  });
  return {
    put: (trace) => put(trace),
    get: (id) => {
      const row = select.get(id);
      return row === undefined ? null : readTrace(id, row.body);
    },
    list: (limit = 20) => newest.all(limit),
    prune,
  };
}

function readTrace(id: string, body: Buffer): Trace {
  try {
    const value: unknown = JSON.parse(inflateRawSync(body).toString('utf8'));
    // Traces of before it was counted have no number of their own.
    if (isTrace(value)) return { ...value, considered: value.considered ?? value.candidates.length };
  } catch (error) {
    throw new CtxError('RUNTIME', `Trace ${id} cannot be read from the store: it is damaged.`, { id }, error);
  }
  throw new CtxError('RUNTIME', `Trace ${id} was written by another version of ctx.`, { id });
}

function isTrace(value: unknown): value is Trace {
  return typeof value === 'object' && value !== null && 'schemaVersion' in value && value.schemaVersion === 1;
}
