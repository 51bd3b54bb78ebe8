import { type Commit, CtxError } from '../../core/index.ts';
import { deflate, inflate } from '../deflated.ts';
import { createByteReader, createByteWriter, readStrings, writeStrings } from '../symbols/byte-stream.ts';
import { decodeCommitPaths, encodeCommitPaths } from './commit-paths.ts';
import type { Db } from './open-database.ts';

/**
 * Commits are stored side by side: their subjects repeat each other. A question reads single commits: a block is
 * unpacked in a tenth of a millisecond.
 */
const COMMITS = 256;

export type StoredCommit = Pick<Commit, 'sha' | 'time' | 'subject'>;

/** Commits of a store as it is; unpacked blocks are kept. */
export interface CommitBlocks {
  readonly commit: (id: number) => StoredCommit | null;
}

interface BlockRow {
  readonly count: number;
  readonly paths: Buffer;
  readonly shas: Buffer;
  readonly subjects: Buffer;
}

export function createCommitBlocks(db: Db): CommitBlocks {
  const read = db.prepare('SELECT count, paths, shas, subjects FROM commit_block WHERE first = ?');
  const unpacked = new Map<number, readonly StoredCommit[]>();
  let firsts: readonly number[] | null = null;

  const block = (first: number): readonly StoredCommit[] => {
    const known = unpacked.get(first);
    if (known !== undefined) return known;
    const commits = unpack(read.get(first) as BlockRow);
    unpacked.set(first, commits);
    return commits;
  };

  return {
    commit: (id) => {
      firsts ??= db.prepare('SELECT first FROM commit_block ORDER BY first').pluck().all() as number[];
      const first = lastUpTo(firsts, id);
      return first === null ? null : (block(first)[id - first] ?? null);
    },
  };
}

/** The numbers of all commits by their ids. */
export function commitNumbers(db: Db): ReadonlyMap<string, number> {
  const rows = db.prepare('SELECT first, count, shas FROM commit_block').raw().all() as [
    number,
    number,
    Buffer,
  ][];
  return new Map(
    rows.flatMap(([first, count, shas]) => shasOf(shas, count).map((sha, i) => [sha, first + i])),
  );
}

/** Behind the last commit. */
export function nextCommit(db: Db): number {
  const last = db.prepare('SELECT first + count FROM commit_block ORDER BY first DESC LIMIT 1').pluck();
  return (last.get() as number | undefined) ?? 1;
}

/** `commits` get the numbers from `first` on; `numberOf` numbers the paths that they touched. */
export function addCommitBlocks(
  db: Db,
  first: number,
  commits: readonly Commit[],
  numberOf: (path: string) => number,
): void {
  const insert = db.prepare(
    'INSERT INTO commit_block (first, count, paths, shas, subjects) VALUES (?, ?, ?, ?, ?)',
  );
  for (let at = 0; at < commits.length; at += COMMITS) {
    const block = commits.slice(at, at + COMMITS);
    const paths = encodeCommitPaths(
      block.map((commit) => ({ ...commit, paths: commit.paths.map(numberOf) })),
    );
    const shas = Buffer.from(block.map(({ sha }) => sha).join(''), 'hex');
    const subjects = createByteWriter();
    writeStrings(
      subjects,
      block.map(({ subject }) => subject),
    );
    insert.run(first + at, block.length, paths, shas, deflate(subjects.finish()));
  }
}

function unpack({ count, paths, shas, subjects }: BlockRow): StoredCommit[] {
  const times: number[] = [];
  decodeCommitPaths(paths, ({ time }) => times.push(time));
  const texts = readStrings(createByteReader(inflate(subjects)));
  if (times.length !== count || texts.length !== count)
    throw new CtxError(
      'INDEX_CORRUPT',
      'A block of commits of the index is damaged: run `ctx index --full`.',
    );
  return shasOf(shas, count).map((sha, i) => ({ sha, time: times[i] ?? 0, subject: texts[i] ?? '' }));
}

function shasOf(bytes: Buffer, count: number): string[] {
  const digits = (bytes.length / count) * 2;
  const all = bytes.toString('hex');
  return Array.from({ length: count }, (_, i) => all.slice(i * digits, (i + 1) * digits));
}

/** The largest of ascending numbers that is not above `value`. */
function lastUpTo(ascending: readonly number[], value: number): number | null {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return ascending[low - 1] ?? null;
}
