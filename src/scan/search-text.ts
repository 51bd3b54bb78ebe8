import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CtxError, type RepoPath } from '../core/index.ts';
import { createPathGuard } from './path-guard.ts';
import { stampFile } from './walk-tree.ts';

export interface TextMatch {
  readonly path: RepoPath;
  readonly line: number;
  readonly text: string;
}

export interface TextSearch {
  readonly root: string;
  /** Rust regex syntax. */
  readonly pattern: string;
  /** The files to search, in the order of the answer: those that the scan gives, no others. */
  readonly files: readonly RepoPath[];
  /** Matches kept; the rest is only counted. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Matching lines are counted up to this many: a pattern like `.` must not run through a whole monorepo. */
const COUNT_CAP = 10_000;
const LINE_LENGTH = 2_000;
/** Systems limit the length of one argument of a program, and of all of them together. */
const LONGEST_PATTERN = 20_000;
const ARGUMENTS_LENGTH = process.platform === 'win32' ? 30_000 : 200_000;

/**
 * Searches files as they are now, with ripgrep. Which files there are is for the scan to say: ripgrep's own reading of
 * the ignore files is another one. `total` stops at 10 000. Fails with BAD_REGEX.
 */
export async function searchText(
  search: TextSearch,
): Promise<{ readonly matches: readonly TextMatch[]; readonly total: number }> {
  const { root, pattern, files, limit } = search;
  if (pattern.includes('\0') || pattern.length > LONGEST_PATTERN)
    throw new CtxError(
      'BAD_REGEX',
      `A pattern has at most ${LONGEST_PATTERN} characters, and no NUL among them.`,
    );
  const guard = createPathGuard(root);
  const matches: TextMatch[] = [];
  let total = 0;
  for (const batch of batchesOf(files, ARGUMENTS_LENGTH - pattern.length)) {
    // A path that is given by name is followed wherever it leads: only plain files are given.
    const plain = batch.filter(
      (path) => stampFile(root, { path, raw: null, skip: null }, guard)?.skip === null,
    );
    for await (const match of matchesIn(search, plain)) {
      total++;
      if (matches.length < limit) matches.push(match);
      if (total === COUNT_CAP) return { matches, total };
    }
  }
  return { matches, total };
}

/** At least one: a pattern that cannot be read is wrong whether or not there is a file. */
function* batchesOf(files: readonly RepoPath[], room: number): Generator<readonly RepoPath[]> {
  let batch: RepoPath[] = [];
  let used = 0;
  for (const path of files) {
    if (used + path.length > room) {
      yield batch;
      batch = [];
      used = 0;
    }
    batch.push(path);
    // With `./`, and what a system needs to find it.
    used += path.length + 12;
  }
  yield batch;
}

/** Matches in the given files, without those in files that are binary by now. */
async function* matchesIn(
  { root, pattern, signal }: TextSearch,
  files: readonly RepoPath[],
): AsyncGenerator<TextMatch> {
  const { rgPath } = await import('@vscode/ripgrep');
  const args = ['--json', '--no-config', '--no-messages', '--sort=path', '--max-columns=0', '-e', pattern];
  // Without a path it would search the folder; `-` is the input, which is empty.
  const places = files.length === 0 ? ['-'] : files.map((path) => `./${path}`);
  const child = spawn(rgPath, [...args, '--', ...places], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  ended.catch(() => {});
  let isRead = false;
  try {
    let own: TextMatch[] = [];
    for await (const row of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
      const parsed = readRow(row);
      if (parsed?.type === 'match') own.push(...matchOf(parsed.data));
      if (parsed?.type !== 'end') continue;
      if (parsed.data.binary_offset === null) yield* own;
      own = [];
    }
    isRead = true;
  } finally {
    // Rows that are on their way are dropped: without that the process would wait for their reader.
    if (!isRead) {
      child.kill();
      child.stdout.destroy();
    }
  }
  const code = await endOf(ended, signal);
  const said = errors.join('').trim();
  if (code === 2 && said !== '')
    throw new CtxError('BAD_REGEX', `ripgrep does not accept the pattern: ${said.slice(0, 500)}`, {
      pattern,
    });
}

async function endOf(ended: Promise<number | null>, signal: AbortSignal | undefined): Promise<number | null> {
  try {
    return await ended;
  } catch (error) {
    if (signal?.aborted) throw new CtxError('ABORTED', 'The search was cancelled.', {}, error);
    throw new CtxError(
      'RUNTIME',
      'ripgrep could not be started. Reinstall ctx to get its binary.',
      {},
      error,
    );
  }
}

/** Bytes that are not UTF-8 come in base64. */
interface RgText {
  readonly text?: string;
  readonly bytes?: string;
}

interface RgRow {
  readonly type: string;
  readonly data: {
    readonly path?: RgText;
    readonly lines?: RgText;
    readonly line_number?: number;
    readonly binary_offset?: number | null;
  };
}

function matchOf({ path, lines, line_number: line = 1 }: RgRow['data']): TextMatch[] {
  if (path?.text === undefined) return [];
  // Files that are not UTF-8 are read as Latin-1, as everywhere.
  const text = lines?.text ?? Buffer.from(lines?.bytes ?? '', 'base64').toString('latin1');
  return [{ path: path.text.replace(/^\.\//, ''), line, text: text.trimEnd().slice(0, LINE_LENGTH) }];
}

/** null for the last row of a ripgrep that was stopped in the middle of it. */
function readRow(row: string): RgRow | null {
  try {
    return JSON.parse(row) as RgRow;
  } catch {
    return null;
  }
}
