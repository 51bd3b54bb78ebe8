import type { DiffFile, GitState, LineSpan, RepoPath } from '../core/index.ts';
import { decodeText } from './decode-text.ts';
import { filterOverrides, runGit, streamGit } from './git.ts';
import { loadIgnoreRules, rulesAbove } from './ignore-rules.ts';
import { readContent } from './read-content.ts';
import { comparePaths, isAlwaysSkipped, splitPaths, splitRecords, toRawPath } from './repo-path.ts';

/** Diff text read at most; files beyond it are listed without hunks. */
const MAX_DIFF_BYTES = 16 * 1024 * 1024;
/** Untracked files whose lines are counted. */
const MAX_UNTRACKED_READ = 1000;

const PLAIN_DIFF = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-relative',
  '--ignore-submodules=all',
  '--find-renames',
  '--diff-algorithm=myers',
  '--unified=3',
  '--inter-hunk-context=0',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  `-O/dev/null`,
];

/**
 * The work tree against HEAD (against nothing where there is no commit), untracked files included, those
 * ignored by `.ctxignore` left out, ordered by path. Hunks are the changed lines in the work tree's numbers; where lines were only removed, the line that
 * now stands in their place. Fails with GIT_FAILED or ABORTED.
 */
export async function workingDiff(root: string, git: GitState, signal?: AbortSignal): Promise<DiffFile[]> {
  const env = await filterOverrides(root, signal);
  const base = git.head ?? (await emptyTree(root));
  const [changed, untracked] = await Promise.all([
    trackedDiff(root, base, env, signal),
    runGit(root, ['ls-files', '-z', '--others', '--exclude-standard'], { signal }),
  ]);
  const listed = splitPaths(untracked.stdout).map(({ path }) => path);
  const rules = loadIgnoreRules(root, rulesAbove(root, [...listed, ...changed.map(({ path }) => path)]));
  const isShown = (path: RepoPath): boolean => !isAlwaysSkipped(path) && rules.verdict(path) !== 'ignore';
  const fresh = listed
    .filter((path) => !path.endsWith('/') && isShown(path))
    .sort(comparePaths)
    .map((path, i): DiffFile => {
      const hunks = i < MAX_UNTRACKED_READ ? wholeFile(root, path) : [];
      return { path, status: 'untracked', hunks, patch: '' };
    });
  return [...changed.filter(({ path }) => isShown(path)), ...fresh].sort((a, b) =>
    comparePaths(a.path, b.path),
  );
}

/** Paths whose work tree content may differ from HEAD, untracked ones included, in order. */
export async function dirtyPaths(root: string, signal?: AbortSignal): Promise<RepoPath[]> {
  const args = [
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--ignore-submodules=all',
  ];
  const { stdout } = await runGit(root, args, { env: await filterOverrides(root, signal), signal });
  return splitRecords(stdout)
    .map((record) => toRawPath(record.subarray(3)).path)
    .filter((path) => !isAlwaysSkipped(path))
    .sort(comparePaths);
}

/** Name of the tree without files, whichever hash the repository uses. */
async function emptyTree(root: string): Promise<string> {
  const { stdout } = await runGit(root, ['hash-object', '-t', 'tree', '--stdin']);
  return stdout.toString('latin1').trim();
}

function wholeFile(root: string, path: RepoPath): LineSpan[] {
  const content = readContent(root, path);
  const decoded = 'skip' in content ? null : decodeText(content.bytes);
  if (decoded === null || decoded.text === '') return [];
  const ends = decoded.text.split('\n').length;
  return [{ startLine: 1, endLine: decoded.text.endsWith('\n') ? ends - 1 : ends }];
}

async function trackedDiff(
  root: string,
  base: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<DiffFile[]> {
  const pieces: Buffer[] = [];
  let size = 0;
  const args = ['diff', ...PLAIN_DIFF, '--patch-with-raw', '--abbrev=40', '--end-of-options', base, '--'];
  const collect = (piece: Buffer): boolean => {
    pieces.push(piece);
    size += piece.length;
    return size < MAX_DIFF_BYTES;
  };
  await streamGit(root, args, collect, { env, signal });
  return parseDiff(Buffer.concat(pieces).toString('utf8'));
}

interface RawEntry {
  readonly path: RepoPath;
  readonly letter: string;
}

const STATUS: Readonly<Record<string, DiffFile['status']>> = {
  A: 'added',
  C: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'modified',
};

/** Reads `--patch-with-raw` output: a list of entries, an empty line, then their patches in the same order. */
function parseDiff(output: string): DiffFile[] {
  const gap = output.indexOf('\n\n');
  const entries = (gap < 0 ? output : output.slice(0, gap))
    .split('\n')
    .flatMap((line) => rawEntry(line) ?? []);
  const patches = splitPatches(gap < 0 ? '' : output.slice(gap + 2));
  let next = 0;
  return entries.flatMap(({ path, letter }): DiffFile[] => {
    const status = STATUS[letter];
    // An unmerged path comes a second time, with its change.
    if (status === undefined) return [];
    // A changed type is a deletion and an addition.
    const count = letter === 'T' ? 2 : 1;
    const patch = patches.slice(next, next + count).join('');
    next += count;
    return [{ path, status, hunks: status === 'deleted' ? [] : changedLines(patch), patch }];
  });
}

/** No line of a patch's body starts with a letter or a star, so these starts cannot be forged by content. */
function splitPatches(text: string): string[] {
  const rows = text.split('\n').filter((row) => !row.startsWith('* Unmerged path '));
  const starts = rows.flatMap((row, i) => (row.startsWith('diff --git ') ? [i] : []));
  return starts.map(
    (start, i) =>
      `${rows
        .slice(start, starts[i + 1] ?? rows.length)
        .join('\n')
        .trimEnd()}\n`,
  );
}

function rawEntry(line: string): RawEntry | null {
  const match = /^:\d+ \d+ \w+ \w+ ([A-Z])\d*\t(.*)$/.exec(line);
  const letter = match?.[1];
  const path = match?.[2]?.split('\t').at(-1);
  return letter === undefined || path === undefined ? null : { letter, path: unquote(path) };
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Reverses git's C-style quoting of unusual paths. */
function unquote(path: string): RepoPath {
  if (!path.startsWith('"')) return path;
  const bytes = path.slice(1, -1).replace(/\\(?:([0-7]{3})|(.))/g, (_, octal?: string, sign?: string) => {
    const code =
      octal === undefined ? (ESCAPES[sign ?? ''] ?? (sign ?? '').charCodeAt(0)) : Number.parseInt(octal, 8);
    return String.fromCharCode(code);
  });
  return toRawPath(Buffer.from(bytes, 'latin1')).path;
}

/** Runs of added or replaced lines of a patch, in the numbers of the new file. */
function changedLines(patch: string): LineSpan[] {
  const spans: { startLine: number; endLine: number }[] = [];
  const mark = (at: number): void => {
    const last = spans.at(-1);
    if (last !== undefined && at <= last.endLine + 1) last.endLine = Math.max(last.endLine, at);
    else if (at > 0) spans.push({ startLine: at, endLine: at });
  };
  let line = 0;
  let lastOfHunk = 0;
  let inHunk = false;
  for (const row of patch.split('\n')) {
    const head = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(row);
    if (head !== null) {
      line = Number(head[1]);
      lastOfHunk = line + Number(head[2] ?? 1) - 1;
      inHunk = true;
    } else if (row.startsWith('diff --git ')) {
      inHunk = false;
    } else if (inHunk && row.startsWith('-')) {
      mark(Math.min(line, lastOfHunk));
    } else if (inHunk && /^[ +]/.test(row)) {
      if (row.startsWith('+')) mark(line);
      line++;
    }
  }
  return spans;
}
