import type { Database } from 'better-sqlite3';
import {
  CtxError,
  DECISION_STATUSES,
  type DecisionRecord,
  type DecisionScope,
  type DecisionStatus,
} from '../../core/index.ts';
import { isRecord, parseJson } from '../json-record.ts';

/** The tables of decisions; `place` counts up in the order of recording. */
export const DECISION_SCHEMA = `
CREATE TABLE decisions (
  place INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  superseded_by TEXT,
  body TEXT NOT NULL
);
CREATE TABLE decision_scopes (
  decision TEXT NOT NULL REFERENCES decisions (id),
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (decision, kind, value)
) WITHOUT ROWID;
CREATE INDEX decision_scopes_by_value ON decision_scopes (kind, value);
`;

export interface DecisionFilter {
  readonly status?: DecisionStatus;
  /** Also those that another one replaced. */
  readonly superseded?: boolean;
}

export interface DecisionStore {
  /**
   * Records a decision, or adds to the one with its id. Fails with USAGE where that one is settled the other way:
   * supersede it instead.
   */
  readonly record: (decision: DecisionRecord) => DecisionRecord;
  /** Records a decision that replaces another. Fails with NOT_FOUND, or USAGE where that one is replaced already. */
  readonly supersede: (id: string, decision: DecisionRecord) => DecisionRecord;
  /** By id or by the unique beginning of one. */
  readonly get: (id: string) => DecisionRecord | null;
  /** In the order of recording. */
  readonly list: (filter?: DecisionFilter) => readonly DecisionRecord[];
  /**
   * Decisions in force that touch one of the paths (the same, above or below it), symbols (the same, or the same last
   * name) or topics; those without a scope touch everything.
   */
  readonly inScope: (scope: Partial<DecisionScope>) => readonly DecisionRecord[];
}

interface Row {
  readonly body: string;
  readonly superseded_by: string | null;
}

/** Decisions in a database that holds `DECISION_SCHEMA`. The caller owns the database. */
export function createDecisionStore(db: Database): DecisionStore {
  const insert = db.prepare<[string, string, string]>(
    `INSERT INTO decisions (id, status, body) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, body = excluded.body`,
  );
  const byId = db.prepare<[string], Row>('SELECT body, superseded_by FROM decisions WHERE id = ?');
  const byPrefix = db.prepare<[string, string], Row>(
    'SELECT body, superseded_by FROM decisions WHERE substr(id, 1, length(?)) = ? LIMIT 2',
  );
  const all = db.prepare<[], Row>('SELECT body, superseded_by FROM decisions ORDER BY place');
  const replace = db.prepare<[string, string]>('UPDATE decisions SET superseded_by = ? WHERE id = ?');
  const dropScope = db.prepare<[string]>('DELETE FROM decision_scopes WHERE decision = ?');
  const addScope = db.prepare<[string, string, string]>(
    'INSERT OR IGNORE INTO decision_scopes VALUES (?, ?, ?)',
  );

  function write(decision: DecisionRecord): DecisionRecord {
    insert.run(decision.id, decision.status, JSON.stringify(decision));
    dropScope.run(decision.id);
    for (const [kind, value] of scopeRows(decision.scope)) addScope.run(decision.id, kind, value);
    return decision;
  }

  const record = db.transaction((decision: DecisionRecord): DecisionRecord => {
    const row = byId.get(decision.id);
    if (row === undefined) return write(decision);
    const known = decisionOf(row);
    if (row.superseded_by !== null || (known.status !== 'tentative' && known.status !== decision.status)) {
      throw new CtxError(
        'USAGE',
        `Decision ${known.id} is ${row.superseded_by === null ? known.status : 'superseded'} already. Supersede it to decide otherwise.`,
        { id: known.id },
      );
    }
    return write(mergeDecisions(known, decision));
  });

  const supersede = db.transaction((id: string, decision: DecisionRecord): DecisionRecord => {
    const row = byId.get(id);
    if (row === undefined) throw new CtxError('NOT_FOUND', `There is no decision ${id}.`, { id });
    if (row.superseded_by !== null) {
      throw new CtxError('USAGE', `Decision ${id} is superseded by ${row.superseded_by} already.`, { id });
    }
    const fresh = { ...decision, id: freeId(decision.id), supersedes: id };
    replace.run(fresh.id, id);
    return write(fresh);
  });

  /** The same claim decided again has the same words: a number tells the records apart. */
  function freeId(id: string): string {
    let free = id;
    for (let n = 2; byId.get(free) !== undefined; n++) free = `${id}-${n}`;
    return free;
  }

  const list = ({ status, superseded = false }: DecisionFilter = {}): readonly DecisionRecord[] =>
    all
      .all()
      .filter((row) => superseded || row.superseded_by === null)
      .map(decisionOf)
      .filter((decision) => status === undefined || decision.status === status);

  return {
    record: (decision) => record.immediate(decision),
    supersede: (id, decision) => supersede.immediate(id, decision),
    get: (id) => {
      const exact = byId.get(id);
      const rows = exact === undefined && id !== '' ? byPrefix.all(id, id) : [];
      const row = exact ?? (rows.length === 1 ? rows[0] : undefined);
      return row === undefined ? null : decisionOf(row);
    },
    list,
    inScope: (scope) => list().filter((decision) => touches(decision.scope, scope)),
  };
}

function decisionOf({ body }: Row): DecisionRecord {
  const value = parseJson(body);
  if (isRecord(value) && DECISION_STATUSES.some((status) => status === value['status']))
    return value as unknown as DecisionRecord;
  throw new CtxError('RUNTIME', 'A decision in memory.db cannot be read: it is damaged.');
}

/** What a decision said again adds: evidence, and what was missing. */
function mergeDecisions(known: DecisionRecord, said: DecisionRecord): DecisionRecord {
  const union = (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])];
  return {
    ...known,
    status: said.status,
    reason: said.reason === '' ? known.reason : said.reason,
    revisit_if: said.revisit_if ?? known.revisit_if,
    evidence_refs: union(known.evidence_refs, said.evidence_refs),
    scope: {
      paths: union(known.scope.paths, said.scope.paths),
      symbols: union(known.scope.symbols, said.scope.symbols),
      topics: union(known.scope.topics, said.scope.topics),
    },
  };
}

function scopeRows({ paths, symbols, topics }: DecisionScope): readonly (readonly [string, string])[] {
  return [
    ...paths.map((value) => ['path', value] as const),
    ...symbols.map((value) => ['symbol', value] as const),
    ...topics.map((value) => ['topic', value.toLowerCase()] as const),
  ];
}

/** Whether a decision's scope meets another scope; one without a scope meets every other. */
export function touches(own: DecisionScope, other: Partial<DecisionScope>): boolean {
  if (own.paths.length + own.symbols.length + own.topics.length === 0) return true;
  const { paths = [], symbols = [], topics = [] } = other;
  const lastName = (symbol: string): string => symbol.split(/[.:#]+/).at(-1) ?? symbol;
  return (
    own.paths.some((path) => paths.some((each) => isWithin(path, each) || isWithin(each, path))) ||
    own.symbols.some((symbol) => symbols.some((each) => lastName(each) === lastName(symbol))) ||
    own.topics.some((topic) => topics.some((each) => each.toLowerCase() === topic.toLowerCase()))
  );
}

/** A path lies within a folder, is the same, or is the tail that people write of it. */
function isWithin(path: string, other: string): boolean {
  const folder = other.replace(/\/$/, '');
  return path === folder || path.startsWith(`${folder}/`) || path.endsWith(`/${folder}`);
}
