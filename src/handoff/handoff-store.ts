import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { type Artifact, type ContentHash, CtxError, type Handoff } from '../core/index.ts';
import { contentHash } from './content-hash.ts';
import { readHandoff } from './state/handoff-shape.ts';

/** The tables of handoffs and of texts moved out of conversations. */
export const HANDOFF_SCHEMA = `
CREATE TABLE handoffs (
  place INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  goal TEXT NOT NULL,
  body BLOB NOT NULL
);
CREATE TABLE artifacts (
  hash TEXT PRIMARY KEY,
  body BLOB NOT NULL
) WITHOUT ROWID;
`;

export interface HandoffSummary {
  readonly id: string;
  /** ISO 8601: when it was stored. */
  readonly at: string;
  /** Beginning of the goal. */
  readonly goal: string;
}

export interface HandoffStore {
  /** Stores a handoff with its artifacts; the same handoff has the same id. `at` in ISO 8601. */
  readonly put: (handoff: Handoff, artifacts: readonly Artifact[], at: string) => string;
  /** By id or by the unique beginning of one; `latest` is the newest. */
  readonly get: (id: string) => Handoff | null;
  /** Newest first. */
  readonly list: (limit?: number) => readonly HandoffSummary[];
  readonly artifact: (hash: ContentHash) => string | null;
}

const GOAL_LENGTH = 160;

/** Handoffs in a database that holds `HANDOFF_SCHEMA`, compressed. The caller owns the database. */
export function createHandoffStore(db: Database): HandoffStore {
  const insert = db.prepare<[string, string, string, Buffer]>(
    'INSERT INTO handoffs (id, at, goal, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
  );
  const addArtifact = db.prepare<[string, Buffer]>(
    'INSERT OR IGNORE INTO artifacts (hash, body) VALUES (?, ?)',
  );
  const newest = db.prepare<[], { body: Buffer }>('SELECT body FROM handoffs ORDER BY place DESC LIMIT 1');
  const byPrefix = db.prepare<[string, string], { body: Buffer }>(
    'SELECT body FROM handoffs WHERE substr(id, 1, length(?)) = ? LIMIT 2',
  );
  const list = db.prepare<[number], HandoffSummary>(
    'SELECT id, at, goal FROM handoffs ORDER BY place DESC LIMIT ?',
  );
  const artifact = db.prepare<[string], { body: Buffer }>('SELECT body FROM artifacts WHERE hash = ?');

  const put = db.transaction((handoff: Handoff, artifacts: readonly Artifact[], at: string): string => {
    const text = JSON.stringify(handoff);
    const id = `h-${contentHash(text).slice(0, 12)}`;
    insert.run(id, at, handoff.goal.slice(0, GOAL_LENGTH), deflateRawSync(text));
    for (const { ref, text: body } of artifacts) addArtifact.run(ref.hash, deflateRawSync(body));
    return id;
  });

  return {
    put: (handoff, artifacts, at) => put.immediate(handoff, artifacts, at),
    get: (id) => {
      const rows = id === 'latest' ? newest.all() : id === '' ? [] : byPrefix.all(id, id);
      const [row] = rows;
      return rows.length === 1 && row !== undefined ? handoffOf(id, row.body) : null;
    },
    list: (limit = 20) => list.all(limit),
    artifact: (hash) => {
      const row = artifact.get(hash);
      return row === undefined ? null : inflate(row.body, `Artifact ${hash}`);
    },
  };
}

function handoffOf(id: string, body: Buffer): Handoff {
  return readHandoff(JSON.parse(inflate(body, `Handoff ${id}`)));
}

function inflate(body: Buffer, name: string): string {
  try {
    return inflateRawSync(body).toString('utf8');
  } catch (error) {
    throw new CtxError('RUNTIME', `${name} cannot be read from the store: it is damaged.`, {}, error);
  }
}
