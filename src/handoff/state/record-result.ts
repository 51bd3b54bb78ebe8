import type { CommandRun, EventId, OutputDigest, TestResult, ToolResultEvent } from '../../core/index.ts';
import { contentHash } from '../content-hash.ts';
import { errorSignature } from '../extractors/error-signature.ts';
import { attemptKey, type Draft, lastCommit, put, resultKey } from './draft.ts';
import { isAfter } from './event-order.ts';
import { isLookup, type PathPlace, relativePath, type ToolAction, type TouchedFile } from './tool-actions.ts';

export interface ResultInput {
  readonly event: ToolResultEvent;
  readonly action: ToolAction;
  /** The call asked for some lines only. */
  readonly partial: boolean;
  readonly digests: readonly OutputDigest[];
  readonly place: PathPlace | null;
  readonly fullText: (id: EventId) => string;
}

/** Records what a tool call did, once its result is there. */
export function recordResult(draft: Draft, input: ResultInput): void {
  const { action, event } = input;
  const failed = hasFailed(input);
  if (action.command !== null) recordCommand(draft, action.command, input, failed);
  if (failed && action.command === null) {
    if (action.kind === 'write')
      recordFailure(draft, `edit ${action.files.map(({ path }) => path).join(', ')}`, input);
    return;
  }
  for (const file of action.files) recordFile(draft, file, input, failed);
  if (action.command !== null && !failed) recordGit(draft, action.command, event);
}

function hasFailed({ event, action, digests }: ResultInput): boolean {
  const { failed, exitCode, text } = event;
  if (exitCode !== null && exitCode !== 0) return true;
  if (failed !== null) return failed;
  if (exitCode === 0) return false;
  if (digests.some((digest) => (digest.failed ?? 0) > 0)) return true;
  return (
    action.command === null &&
    /^[ \t]*(?:<tool_use_error>|error\b|failed\b|exception\b|traceback\b)/i.test(text)
  );
}

// ─── files ──────────────────────────────────────────────────────────────────────────────────────────────

function recordFile(draft: Draft, file: TouchedFile, input: ResultInput, failed: boolean): void {
  const { id } = input.event;
  if (file.action === 'read') {
    if (failed || draft.changes.has(file.path)) return;
    put(draft.reads, file.path, { path: file.path, hash: readHash(input), source: id });
    return;
  }
  const { path, hash } = file;
  const before = draft.changes.get(path);
  draft.reads.delete(path);
  const action = mergedAction(before?.action, file.action);
  put(draft.changes, path, { path, action, hash, edits: (before?.edits ?? 0) + 1, source: id });
}

/** What was created here and edited later stays created; a whole write of an edited file stays an edit. */
function mergedAction(
  before: 'created' | 'edited' | 'deleted' | undefined,
  now: 'created' | 'edited' | 'deleted',
): 'created' | 'edited' | 'deleted' {
  if (now === 'deleted') return 'deleted';
  if (before === 'created') return 'created';
  return before === 'edited' ? 'edited' : now;
}

/** Hash of the file's text without its last newline, which tools leave out or not; null for a part of a file. */
function readHash({ event, partial, action, fullText }: ResultInput): string | null {
  if (
    partial ||
    action.files.length !== 1 ||
    (action.command !== null && !/^[ \t]*cat \S+$/.test(action.command))
  )
    return null;
  const text = withoutNumbers(fullText(event.id));
  return text === null || /\[?(?:\.\.\.|…|truncated|output limited)/i.test(text.slice(-200))
    ? null
    : contentHash(text.replace(/\r?\n$/, ''));
}

const NUMBERED = /^[ \t]*(\d+)(?:→|\t|: |\| ?)(.*)$/;

/** The text of a listing with line numbers; null where it does not begin at line 1. */
function withoutNumbers(text: string): string | null {
  const lines = text.split('\n');
  const first = NUMBERED.exec(lines[0] ?? '');
  if (first === null) return text;
  if (first[1] !== '1') return null;
  const bare: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, number, rest = ''] = NUMBERED.exec(line) ?? [];
    if (number === String(index + 1)) bare.push(rest);
    else if (line.trim() !== '') return null;
  }
  return bare.join('\n');
}

// ─── commands ───────────────────────────────────────────────────────────────────────────────────────────

const COMMAND_LENGTH = 300;

function recordCommand(draft: Draft, whole: string, input: ResultInput, failed: boolean): void {
  if (isLookup(whole)) return;
  const command = whole.slice(0, COMMAND_LENGTH);
  const { event, digests } = input;
  if (failed) recordFailure(draft, attemptOf(draft, command, digests), input);
  const before = draft.commands.get(command);
  const run: CommandRun = {
    command,
    exit_code: event.exitCode ?? (event.failed === false ? 0 : null),
    runs: (before?.runs ?? 0) + 1,
    outcome: outcomeOf(input, failed),
    source: event.id,
  };
  put(draft.commands, command, run);
  for (const digest of digests)
    recordDigest(draft, digest, { command, source: event.id, place: input.place });
}

/** What was tried: for a test run, the edits since the last run of the same command. */
function attemptOf(draft: Draft, command: string, digests: readonly OutputDigest[]): string {
  const last = draft.commands.get(command);
  if (last === undefined || digests.length === 0) return command;
  const sources = [...draft.sources.values()];
  const edited = [...draft.changes.values()].filter(({ source }) => isAfter(source, last.source, sources));
  if (edited.length === 0) return command;
  const named = edited.slice(0, 4).map(({ path }) => path);
  return `${command} after editing ${named.join(', ')}${edited.length > 4 ? ', …' : ''}`;
}

const FAILURES = 12;

/** Replaces what earlier runs of the command, or of a part of it, said. */
function recordDigest(
  draft: Draft,
  digest: OutputDigest,
  {
    command,
    source,
    place,
  }: { readonly command: string; readonly source: EventId; readonly place: PathPlace | null },
): void {
  const clean = digest.failed === 0 && (digest.passed ?? 0) > 0;
  for (const [key, earlier] of draft.results) {
    if (!clean || earlier.tool !== digest.tool || earlier.command === command) continue;
    if (isPartOf(earlier.command, command)) draft.results.delete(key);
    else if (isPartOf(command, earlier.command)) settle(draft, key, earlier, command);
  }
  put(draft.results, resultKey({ tool: digest.tool, command }), {
    command,
    ...digest,
    failures: digest.failures.slice(0, FAILURES).map((failure) => ({
      ...failure,
      frames: failure.frames.map((frame) => relativePath(frame, place)),
    })),
    source,
  });
}

/** Failures of a wider run in files that have passed since are gone; a run without any is no failure any more. */
function settle(draft: Draft, key: string, earlier: TestResult, command: string): void {
  const passed = command.split(/\s+/).filter((word) => /[/.]/.test(word));
  const isIn = (place: string): boolean =>
    passed.some((path) => isBelow(place.replace(/(?: > |::|:\d).*$/, ''), path));
  const failures = earlier.failures.filter(
    (failure) => ![failure.case, ...failure.frames.slice(0, 1)].some(isIn),
  );
  if (failures.length === earlier.failures.length) return;
  const failed = (earlier.failed ?? earlier.failures.length) - (earlier.failures.length - failures.length);
  if (failed <= 0) draft.results.delete(key);
  else draft.results.set(key, { ...earlier, failed, failures });
}

/** Whether a command is another one on some of its paths, options aside: `pytest a/b.py -q` of `pytest a`. */
function isPartOf(part: string, whole: string): boolean {
  const words = (command: string): readonly string[] =>
    command.split(/\s+/).filter((word) => word !== '' && !/^--?[\w-]+(?:=|$)/.test(word));
  const [own, all] = [words(part), words(whole)];
  const narrower = own.filter((word) => !all.some((other) => isBelow(word, other)));
  // What the wider command has beside has to stand in the narrower one too, at or below it.
  const missing = all.filter((other) => !own.some((word) => isBelow(word, other)));
  return missing.length === 0 && narrower.every((word) => /[/.]/.test(word));
}

function isBelow(path: string, folder: string): boolean {
  return (
    path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`) || path.startsWith(`${folder}::`)
  );
}

function outcomeOf({ digests, event }: ResultInput, failed: boolean): string {
  if (digests.length > 0) return digests.map(digestLine).join('; ');
  return failed ? errorLine(event.text) : '';
}

/** `1 failed, 2 passed (pytest)` */
export function digestLine({ tool, failed, passed, skipped }: OutputDigest): string {
  const counts = [
    [failed, 'failed'],
    [passed, 'passed'],
    [skipped, 'skipped'],
  ] as const;
  const said = counts.flatMap(([count, word]) => (count === null || count === 0 ? [] : [`${count} ${word}`]));
  return `${said.length === 0 ? 'nothing failed' : said.join(', ')} (${tool})`;
}

const ERROR_LINE =
  /\b(?:error|exception|fatal|failed|failure|cannot|could not|not found|no such|denied|refused|invalid|undefined|panic)\b/i;

/** The line of an output that says what went wrong, at most 240 characters. */
function errorLine(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:exit code:? \d+|<\/?tool_use_error>)$/i.test(line));
  return (lines.find((line) => ERROR_LINE.test(line)) ?? lines[0] ?? '').slice(0, 240);
}

const SEVERAL = 2;
const REFUSED = /\buser (?:doesn['’]t want|does not want|rejected|declined|denied|refused)\b/i;

function recordFailure(draft: Draft, action: string, { event, digests }: ResultInput): void {
  const failures = digests.flatMap((digest) => digest.failures);
  const [first] = failures;
  const message = first === undefined ? errorLine(event.text) : first.message;
  const error_signature = first?.signature ?? errorSignature('', message);
  const key = attemptKey({ action, error_signature });
  const before = draft.attempts.get(key);
  const count = (before?.count ?? 0) + 1;
  const again = before?.do_not_repeat === true || (count >= SEVERAL && digests.length === 0);
  const do_not_repeat = again || REFUSED.test(event.text.slice(0, 400));
  put(draft.attempts, key, { action, error_signature, message, do_not_repeat, count, source: event.id });
}

// ─── git ────────────────────────────────────────────────────────────────────────────────────────────────

const COMMITTED = /^\[[^\]\n]*? ([0-9a-f]{7,40})\] (.+)$/m;
const REVERT = /\bgit (?:checkout(?: [\w./~^-]+)? -- |restore (?:--\S+ )*|stash\b|reset --hard)(.*)/;

function recordGit(draft: Draft, command: string, { text, id }: ToolResultEvent): void {
  if (/\bgit\b.*\bcommit\b/.test(command)) {
    const [, commit, subject = ''] = COMMITTED.exec(text) ?? [];
    if (commit !== undefined) {
      draft.revision = commit;
      const claim = `commit ${commit}: ${subject}`;
      draft.done.set(claim, { claim, evidence: [id] });
    }
  }
  const head = /\bgit rev-parse (?:--short )?HEAD\b/.test(command)
    ? /^[0-9a-f]{7,40}$/m.exec(text)?.[0]
    : undefined;
  if (head !== undefined) draft.revision = head;
  const reverted = REVERT.exec(command);
  if (reverted === null) return;
  abandonAttempts(draft, reverted[1] ?? '');
  // What is stashed comes back; what leaves the index only stays in the file.
  if (!/\bgit stash\b|--staged\b/.test(reverted[0])) takeBackChanges(draft, reverted[1] ?? '');
}

/** Files that are as they were committed again: what was changed in them since is gone. */
function takeBackChanges(draft: Draft, paths: string): void {
  const commit = lastCommit(draft);
  const sources = [...draft.sources.values()];
  const named = paths.split(/\s+/).filter((word) => word !== '' && !word.startsWith('-'));
  for (const [path, { source, action }] of draft.changes) {
    const meant = named.length === 0 || named.some((name) => name === '.' || isBelow(path, name));
    const committed = commit !== undefined && !isAfter(source, commit.evidence[0] ?? '', sources);
    // A new file is not known to git: it stays.
    if (meant && !committed && action !== 'created') draft.changes.delete(path);
  }
}

/** Edits taken back after a failure: the attempt was given up. */
function abandonAttempts(draft: Draft, paths: string): void {
  for (const [key, attempt] of draft.attempts) {
    const edited = / after editing (.+)$/.exec(attempt.action)?.[1]?.split(', ') ?? [];
    const named = edited.some((path) => paths.trim() === '' || paths.includes(path) || paths.trim() === '.');
    if (named) draft.attempts.set(key, { ...attempt, do_not_repeat: true });
  }
}
