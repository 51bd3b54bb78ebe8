/** Decisions of the project: written down by hand, and brought to mind where a task touches them. */
import { checkProposal } from './check-proposal.ts';
import {
  CtxError,
  type Decision,
  type DecisionRecord,
  type DecisionStatus,
  type Task,
} from './core/index.ts';
import {
  type DecisionStore,
  decisionRecord,
  type ProposalWarning,
  scopeOf,
  touches,
} from './handoff/index.ts';

export interface NewDecision {
  /** What is decided on, as one would propose it: `Cache tokens in Redis`. */
  readonly claim: string;
  readonly status: DecisionStatus;
  readonly reason?: string;
  /** Condition under which to think again. */
  readonly revisitIf?: string;
  /** Paths, commits, issues, ids of events. */
  readonly evidence?: readonly string[];
  /** What the decision is about. Where none of the three is given, the paths and names in its words. */
  readonly paths?: readonly string[];
  readonly symbols?: readonly string[];
  readonly topics?: readonly string[];
}

/** The record of a new decision. `at` in milliseconds since the epoch. Fails with USAGE where the claim is blank. */
export function newDecision(given: NewDecision, at: number): DecisionRecord {
  const { claim, status, reason = '', revisitIf, evidence = [], paths, symbols, topics } = given;
  if (claim.trim() === '') throw new CtxError('USAGE', 'A decision needs a claim: what is decided on.');
  const scoped = paths ?? symbols ?? topics;
  return decisionRecord({
    claim: claim.trim(),
    status,
    reason,
    evidence_refs: evidence,
    revisit_if: revisitIf ?? null,
    at: new Date(at).toISOString(),
    ...(scoped && { scope: { paths: paths ?? [], symbols: symbols ?? [], topics: topics ?? [] } }),
  });
}

/** What a task is told of decisions. */
export interface TaskDecisions {
  /** Its own, then the accepted and rejected ones of the project that touch it, newest first. */
  readonly decisions: readonly Decision[];
  /** Rejected decisions that its goal or plan repeats, best match first. */
  readonly warnings: readonly ProposalWarning[];
}

const MOST_DECISIONS = 20;

export function decisionsFor(task: Task, { list }: Pick<DecisionStore, 'list'>): TaskDecisions {
  const own = (task.decisions ?? []).map(recordOf);
  const known = new Set(own.map(({ id }) => id));
  const stored = list().filter(({ id, status }) => status !== 'tentative' && !known.has(id));
  const warnings = checkProposal(proposalOf(task), [...own, ...stored]).filter(
    ({ kind }) => kind === 'repeats-rejected',
  );
  const warned = new Set(warnings.map(({ decision }) => decision.id));
  const near = stored.filter((decision) => warned.has(decision.id) || isNear(decision, task)).reverse();
  return { decisions: [...(task.decisions ?? []), ...near.slice(0, MOST_DECISIONS)], warnings };
}

function proposalOf({ goal, plan = '' }: Task): string {
  return plan === '' ? goal : `${goal}\n${plan}`;
}

/** A decision of a handoff has all fields; one that a caller wrote may have the few that a task asks for. */
function recordOf(decision: Decision): DecisionRecord {
  const { claim, reason } = decision;
  return {
    ...decisionRecord({ ...decision, claim, reason, evidence_refs: [], revisit_if: null, at: null }),
    ...decision,
  };
}

/** The words of a task name its symbols and topics; its paths also are the files that are open or changed. */
function isNear({ scope }: DecisionRecord, task: Task): boolean {
  const text = [proposalOf(task), ...(task.acceptance ?? []), ...(task.constraints ?? [])].join('\n');
  const said = scopeOf(text);
  const changed = typeof task.diff === 'object' ? task.diff.map(({ path }) => path) : [];
  return touches(scope, {
    paths: [...said.paths, ...(task.openFiles ?? []), ...changed],
    symbols: [...said.symbols, ...scope.symbols.filter((symbol) => hasWords(text, symbol))],
    topics: scope.topics.filter((topic) => hasWords(text.toLowerCase(), topic.toLowerCase())),
  });
}

/** Whether a text has the words as they stand, not as a part of longer ones. */
function hasWords(text: string, words: string): boolean {
  const isWord = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  for (let at = text.indexOf(words); at >= 0 && words !== ''; at = text.indexOf(words, at + 1)) {
    if (!isWord(text[at - 1]) && !isWord(text[at + words.length])) return true;
  }
  return false;
}
