import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CtxError, type RepoPath } from '../core/index.ts';

export interface TextMatch {
  readonly path: RepoPath;
  readonly line: number;
  readonly text: string;
}

export interface TextSearch {
  readonly root: string;
  /** Rust regex syntax. */
  readonly pattern: string;
  /** Paths that may be answered with. */
  readonly accepts: (path: RepoPath) => boolean;
  /** Matches kept; the rest is only counted. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Matching lines are counted up to this many: a pattern like `.` must not run through a whole monorepo. */
const COUNT_CAP = 10_000;
const LINE_LENGTH = 2_000;
/** Systems limit the length of one argument of a program. */
const LONGEST_PATTERN = 20_000;

/**
 * Searches the files of the work tree as they are now, with ripgrep; in path order. `total` stops at 10 000.
 * Fails with BAD_REGEX.
 */
export async function searchText(
  search: TextSearch,
): Promise<{ readonly matches: readonly TextMatch[]; readonly total: number }> {
  const { root, pattern, accepts, limit, signal } = search;
  if (pattern.includes('\0') || pattern.length > LONGEST_PATTERN)
    throw new CtxError(
      'BAD_REGEX',
      `A pattern has at most ${LONGEST_PATTERN} characters, and no NUL among them.`,
    );
  const { rgPath } = await import('@vscode/ripgrep');
  const args = [
    '--json',
    '--no-config',
    '--hidden',
    '--sort=path',
    '--max-columns=0',
    '--max-filesize=1M',
    '--glob=!.git',
    '--glob=!.ctx',
  ];
  const child = spawn(rgPath, [...args, '-e', pattern, '--', './'], {
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
  const matches: TextMatch[] = [];
  let total = 0;
  for await (const row of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    const match = parseRow(row);
    if (match === null || !accepts(match.path)) continue;
    total++;
    if (matches.length < limit) matches.push(match);
    if (total < COUNT_CAP) continue;
    // Rows that were on their way are dropped: without that the process would wait for their reader.
    child.kill();
    child.stdout.destroy();
    break;
  }
  const code = await endOf(ended, signal);
  if (code === 2 && total === 0) {
    throw new CtxError(
      'BAD_REGEX',
      `ripgrep does not accept the pattern: ${errors.join('').trim().slice(0, 500)}`,
      { pattern },
    );
  }
  return { matches, total };
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

interface RgRow {
  readonly type: string;
  readonly data: {
    readonly path?: { readonly text?: string };
    readonly lines?: { readonly text?: string };
    readonly line_number?: number;
  };
}

function parseRow(row: string): TextMatch | null {
  const parsed = readRow(row);
  if (parsed === null) return null;
  const { type, data } = parsed;
  const path = data.path?.text;
  const text = data.lines?.text;
  if (type !== 'match' || path === undefined || text === undefined) return null;
  return {
    path: path.replace(/^\.\//, ''),
    line: data.line_number ?? 1,
    text: text.trimEnd().slice(0, LINE_LENGTH),
  };
}

/** null for the last row of a ripgrep that was stopped in the middle of it. */
function readRow(row: string): RgRow | null {
  try {
    return JSON.parse(row) as RgRow;
  } catch {
    return null;
  }
}
