import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Commit, RepoPath } from '../core/index.ts';
import { runGit, streamGit } from './git.ts';
import { toRawPath } from './repo-path.ts';

export interface HistoryOptions {
  /** null in a repository without commits. */
  readonly head: string | null;
  /** Number of ancestors looked at, newest first; default 5 000. */
  readonly limit?: number;
  /** Commits that need not be read again: all of them, or an answer to the ancestors' ids. */
  readonly known: ReadonlySet<string> | ((shas: readonly string[]) => ReadonlySet<string>);
  readonly signal?: AbortSignal | undefined;
}

export interface History {
  /** Ids of HEAD and its ancestors, newest first. */
  readonly ancestors: readonly string[];
  /** Those of them that were unknown, newest first. */
  readonly added: readonly Commit[];
}

/** A commit over this many files says nothing about each of them. */
const MAX_PATHS = 200;
const MAX_SUBJECT = 500;
const MAX_BODY = 8000;

/**
 * Messages and touched paths of HEAD's ancestors; a rename touches both names. Merges, commits over 200 files
 * and the cut ends of a shallow clone have no paths. Fails with GIT_FAILED or ABORTED.
 */
export async function readCommits(root: string, options: HistoryOptions): Promise<History> {
  const { head, signal } = options;
  if (head === null) return { ancestors: [], added: [] };
  const limit = options.limit ?? 5000;
  const listed = await runGit(root, ['rev-list', `--max-count=${limit}`, '--end-of-options', head], {
    signal,
  });
  const ancestors = listed.stdout.toString('latin1').split('\n').filter(Boolean);
  const known = typeof options.known === 'function' ? options.known(ancestors) : options.known;
  const unknown = ancestors.filter((sha) => !known.has(sha));
  return { ancestors, added: await readUnknown(root, unknown, signal) };
}

async function readUnknown(
  root: string,
  shas: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Commit[]> {
  if (shas.length === 0) return [];
  const cut = await shallowCommits(root, signal);
  const commits: Commit[] = [];
  const reader = commitReader((commit) =>
    commits.push(cut.has(commit.sha) ? { ...commit, paths: [] } : commit),
  );
  const format = '--format=%H%x00%ct%x00%P%x00%B%x00';
  const shape = [
    '--raw',
    '-z',
    '--abbrev=4',
    '--no-renames',
    '--diff-merges=off',
    '--root',
    '--encoding=UTF-8',
  ];
  const plain = [
    '--no-show-signature',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--ignore-submodules=none',
  ];
  const args = ['log', '--no-walk=unsorted', '--stdin', ...shape, ...plain, format];
  await streamGit(root, args, reader.push, { input: `${shas.join('\n')}\n`, signal });
  reader.end();
  return commits;
}

/** Commits whose parents a shallow clone does not have: git would show them as adding every file. */
async function shallowCommits(root: string, signal: AbortSignal | undefined): Promise<ReadonlySet<string>> {
  const { stdout } = await runGit(root, ['rev-parse', '--path-format=absolute', '--git-path', 'shallow'], {
    signal,
  });
  try {
    return new Set(readFileSync(join(stdout.toString('utf8').replace(/\n$/, '')), 'latin1').split('\n'));
  } catch {
    // Not a shallow clone: the file does not exist.
    return new Set();
  }
}

interface Draft {
  readonly fields: string[];
  readonly paths: Set<RepoPath>;
}

interface CommitReader {
  readonly push: (piece: Buffer) => true;
  readonly end: () => void;
}

/**
 * Reads the NUL-separated words of the log: four fields a commit, an empty word, then pairs of a `:`-word and
 * a path. Holds one word and one commit at a time.
 */
function commitReader(onCommit: (commit: Commit) => void): CommitReader {
  let rest: Buffer = Buffer.alloc(0);
  let draft: Draft | null = null;
  let pathFollows = false;
  const emit = (): void => {
    if (draft !== null) onCommit(toCommit(draft));
    draft = null;
  };
  const word = (bytes: Buffer): void => {
    if (draft !== null && draft.fields.length < 4) {
      draft.fields.push(bytes.subarray(0, MAX_BODY * 4).toString('utf8'));
    } else if (pathFollows) {
      pathFollows = false;
      if (draft !== null && draft.paths.size <= MAX_PATHS)
        draft.paths.add(toRawPath(Buffer.from(bytes)).path);
    } else if (bytes[bytes[0] === 10 ? 1 : 0] === 58) {
      pathFollows = true;
    } else if (bytes.length > 0) {
      emit();
      draft = { fields: [bytes.toString('latin1')], paths: new Set() };
    }
  };
  return {
    push: (piece) => {
      const data = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, start)) {
        word(data.subarray(start, end));
        start = end + 1;
      }
      rest = data.subarray(start);
      return true;
    },
    end: emit,
  };
}

function toCommit({ fields, paths }: Draft): Commit {
  const [sha = '', time = '0', parents = '', message = ''] = fields;
  const text = message.trim();
  const end = text.search(/\r?\n/);
  return {
    sha,
    time: Number(time),
    subject: (end < 0 ? text : text.slice(0, end)).trim().slice(0, MAX_SUBJECT),
    body: end < 0 ? '' : text.slice(end).trim().slice(0, MAX_BODY),
    paths: parents.includes(' ') || paths.size > MAX_PATHS ? [] : [...paths],
  };
}
