import { checkHandoff, checkProposal, type Handoff } from '../../index.ts';
import type { Facts, Fixture, NextAction } from './facts.ts';

export const FACT_KINDS = [
  'goal',
  'constraint',
  'path',
  'error',
  'decision',
  'rejected',
  'open call',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

export interface CheckedFact {
  readonly kind: FactKind;
  readonly text: string;
  readonly held: boolean;
}

interface Fact {
  readonly kind: FactKind;
  readonly texts: readonly string[];
  /** Whether the right field of a handoff says it. */
  readonly typed: (handoff: Handoff) => boolean;
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
const has = (text: string, piece: string): boolean => squeeze(text).includes(squeeze(piece));

function factsOf(facts: Facts): readonly Fact[] {
  const rules = [...facts.constraints, ...facts.acceptance];
  return [
    ...facts.goal.map((text) => fact('goal', [text], ({ goal }) => has(goal, text))),
    ...rules.map((text) =>
      fact('constraint', [text], ({ active_constraints, acceptance }) =>
        [...active_constraints, ...acceptance].some((each) => has(each.text, text)),
      ),
    ),
    ...facts.paths.map((text) =>
      fact('path', [text], ({ workspace_changes, must_reread }) =>
        [...workspace_changes, ...must_reread].some(({ path }) => path === text),
      ),
    ),
    ...facts.errors.map(({ text, open }) =>
      fact('error', [text], (handoff) => saysError(handoff, text, open)),
    ),
    ...facts.decisions.map((text) =>
      fact('decision', [text], ({ decisions }) =>
        decisions.some(({ claim, status }) => status !== 'rejected' && has(claim, text)),
      ),
    ),
    ...facts.rejected.map(({ claim, because }) =>
      fact('rejected', [claim, because], ({ decisions }) =>
        decisions.some(
          (each) => each.status === 'rejected' && has(each.claim, claim) && has(each.reason, because),
        ),
      ),
    ),
    ...facts.open_calls.map((text) =>
      fact('open call', [text], ({ open_tool_calls }) =>
        open_tool_calls.some(({ input }) => has(input, text)),
      ),
    ),
  ];
}

function fact(kind: FactKind, texts: readonly string[], typed: Fact['typed']): Fact {
  return { kind, texts, typed };
}

function saysError({ test_results, failed_attempts }: Handoff, text: string, open: boolean): boolean {
  if (!open) return failed_attempts.some(({ error_signature }) => has(error_signature, text));
  const failures = test_results.flatMap((result) => result.failures);
  return failures.some((failure) => has(failure.case, text) || has(failure.message, text));
}

/** Which facts stand in the right field of a handoff: stricter than being mentioned. */
export function factsInHandoff(facts: Facts, handoff: Handoff): readonly CheckedFact[] {
  return factsOf(facts).map(({ kind, texts, typed }) => ({
    kind,
    text: texts.join(' / '),
    held: typed(handoff),
  }));
}

/** Which facts a text mentions at all. */
export function factsInText(facts: Facts, text: string): readonly CheckedFact[] {
  const squeezed = squeeze(text);
  return factsOf(facts).map(({ kind, texts }) => ({
    kind,
    text: texts.join(' / '),
    held: texts.every((piece) => squeezed.includes(squeeze(piece))),
  }));
}

// ─── what does not hold any more ────────────────────────────────────────────────────────────────────────

export interface Share {
  readonly wrong: number;
  readonly all: number;
}

/** Of the tests that a state calls failing, those that passed in the end; and what contradicts itself. */
export function contradictions({ errors }: Facts, state: Handoff): Share {
  const claims = state.test_results.flatMap(({ failures }) => failures);
  const passed = errors.filter(({ open }) => !open);
  const wrong = claims.filter((claim) => passed.some(({ text }) => has(claim.case, text))).length;
  const own = checkHandoff({ handoff: state, events: null }).filter(({ kind }) => kind === 'contradiction');
  return {
    wrong: wrong + own.length,
    all: claims.length + state.next_actions.length + state.decisions.length,
  };
}

/** Of the files whose content a handoff knows by hash, those that are otherwise in the work tree. */
export function staleHashes({ tree }: Fixture, handoff: Handoff): Share {
  const known = [...handoff.workspace_changes, ...handoff.files_read].filter(
    ({ path, hash }) => hash !== null && tree !== null && path in tree,
  );
  return {
    wrong: flagged(
      handoff,
      (path) => tree?.[path] ?? null,
      known.map(({ path }) => path),
    ).length,
    all: known.length,
  };
}

/** After someone else has changed every other file that the handoff knows by hash: how many of those it is told of. */
export function staleFound({ tree }: Fixture, handoff: Handoff): Share {
  const known = [...handoff.workspace_changes, ...handoff.files_read]
    .filter(({ path, hash }) => hash !== null && typeof tree?.[path] === 'string')
    .map(({ path }) => path)
    .filter((_, index) => index % 2 === 0);
  const changed = new Set(known);
  const read = (path: string): string | null => {
    const text = tree?.[path] ?? null;
    return text !== null && changed.has(path) ? `${text}// changed by someone else\n` : text;
  };
  return { wrong: known.length - flagged(handoff, read, known).length, all: known.length };
}

function flagged(
  handoff: Handoff,
  readFile: (path: string) => string | null,
  paths: readonly string[],
): readonly string[] {
  const told = checkHandoff({ handoff, events: null, readFile }).filter(({ kind }) => kind === 'stale-file');
  return paths.filter((path) => told.some(({ message }) => message.startsWith(`${path} `)));
}

/** Of the files of the tree that a text quotes in great part, those that it quotes as they no longer are. */
export function staleQuotes({ tree }: Fixture, results: readonly string[]): Share {
  const files = Object.entries(tree ?? {}).flatMap(([path, text]) =>
    text === null ? [] : [{ path, lines: new Set(linesOf(text)) }],
  );
  let [wrong, all] = [0, 0];
  for (const result of results) {
    const lines = linesOf(result.replace(/^[ \t]*\d+→/gm, ''));
    if (lines.length < LEAST_LINES) continue;
    const known = files.find((file) => share(lines, file.lines) > QUOTED);
    if (known === undefined) continue;
    all++;
    if (share(lines, known.lines) < 1) wrong++;
  }
  return { wrong, all };
}

const LEAST_LINES = 12;
const QUOTED = 0.8;

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 3 && !/^(?:Chunk ID|Wall time|Process exited|Output:)/.test(line));
}

function share(lines: readonly string[], of: ReadonlySet<string>): number {
  return lines.filter((line) => of.has(line)).length / lines.length;
}

// ─── what comes next ────────────────────────────────────────────────────────────────────────────────────

/** What an agent would do next that goes by a state alone: a fixed rule, so that two states can be compared. */
export function nextAction(state: Handoff): NextAction {
  const [call] = state.open_tool_calls;
  if (call !== undefined) return { kind: 'rerun', what: call.input };
  const failing = state.test_results.findLast(({ failed }) => failed !== 0);
  const [failure] = failing?.failures ?? [];
  if (failure !== undefined) return { kind: 'fix', what: failure.case };
  const step = state.next_actions.find(({ status }) => status === 'in_progress') ?? state.next_actions[0];
  if (step !== undefined) return { kind: 'step', what: step.text };
  return state.workspace_changes.length > 0 ? { kind: 'verify', what: '' } : { kind: 'finish', what: '' };
}

export function agrees(found: NextAction, wanted: NextAction): boolean {
  return found.kind === wanted.kind && has(found.what, wanted.what);
}

/**
 * Whether a scripted agent gets on with the task from a state alone: it reads the files named there, runs what shows
 * how things stand, leaves what it must not run, and takes the first plan that was not rejected.
 */
export function recovers({ recovery, forbidden }: Facts, state: Handoff): boolean {
  const reads = new Set(state.must_reread.map(({ path }) => path));
  const failing = state.test_results.findLast(({ failed }) => failed !== 0)?.command;
  const last = state.test_results.at(-1)?.command;
  const runs = state.open_tool_calls[0]?.input ?? failing ?? last ?? '';
  const told = [
    ...state.active_constraints.map(({ text }) => text),
    ...state.failed_attempts.filter(({ do_not_repeat }) => do_not_repeat).map(({ action }) => action),
  ].join('\n');
  const plan = recovery.plans.findIndex(
    (text) => !checkProposal(text, state.decisions).some(({ kind }) => kind === 'repeats-rejected'),
  );
  return (
    recovery.reads.every((path) => reads.has(path)) &&
    has(runs, recovery.runs) &&
    forbidden.every((command) => has(told, command)) &&
    plan === recovery.right
  );
}
