import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { CallOutcome, CallRecord, ContentHash, NewCall, ToolUse } from '../core/index.ts';
import { createTimedId } from './trace-id.ts';

/** The tables of the calls of tools, and of their outputs that were too long to be sent whole. */
export const CALL_SCHEMA = `
CREATE TABLE calls (
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  tool TEXT NOT NULL,
  schema_version INTEGER NOT NULL,
  args TEXT NOT NULL,
  pid INTEGER NOT NULL,
  started TEXT NOT NULL,
  host TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'open',
  error TEXT,
  milliseconds REAL NOT NULL DEFAULT 0,
  output_bytes INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  cached INTEGER NOT NULL DEFAULT 0,
  trace_id TEXT
);
CREATE INDEX calls_open ON calls (status) WHERE status = 'open';
CREATE TABLE outputs (
  place INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  body BLOB NOT NULL
);
`;

/** The process that answers a call. */
export interface CallOwner {
  readonly pid: number;
  readonly started: string;
  readonly host: string;
}

export interface CallStore {
  /** Records that a call has begun; gives its id. */
  readonly begin: (call: NewCall) => string;
  /** Records how it ended. False where that was recorded before: a call has one end. */
  readonly end: (id: string, outcome: CallOutcome) => boolean;
  /** Ends the open calls of processes of this host that are gone; gives how many. Drops the oldest above the cap. */
  readonly interruptAbandoned: () => number;
  /** Newest first. */
  readonly list: (limit: number) => readonly CallRecord[];
  readonly get: (id: string) => CallRecord | null;
  /** Most used first. */
  readonly use: () => readonly ToolUse[];
  /** Keeps a text under its hash, and drops those above the cap that were kept longest ago. */
  readonly keep: (text: string) => ContentHash;
  readonly output: (hash: ContentHash) => string | null;
}

export interface CallStoreOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly owner: CallOwner;
  readonly isRunning: (owner: CallOwner) => boolean;
}

const KEPT_CALLS = 20_000;
const KEPT_OUTPUTS = 300;

const COLUMNS = `id, at, tool, schema_version AS schemaVersion, args, status, error, milliseconds,
  output_bytes AS outputBytes, output_tokens AS outputTokens, cached, trace_id AS traceId`;

type CallRow = Omit<CallRecord, 'cached'> & { readonly cached: 0 | 1 };

/** Calls in a database that holds `CALL_SCHEMA`. The caller owns the database. */
export function createCallStore(
  db: Database,
  { now, random, owner, isRunning }: CallStoreOptions,
): CallStore {
  const insert = db.prepare(
    `INSERT OR IGNORE INTO calls (id, at, tool, schema_version, args, pid, started, host)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const finish = db.prepare(
    `UPDATE calls SET status = ?, error = ?, milliseconds = ?, output_bytes = ?, output_tokens = ?, cached = ?,
     trace_id = ? WHERE id = ? AND status = 'open'`,
  );
  const open = db.prepare<[string], CallOwner>(
    "SELECT DISTINCT pid, started, host FROM calls WHERE status = 'open' AND host = ?",
  );
  const interrupt = db.prepare(
    `UPDATE calls SET status = 'interrupted' WHERE status = 'open' AND pid = ? AND started = ? AND host = ?`,
  );
  const prune = db.prepare<[number]>(
    `DELETE FROM calls WHERE status <> 'open' AND id <= (SELECT id FROM calls ORDER BY id DESC LIMIT 1 OFFSET ?)`,
  );
  const newest = db.prepare<[number], CallRow>(`SELECT ${COLUMNS} FROM calls ORDER BY id DESC LIMIT ?`);
  const byId = db.prepare<[string], CallRow>(`SELECT ${COLUMNS} FROM calls WHERE id = ?`);
  const every = db.prepare<[], CallRow>(`SELECT ${COLUMNS} FROM calls ORDER BY id`);
  const addOutput = db.prepare<[string, Buffer]>('INSERT OR REPLACE INTO outputs (hash, body) VALUES (?, ?)');
  const pruneOutputs = db.prepare<[number]>(
    'DELETE FROM outputs WHERE place <= (SELECT place FROM outputs ORDER BY place DESC LIMIT 1 OFFSET ?)',
  );
  const output = db.prepare<[string], { body: Buffer }>('SELECT body FROM outputs WHERE hash = ?');

  const begin = ({ tool, schemaVersion, args }: NewCall): string => {
    const at = now();
    // Many calls begin in one millisecond: what is left to chance may meet itself.
    for (;;) {
      const id = createTimedId('c', at, random);
      const row = [
        id,
        new Date(at).toISOString(),
        tool,
        schemaVersion,
        args,
        owner.pid,
        owner.started,
        owner.host,
      ];
      if (insert.run(...row).changes === 1) return id;
    }
  };

  return {
    begin,
    end: (id, { status, error, milliseconds, outputBytes, outputTokens, cached, traceId }) => {
      const values = [status, error, milliseconds, outputBytes, outputTokens, cached ? 1 : 0, traceId, id];
      return finish.run(...values).changes === 1;
    },
    interruptAbandoned: () => {
      const gone = open.all(owner.host).filter((holder) => !isRunning(holder));
      const ended = gone.reduce(
        (sum, { pid, started, host }) => sum + interrupt.run(pid, started, host).changes,
        0,
      );
      prune.run(KEPT_CALLS);
      return ended;
    },
    list: (limit) => newest.all(limit).map(recordOf),
    get: (id) => {
      const row = byId.get(id);
      return row === undefined ? null : recordOf(row);
    },
    use: () => useOf(every.all().map(recordOf)),
    keep: (text) => {
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 32);
      addOutput.run(hash, deflateRawSync(text));
      pruneOutputs.run(KEPT_OUTPUTS);
      return hash;
    },
    output: (hash) => {
      const row = output.get(hash);
      return row === undefined ? null : inflateRawSync(row.body).toString('utf8');
    },
  };
}

function recordOf({ cached, ...row }: CallRow): CallRecord {
  return { ...row, cached: cached === 1 };
}

function useOf(records: readonly CallRecord[]): readonly ToolUse[] {
  const tools = new Map<string, CallRecord[]>();
  for (const record of records) {
    const known = tools.get(record.tool);
    if (known) known.push(record);
    else tools.set(record.tool, [record]);
  }
  return [...tools]
    .map(([tool, calls]) => toolUse(tool, calls))
    .sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
}

function toolUse(tool: string, calls: readonly CallRecord[]): ToolUse {
  const count = (wanted: (call: CallRecord) => boolean): number => calls.filter(wanted).length;
  const times = calls
    .filter(({ status }) => status !== 'open' && status !== 'interrupted')
    .map(({ milliseconds }) => milliseconds)
    .sort((a, b) => a - b);
  return {
    tool,
    calls: calls.length,
    failed: count(({ status }) => status === 'failed'),
    cancelled: count(({ status }) => status === 'cancelled'),
    interrupted: count(({ status }) => status === 'interrupted'),
    repeated: calls.length - new Set(calls.map(({ args }) => args)).size,
    cached: count(({ cached }) => cached),
    outputTokens: calls.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
    medianMilliseconds: quantile(times, 0.5),
    p95Milliseconds: quantile(times, 0.95),
  };
}

/** The smallest value that at least this share of the values does not exceed. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
