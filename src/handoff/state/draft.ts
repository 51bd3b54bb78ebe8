import type {
  ArtifactRef,
  CommandRun,
  DecisionRecord,
  DoneItem,
  FailedAttempt,
  FileRead,
  Handoff,
  OpenToolCall,
  PlanItem,
  SessionProgress,
  Statement,
  TestResult,
  WorkspaceChange,
} from '../../core/index.ts';
import { statementKey } from './statements.ts';

/** A handoff while events are folded into it: lists by key, in the order of their last change. */
export interface Draft {
  at: string | null;
  goal: string;
  revision: string | null;
  elided: number;
  statements: Statement[];
  questions: Statement[];
  plan: readonly PlanItem[];
  readonly acceptance: Map<string, Statement>;
  readonly constraints: Map<string, Statement>;
  readonly done: Map<string, DoneItem>;
  readonly commands: Map<string, CommandRun>;
  readonly results: Map<string, TestResult>;
  readonly changes: Map<string, WorkspaceChange>;
  readonly decisions: Map<string, DecisionRecord>;
  readonly attempts: Map<string, FailedAttempt>;
  readonly calls: Map<string, OpenToolCall>;
  readonly reads: Map<string, FileRead>;
  readonly artifacts: Map<string, ArtifactRef>;
  readonly sources: Map<string, SessionProgress>;
}

export const resultKey = ({ tool, command }: { readonly tool: string; readonly command: string }): string =>
  `${tool}\n${command}`;
export const attemptKey = (attempt: Pick<FailedAttempt, 'action' | 'error_signature'>): string =>
  `${attempt.action}\n${attempt.error_signature}`;

function keyed<T>(items: readonly T[], key: (item: T) => string): Map<string, T> {
  return new Map(items.map((item) => [key(item), item]));
}

/** The last commit that the session made. */
export function lastCommit({ done }: Draft): DoneItem | undefined {
  return [...done.values()].findLast(({ claim }) => /^commit [0-9a-f]{7}/.test(claim));
}

export function draftOf(handoff: Handoff): Draft {
  return {
    at: handoff.at,
    goal: handoff.goal,
    revision: handoff.workspace_revision,
    elided: handoff.statements_elided,
    statements: [...handoff.user_statements],
    questions: [...handoff.open_questions],
    plan: handoff.next_actions,
    acceptance: keyed(handoff.acceptance, ({ text }) => statementKey(text)),
    constraints: keyed(handoff.active_constraints, ({ text }) => statementKey(text)),
    done: keyed(handoff.done, ({ claim }) => claim),
    commands: keyed(handoff.commands, ({ command }) => command),
    results: keyed(handoff.test_results, resultKey),
    changes: keyed(handoff.workspace_changes, ({ path }) => path),
    decisions: keyed(handoff.decisions, ({ id }) => id),
    attempts: keyed(handoff.failed_attempts, attemptKey),
    calls: keyed(handoff.open_tool_calls, ({ call_id }) => call_id),
    reads: keyed(handoff.files_read, ({ path }) => path),
    artifacts: keyed(handoff.artifact_refs, ({ hash }) => hash),
    sources: keyed(handoff.sources, ({ session }) => session),
  };
}

/** Puts an entry last, so that order is order of change. */
export function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
}

/** Takes over what another handoff knows and this one does not. */
export function absorb(draft: Draft, handoff: Handoff): void {
  const other = draftOf(handoff);
  if (draft.goal === '') draft.goal = other.goal;
  draft.revision ??= other.revision;
  draft.elided += other.elided;
  draft.statements = [...other.statements, ...draft.statements];
  if (draft.plan.length === 0) draft.plan = other.plan;
  for (const name of MAPS) takeOver<unknown>(draft[name], other[name]);
}

const MAPS = [
  'acceptance',
  'constraints',
  'done',
  'commands',
  'results',
  'changes',
  'decisions',
  'attempts',
  'calls',
  'reads',
  'artifacts',
  'sources',
] as const;

function takeOver<T>(own: Map<string, T>, other: ReadonlyMap<string, T>): void {
  for (const [key, value] of other) if (!own.has(key)) own.set(key, value);
}

// How many of each kind a handoff holds. Constraints, acceptance and settled decisions have no cap.
const FIRST_STATEMENTS = 3;
const LAST_STATEMENTS_LENGTH = 8_000;
const KEPT = {
  done: 40,
  commands: 30,
  failing: 12,
  passing: 6,
  tentative: 20,
  changes: 200,
  attempts: 24,
  reads: 24,
  artifacts: 16,
  sources: 20,
} as const;

/** The draft as a handoff, lists cut to their caps from the old end; `must_reread` is left to `filesToReread`. */
export function finish(draft: Draft): Handoff {
  const statements = capStatements(draft);
  const failing = [...draft.results.values()].filter(({ failed }) => failed !== 0);
  const passing = [...draft.results.values()].filter(({ failed }) => failed === 0);
  return {
    schema_version: 1,
    at: draft.at,
    goal: draft.goal,
    prose: '',
    user_statements: statements,
    statements_elided: draft.elided + draft.statements.length - statements.length,
    acceptance: [...draft.acceptance.values()],
    active_constraints: [...draft.constraints.values()],
    workspace_revision: draft.revision,
    done: newest(draft.done, KEPT.done, (item) => item === lastCommit(draft)),
    commands: newest(draft.commands, KEPT.commands, ({ exit_code }) => exit_code !== 0 && exit_code !== null),
    test_results: [...failing.slice(-KEPT.failing), ...passing.slice(-KEPT.passing)],
    workspace_changes: newest(draft.changes, KEPT.changes),
    decisions: newest(draft.decisions, KEPT.tentative, ({ status }) => status !== 'tentative'),
    failed_attempts: newest(draft.attempts, KEPT.attempts, ({ do_not_repeat }) => do_not_repeat),
    open_questions: draft.questions,
    open_tool_calls: [...draft.calls.values()],
    next_actions: draft.plan.filter(({ status }) => status !== 'completed'),
    files_read: newest(draft.reads, KEPT.reads),
    must_reread: [],
    artifact_refs: newest(draft.artifacts, KEPT.artifacts, ({ kind }) => kind === 'summary'),
    sources: newest(draft.sources, KEPT.sources),
  };
}

/** The first ones say what the work is, the last ones where it stands: as many as their length allows. */
function capStatements({ statements }: Draft): readonly Statement[] {
  let from = statements.length;
  let length = 0;
  while (from > FIRST_STATEMENTS) {
    length += statements[from - 1]?.text.length ?? 0;
    if (length > LAST_STATEMENTS_LENGTH) break;
    from--;
  }
  return [...statements.slice(0, FIRST_STATEMENTS), ...statements.slice(Math.max(from, FIRST_STATEMENTS))];
}

function newest<T>(map: ReadonlyMap<string, T>, count: number, always?: (item: T) => boolean): readonly T[] {
  const items = [...map.values()];
  const first = items.length - count;
  return items.filter((item, index) => index >= first || always?.(item) === true);
}
