import type { RepoPath } from '../core/index.ts';
import { classifyPath } from './classify-path.ts';
import { streamGit } from './git.ts';

/** Code of one file around the lines that a commit changed, before and after. */
export interface CommitCode {
  readonly sha: string;
  readonly path: RepoPath;
  readonly text: string;
}

/** Diff text read at most; commits beyond it have no code. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 5;
const MAX_LINES = 80;

const PLAIN = [
  '--no-show-signature',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--diff-merges=off',
  '--ignore-submodules=all',
  '--unified=3',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/**
 * The changed places of the first five code files of each commit, removed and added lines alike, with three lines
 * around. Fails with GIT_FAILED or ABORTED.
 */
export async function readCommitCode(
  root: string,
  shas: readonly string[],
  signal?: AbortSignal,
): Promise<readonly CommitCode[]> {
  if (shas.length === 0) return [];
  const pieces: Buffer[] = [];
  let size = 0;
  const args = ['log', '--no-walk=unsorted', '--stdin', '--patch', ...PLAIN, '--format=%x00%H'];
  const collect = (piece: Buffer): boolean => {
    pieces.push(piece);
    size += piece.length;
    return size < MAX_BYTES;
  };
  await streamGit(root, args, collect, { input: `${shas.join('\n')}\n`, signal });
  return Buffer.concat(pieces).toString('utf8').split('\0').flatMap(codeOfCommit);
}

function codeOfCommit(text: string): readonly CommitCode[] {
  const [sha = '', ...rest] = text.split('\n');
  const files = rest
    .join('\n')
    .split(/^diff --git .*\n/m)
    .slice(1);
  return files
    .flatMap((patch) => {
      const path = /^\+\+\+ b\/(.*)$/m.exec(patch)?.[1]?.replace(/\t$/, '');
      return path === undefined || classifyPath(path) !== 'code'
        ? []
        : [{ sha, path, text: shownLines(patch) }];
    })
    .slice(0, MAX_FILES);
}

function shownLines(patch: string): string {
  const rows = patch.slice(Math.max(0, patch.indexOf('\n@@ ') + 1)).split('\n');
  return rows
    .filter((row) => /^[ +-]/.test(row))
    .slice(0, MAX_LINES)
    .map((row) => row.slice(1))
    .join('\n');
}
