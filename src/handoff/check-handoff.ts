import { posix } from 'node:path';
import type { ContentHash, DecisionRecord, Handoff, RepoPath, SessionEvent } from '../core/index.ts';
import { contentHash } from './content-hash.ts';
import { flipped, signedTerms } from './decisions/signed-terms.ts';
import { textsIn } from './map-texts.ts';

export interface HandoffFinding {
  readonly kind:
    | 'path-not-in-session'
    | 'id-not-in-session'
    | 'command-not-in-session'
    | 'words-not-in-session'
    | 'stale-file'
    | 'missing-file'
    | 'stale-revision'
    | 'contradiction';
  /** Field of the handoff, with the position: `workspace_changes[2]`. */
  readonly place: string;
  readonly message: string;
}

export interface CheckHandoffInput {
  readonly handoff: Handoff;
  /** The session that it was made from; null where it is not at hand: then nothing is said about occurrence. */
  readonly events: readonly SessionEvent[] | null;
  /** Folder of the session below the root, where its relative paths begin. */
  readonly folder?: RepoPath;
  /** Sessions that were read before: their ids are not looked for. */
  readonly previous?: Handoff | null;
  /** Text of a file of the work tree, or null where there is none. Without it nothing is said about files. */
  readonly readFile?: (path: RepoPath) => string | null;
  /** Commit of the work tree. */
  readonly revision?: string | null;
}

/**
 * What is wrong with a handoff: paths, ids, commands and quoted words that do not occur in the session; files and the
 * commit that are not as it says; decisions and plans that contradict each other. Empty when all is well.
 */
export function checkHandoff(input: CheckHandoffInput): readonly HandoffFinding[] {
  return [...occurrences(input), ...staleness(input), ...contradictions(input.handoff)];
}

// ─── occurrence ─────────────────────────────────────────────────────────────────────────────────────────

interface Claimed {
  readonly place: string;
  readonly text: string;
}

function occurrences({
  handoff,
  events,
  previous = null,
  folder = '',
}: CheckHandoffInput): readonly HandoffFinding[] {
  if (events === null) return [];
  const ids = new Set(events.map(({ id }) => id));
  const sessions = new Set([...ids].map((id) => id.slice(0, id.lastIndexOf('.'))));
  const text = sessionText(events) + (previous === null ? '' : `\n${textsIn(previous).join('\n')}`);
  const flat = squeeze(text);
  const unknown = (
    claimed: readonly Claimed[],
    kind: HandoffFinding['kind'],
    has: (value: string) => boolean,
  ) =>
    claimed
      .filter((each) => !has(each.text))
      .map(({ place, text: value }): HandoffFinding => ({ kind, place, message: MESSAGES[kind](value) }));
  // Ids of sessions that are not at hand cannot be looked up.
  const knownId = (id: string): boolean => ids.has(id) || !sessions.has(id.slice(0, id.lastIndexOf('.')));
  return [
    ...unknown(pathsOf(handoff), 'path-not-in-session', (path) =>
      [path, posix.relative(folder, path), path.replaceAll('/', '\\\\')].some((way) => text.includes(way)),
    ),
    ...unknown(idsOf(handoff), 'id-not-in-session', knownId),
    ...unknown(commandsOf(handoff), 'command-not-in-session', (command) => flat.includes(squeeze(command))),
    ...unknown(wordsOf(handoff), 'words-not-in-session', (words) =>
      words.split(/\n\[… \d+ characters left out …\]\n/).every((part) => flat.includes(squeeze(part))),
    ),
  ];
}

const MESSAGES: Readonly<Record<HandoffFinding['kind'], (value: string) => string>> = {
  'path-not-in-session': (path) => `The session never names ${path}.`,
  'id-not-in-session': (id) => `The session has no event ${id}.`,
  'command-not-in-session': (command) => `The session never runs ${short(command)}.`,
  'words-not-in-session': (words) => `Nobody says in the session: ${short(words)}`,
  'stale-file': (path) => `${path} has changed since the session.`,
  'missing-file': (path) => `${path} is not in the work tree.`,
  'stale-revision': (revision) => `The work tree is at ${revision}.`,
  contradiction: (what) => what,
};

function short(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function sessionText(events: readonly SessionEvent[]): string {
  return events
    .map((event) => {
      if (event.kind === 'call') return stringsIn(event.input).join('\n');
      return event.kind === 'opaque' ? event.raw : event.text;
    })
    .join('\n');
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value);
  const own = inner.flatMap(stringsIn);
  return inner.every((each) => typeof each === 'string') && Array.isArray(value)
    ? [...own, own.join(' ')]
    : own;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const at = <T>(field: string, items: readonly T[], text: (item: T) => string): readonly Claimed[] =>
  items.map((item, index) => ({ place: `${field}[${index}]`, text: text(item) }));

function pathsOf(handoff: Handoff): readonly Claimed[] {
  return [
    ...at('workspace_changes', handoff.workspace_changes, ({ path }) => path),
    ...at('files_read', handoff.files_read, ({ path }) => path),
    ...at('must_reread', handoff.must_reread, ({ path }) => path),
  ];
}

function idsOf(handoff: Handoff): readonly Claimed[] {
  const sourced = (field: string, items: readonly { readonly source: string | null }[]): readonly Claimed[] =>
    at(field, items, ({ source }) => source ?? '').filter(({ text }) => text !== '');
  return [
    ...sourced('user_statements', handoff.user_statements),
    ...sourced('acceptance', handoff.acceptance),
    ...sourced('active_constraints', handoff.active_constraints),
    ...sourced('commands', handoff.commands),
    ...sourced('test_results', handoff.test_results),
    ...sourced('workspace_changes', handoff.workspace_changes),
    ...sourced('failed_attempts', handoff.failed_attempts),
    ...sourced('open_tool_calls', handoff.open_tool_calls),
    ...sourced('next_actions', handoff.next_actions),
    ...sourced('files_read', handoff.files_read),
    ...handoff.done.flatMap(({ evidence }, index) =>
      evidence.map((text) => ({ place: `done[${index}]`, text })),
    ),
  ];
}

function commandsOf(handoff: Handoff): readonly Claimed[] {
  return [
    ...at('commands', handoff.commands, ({ command }) => command),
    ...at('test_results', handoff.test_results, ({ command }) => command),
  ];
}

function wordsOf(handoff: Handoff): readonly Claimed[] {
  return [
    ...(handoff.goal === '' ? [] : [{ place: 'goal', text: handoff.goal }]),
    ...at('user_statements', handoff.user_statements, ({ text }) => text),
    ...at('acceptance', handoff.acceptance, ({ text }) => text),
    ...at('active_constraints', handoff.active_constraints, ({ text }) => text),
  ];
}

// ─── staleness ──────────────────────────────────────────────────────────────────────────────────────────

function staleness({ handoff, readFile, revision = null }: CheckHandoffInput): readonly HandoffFinding[] {
  const said = handoff.workspace_revision;
  const moved =
    revision !== null && said !== null && !revision.startsWith(said) && !said.startsWith(revision);
  return [
    ...(moved ? [finding('stale-revision', 'workspace_revision', revision)] : []),
    ...(readFile === undefined ? [] : staleFiles('workspace_changes', handoff.workspace_changes, readFile)),
    ...(readFile === undefined ? [] : staleFiles('files_read', handoff.files_read, readFile)),
  ];
}

interface KnownFile {
  readonly path: RepoPath;
  readonly hash: ContentHash | null;
  readonly action?: 'created' | 'edited' | 'deleted';
}

/** Files outside the work tree are nobody's to read. */
function staleFiles(
  field: string,
  files: readonly KnownFile[],
  readFile: (path: RepoPath) => string | null,
): readonly HandoffFinding[] {
  return files.flatMap((file, index) => {
    if (/^(?:\/|~|[A-Z]:|\.\.)/.test(file.path)) return [];
    const found = staleFile(file, readFile(file.path), `${field}[${index}]`);
    return found === null ? [] : [found];
  });
}

function staleFile(
  { path, hash, action }: KnownFile,
  text: string | null,
  place: string,
): HandoffFinding | null {
  if (action === 'deleted')
    return text === null ? null : { kind: 'stale-file', place, message: `${path} exists again.` };
  if (text === null) return finding('missing-file', place, path);
  return isSame(text, hash) ? null : finding('stale-file', place, path);
}

function finding(kind: HandoffFinding['kind'], place: string, value: string): HandoffFinding {
  return { kind, place, message: MESSAGES[kind](value) };
}

/** Tools print a file with or without its last newline. */
function isSame(text: string, hash: ContentHash | null): boolean {
  return hash === null || contentHash(text) === hash || contentHash(text.replace(/\r?\n$/, '')) === hash;
}

// ─── contradictions ─────────────────────────────────────────────────────────────────────────────────────

function contradictions(handoff: Handoff): readonly HandoffFinding[] {
  const { decisions, next_actions, workspace_changes, must_reread } = handoff;
  const settled = decisions.filter(({ status }) => status !== 'tentative');
  const pairs = settled.flatMap((first, index) =>
    settled.slice(index + 1).flatMap((second) => (opposed(first, second) ? [{ first, second }] : [])),
  );
  const deleted = new Set(
    workspace_changes.filter(({ action }) => action === 'deleted').map(({ path }) => path),
  );
  return [
    ...pairs.map(({ first, second }) =>
      contradiction(
        'decisions',
        `${first.id} (${first.status}) and ${second.id} (${second.status}) exclude each other.`,
      ),
    ),
    ...next_actions.flatMap(({ text }, index) =>
      settled
        .filter(
          (decision) =>
            decision.status === 'rejected' && covers(signedTerms(decision.claim), signedTerms(text)),
        )
        .map(({ id }) =>
          contradiction(`next_actions[${index}]`, `The step repeats ${id}, which was rejected.`),
        ),
    ),
    ...must_reread.flatMap(({ path }, index) =>
      deleted.has(path) ? [contradiction(`must_reread[${index}]`, `${path} was deleted.`)] : [],
    ),
  ];
}

function contradiction(place: string, message: string): HandoffFinding {
  return { kind: 'contradiction', place, message };
}

/** The same claim settled both ways and neither replaces the other. */
function opposed(first: DecisionRecord, second: DecisionRecord): boolean {
  if (first.supersedes === second.id || second.supersedes === first.id) return false;
  const [a, b] = [signedTerms(first.claim), signedTerms(second.claim)];
  const other = first.status === second.status ? flipped(b) : b;
  return covers(a, other) && covers(other, a);
}

/** Every word of a claim of two words or more is there, with its sign. */
function covers(claim: ReadonlySet<string>, text: ReadonlySet<string>): boolean {
  return claim.size >= 2 && [...claim].every((term) => text.has(term));
}
