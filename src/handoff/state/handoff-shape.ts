import { DECISION_STATUSES, type Handoff, OUTPUT_TOOLS } from '../../core/index.ts';
import { isRecord } from '../json-record.ts';
import { decisionId } from './mine-decisions.ts';
import {
  FLAG,
  jsonSchemaOf,
  listOf,
  NUMBER,
  nullable,
  type RecordShape,
  readShape,
  record,
  type Shape,
  TEXT,
  TEXTS,
  word,
} from './shape.ts';

const STATEMENT = record(
  'text',
  { text: TEXT, source: nullable(TEXT), elided: NUMBER },
  { source: null, elided: 0 },
);

const FAILURE = record(
  'case',
  {
    case: TEXT,
    message: TEXT,
    expected: nullable(TEXT),
    actual: nullable(TEXT),
    frames: TEXTS,
    signature: TEXT,
  },
  { expected: null, actual: null, frames: [] },
);

const SCOPE = record(
  'topics',
  { paths: TEXTS, symbols: TEXTS, topics: TEXTS },
  { paths: [], symbols: [], topics: [] },
);

const NO_SCOPE = { paths: [], symbols: [], topics: [] };

const DECISION = record(
  'claim',
  {
    id: TEXT,
    claim: TEXT,
    status: word(DECISION_STATUSES),
    reason: TEXT,
    evidence_refs: TEXTS,
    scope: SCOPE,
    supersedes: nullable(TEXT),
    revisit_if: nullable(TEXT),
    at: nullable(TEXT),
  },
  { reason: '', evidence_refs: [], scope: NO_SCOPE, supersedes: null, revisit_if: null, at: null },
);

/** Fields of a handoff in the order in which they are written. */
const FIELDS: Readonly<Record<keyof Handoff, Shape>> = {
  schema_version: { kind: 'constant', value: 1 },
  at: nullable(TEXT),
  goal: TEXT,
  prose: TEXT,
  user_statements: listOf(STATEMENT),
  statements_elided: NUMBER,
  acceptance: listOf(STATEMENT),
  active_constraints: listOf(STATEMENT),
  workspace_revision: nullable(TEXT),
  done: listOf(record('claim', { claim: TEXT, evidence: TEXTS }, { evidence: [] })),
  commands: listOf(
    record(
      'command',
      {
        command: TEXT,
        exit_code: nullable(NUMBER),
        runs: NUMBER,
        outcome: TEXT,
        source: TEXT,
      },
      { runs: 1, outcome: '' },
    ),
  ),
  test_results: listOf(
    record(
      'command',
      {
        command: TEXT,
        tool: word(OUTPUT_TOOLS),
        passed: nullable(NUMBER),
        failed: nullable(NUMBER),
        skipped: nullable(NUMBER),
        failures: listOf(FAILURE),
        source: TEXT,
      },
      { passed: null, skipped: null, failures: [] },
    ),
  ),
  workspace_changes: listOf(
    record(
      'path',
      {
        path: TEXT,
        action: word(['created', 'edited', 'deleted']),
        hash: nullable(TEXT),
        edits: NUMBER,
        source: TEXT,
      },
      { hash: null, edits: 1 },
    ),
  ),
  decisions: listOf(DECISION),
  failed_attempts: listOf(
    record(
      'action',
      {
        action: TEXT,
        error_signature: TEXT,
        message: TEXT,
        do_not_repeat: FLAG,
        count: NUMBER,
        source: TEXT,
      },
      { do_not_repeat: false, count: 1 },
    ),
  ),
  open_questions: listOf(STATEMENT),
  open_tool_calls: listOf(record('call_id', { call_id: TEXT, tool: TEXT, input: TEXT, source: TEXT })),
  next_actions: listOf(
    record(
      'text',
      { text: TEXT, status: word(['pending', 'in_progress', 'completed']), source: TEXT },
      { status: 'pending' },
    ),
  ),
  files_read: listOf(record('path', { path: TEXT, hash: nullable(TEXT), source: TEXT }, { hash: null })),
  must_reread: listOf(record('path', { path: TEXT, reason: TEXT }, { reason: '' })),
  artifact_refs: listOf(
    record('title', {
      hash: TEXT,
      kind: word(['output', 'summary']),
      title: TEXT,
      bytes: NUMBER,
      source: TEXT,
    }),
  ),
  sources: listOf(record('session', { session: TEXT, events: NUMBER, opaque: NUMBER })),
};

/** A handoff in which nothing has happened yet. */
export const EMPTY_HANDOFF: Handoff = {
  schema_version: 1,
  at: null,
  goal: '',
  prose: '',
  user_statements: [],
  statements_elided: 0,
  acceptance: [],
  active_constraints: [],
  workspace_revision: null,
  done: [],
  commands: [],
  test_results: [],
  workspace_changes: [],
  decisions: [],
  failed_attempts: [],
  open_questions: [],
  open_tool_calls: [],
  next_actions: [],
  files_read: [],
  must_reread: [],
  artifact_refs: [],
  sources: [],
};

const { goal: _, ...EMPTY_FIELDS } = EMPTY_HANDOFF;

export const HANDOFF_SHAPE: RecordShape = record('goal', FIELDS, EMPTY_FIELDS);

/**
 * A handoff from a parsed JSON value. Lists may be absent, bare strings stand for entries, decisions may lack an id.
 * Fails with USAGE, naming the place that is wrong.
 */
export function readHandoff(value: unknown): Handoff {
  return readShape(HANDOFF_SHAPE, withIds(value), 'handoff') as Handoff;
}

function withIds(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value['decisions'])) return value;
  const decisions = value['decisions'].map((decision: unknown) =>
    isRecord(decision) && typeof decision['claim'] === 'string'
      ? { id: decisionId(decision['claim']), ...decision }
      : decision,
  );
  return { ...value, decisions };
}

/** JSON Schema of a handoff. */
export function handoffSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'ctx handoff',
    ...jsonSchemaOf(HANDOFF_SHAPE),
  };
}
