import type { Database } from 'better-sqlite3';
import { CtxError, MEMORY_KINDS, type MemoryEntry, type MemoryScope } from '../../core/index.ts';
import { contentHash } from '../content-hash.ts';
import { signedTerms } from '../decisions/signed-terms.ts';
import { isRecord, parseJson } from '../json-record.ts';
import { scopeOf } from '../state/mine-decisions.ts';
import { statementKey } from '../state/statements.ts';
import { type GateVerdict, gateMemory, type MemoryConflict, resolve } from './write-gate.ts';

/** The tables of memory entries and of the conflicts between them. */
export const MEMORY_SCHEMA = `
CREATE TABLE memory_entries (
  place INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  replaced_by TEXT,
  body TEXT NOT NULL
);
CREATE TABLE memory_conflicts (
  winner TEXT NOT NULL,
  loser TEXT NOT NULL,
  rule TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (winner, loser)
) WITHOUT ROWID;
`;

/** Where the reader is: entries of other repositories, branches and machines are not for it. */
export type MemoryPlace = Readonly<Partial<Record<Exclude<MemoryScope, 'user'>, string>>>;

export interface RecallQuery {
  readonly text: string;
  readonly place: MemoryPlace;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly limit?: number;
  /** Whether the work tree has a path or a name; null where it cannot be told. */
  readonly exists?: (name: string) => boolean | null;
}

export interface RecalledMemory {
  readonly entry: MemoryEntry;
  readonly score: number;
  readonly label: 'historical clue: verify';
  /** Paths and names of code in it, and whether the work tree has them. */
  readonly checks: readonly { readonly name: string; readonly exists: boolean | null }[];
  /** Names code that is gone. */
  readonly stale: boolean;
}

export interface MemoryStore {
  /** Writes an entry that passes the gate; what it replaces and every conflict are recorded with it. */
  readonly remember: (entry: MemoryEntry, hasSecret?: (text: string) => boolean) => GateVerdict;
  /** Entries for a place that share words with a text, best first; one a subject, the narrowest and newest. */
  readonly recall: (query: RecallQuery) => readonly RecalledMemory[];
  /** All in force at a time, in the order of writing. */
  readonly list: (now: number) => readonly MemoryEntry[];
  readonly conflicts: () => readonly MemoryConflict[];
  /** By id or the unique beginning of one, in force or not. */
  readonly get: (id: string) => MemoryEntry | null;
  /** True when there was such an entry. */
  readonly forget: (id: string) => boolean;
}

const LIMIT = 8;

/** `m-` and 8 hex digits of the hash of what is said, where and when. */
export function memoryId({ subject, text, scope, scopeName, at }: Omit<MemoryEntry, 'id'>): string {
  return `m-${contentHash(JSON.stringify([subject, text, scope, scopeName, at])).slice(0, 8)}`;
}

/** Memory entries in a database that holds `MEMORY_SCHEMA`. The caller owns the database. */
export function createMemoryStore(db: Database): MemoryStore {
  const insert = db.prepare<[string, string]>('INSERT INTO memory_entries (id, body) VALUES (?, ?)');
  const replace = db.prepare<[string, string]>('UPDATE memory_entries SET replaced_by = ? WHERE id = ?');
  const inForce = db.prepare<[], { body: string }>(
    'SELECT body FROM memory_entries WHERE replaced_by IS NULL ORDER BY place',
  );
  const byPrefix = db.prepare<[string, string], { body: string }>(
    'SELECT body FROM memory_entries WHERE substr(id, 1, length(?)) = ? LIMIT 2',
  );
  const remove = db.prepare<[string]>('DELETE FROM memory_entries WHERE id = ?');
  const addConflict = db.prepare<[string, string, string, string]>(
    'INSERT OR REPLACE INTO memory_conflicts (winner, loser, rule, at) VALUES (?, ?, ?, ?)',
  );
  const allConflicts = db.prepare<[], MemoryConflict>(
    'SELECT winner, loser, rule FROM memory_conflicts ORDER BY at, winner, loser',
  );

  const list = (now: number): readonly MemoryEntry[] =>
    inForce
      .all()
      .map(({ body }) => entryOf(body))
      .filter((entry) => !isExpired(entry, now));

  const remember = db.transaction(
    (entry: MemoryEntry, hasSecret?: (text: string) => boolean): GateVerdict => {
      const verdict = gateMemory({
        entry,
        known: list(Date.parse(entry.at)),
        ...(hasSecret !== undefined && { hasSecret }),
      });
      if (!verdict.ok) return verdict;
      insert.run(entry.id, JSON.stringify(entry));
      for (const id of verdict.replaces) replace.run(entry.id, id);
      for (const { winner, loser, rule } of verdict.conflicts) addConflict.run(winner, loser, rule, entry.at);
      return verdict;
    },
  );

  return {
    remember: (entry, hasSecret) => remember.immediate(entry, hasSecret),
    recall: (query) => recallFrom(list(query.now), query),
    list,
    conflicts: () => allConflicts.all(),
    get: (id) => {
      const [row, other] = id === '' ? [] : byPrefix.all(id, id);
      return row === undefined || other !== undefined ? null : entryOf(row.body);
    },
    forget: (id) => remove.run(id).changes > 0,
  };
}

function entryOf(body: string): MemoryEntry {
  const value = parseJson(body);
  if (isRecord(value) && MEMORY_KINDS.some((kind) => kind === value['kind']))
    return value as unknown as MemoryEntry;
  throw new CtxError('RUNTIME', 'An entry in memory.db cannot be read: it is damaged.');
}

function isExpired({ at, ttl }: MemoryEntry, now: number): boolean {
  return ttl !== null && Date.parse(at) + ttl * 1_000 <= now;
}

function recallFrom(
  entries: readonly MemoryEntry[],
  { text, place, limit = LIMIT, exists = () => null }: RecallQuery,
): readonly RecalledMemory[] {
  const wanted = wordsOf(text);
  const here = entries.filter(({ scope, scopeName }) => scope === 'user' || place[scope] === scopeName);
  return winners(here)
    .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        (a.entry.at > b.entry.at ? -1 : a.entry.at < b.entry.at ? 1 : 0) ||
        (a.entry.id < b.entry.id ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ entry, score }) => {
      const { paths, symbols } = scopeOf(entry.text);
      const checks = [...paths, ...symbols].map((name) => ({ name, exists: exists(name) }));
      const stale = checks.some((check) => check.exists === false);
      return { entry, score, label: 'historical clue: verify', checks, stale };
    });
}

/** One entry a subject; episodes stand side by side. */
function winners(entries: readonly MemoryEntry[]): readonly MemoryEntry[] {
  const best = new Map<string, MemoryEntry>();
  for (const entry of entries) {
    const key = entry.kind === 'episodic' ? entry.id : `${entry.kind}\n${statementKey(entry.subject)}`;
    const rival = best.get(key);
    if (rival === undefined || resolve(entry, rival).winner === entry.id) best.set(key, entry);
  }
  return [...best.values()];
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set([...signedTerms(text)].map((term) => term.slice(1)));
}

/** Share of the entry's words that are asked for, the subject's counting twice, times its confidence. */
function scoreOf({ subject, text, confidence }: MemoryEntry, wanted: ReadonlySet<string>): number {
  const share = (words: ReadonlySet<string>): number =>
    words.size === 0 ? 0 : [...words].filter((word) => wanted.has(word)).length / words.size;
  return ((2 * share(wordsOf(subject)) + share(wordsOf(text))) / 3) * confidence;
}
