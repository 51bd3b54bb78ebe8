import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GitState } from '../core/index.ts';
import { entryAt } from './entry-at.ts';
import { findGit, type GitPlace, readCommit, readHead } from './find-root.ts';
import { stampKey } from './read-content.ts';

/** Gives the state of now at each call, or null outside git. Fails as `readGitState` does. */
export type GitFollower = () => Promise<GitState | null>;

interface Known {
  readonly place: GitPlace | null;
  /** Of what decided that this is the place. */
  readonly mark: string;
}

const BRANCH = /^ref: (refs\/heads\/[^\s~^:?*[\\]+)\n?$/;
const OBJECT = /^([0-9a-f]{40}|[0-9a-f]{64})\n?$/;

/**
 * Follows the work tree at `root`. Git itself says where the repository is and whether it may be used, and
 * confirms each new commit; in between, HEAD and the refs are read from their files. Whatever does not look as
 * expected there (another ref format, a symbolic ref of a ref) is left to git. `found` is what git said just now.
 */
export function followGit(root: string, found?: GitState | null): GitFollower {
  let known: Known | null = null;
  let confirmed: string | null = null;
  const packed = packedRefs();

  const locate = async (): Promise<GitPlace | null> => {
    const mark = markOf(root, known?.place ?? null);
    if (known !== null && mark !== null && known.mark === mark) return known.place;
    const place = await findGit(root);
    settle(place, null);
    return place;
  };

  const settle = (place: GitPlace | null, commit: string | null): void => {
    const mark = markOf(root, place);
    known = mark === null ? null : { place, mark };
    confirmed = commit;
  };
  if (found !== undefined) settle(found, found?.head ?? null);

  const headOf = async (place: GitPlace): Promise<Pick<GitState, 'branch' | 'head'>> => {
    const read = orNull(() => readHeadFile(place, packed));
    if (read === null) return readHead(root);
    if (read.head === null || read.head === confirmed) return read;
    const commit = await readCommit(root, read.head);
    if (commit !== read.head) return { ...read, head: commit };
    confirmed = commit;
    return read;
  };

  return async () => {
    const place = await locate();
    if (place === null) return null;
    return { ...place, shallow: existsSync(join(place.commonDir, 'shallow')), ...(await headOf(place)) };
  };
}

/** Null where it cannot be told from the outside whether git would answer the same again. */
function markOf(root: string, place: GitPlace | null): string | null {
  const link = entryAt(join(root, '.git'));
  if (place === null) return isFarFromGit(root) ? '' : null;
  if (link === undefined) return null;
  // The content of a folder changes all the time; what it is does not.
  const entry = link.isDirectory() ? `${link.dev}:${link.ino}` : stampKey(link);
  const settings = [join(place.commonDir, 'config'), join(place.gitDir, 'config.worktree')];
  return [entry, ...settings.map((file) => stampKey(entryAt(file)))].join(' ');
}

function isFarFromGit(folder: string): boolean {
  if (existsSync(join(folder, 'HEAD')) || existsSync(join(folder, '.git'))) return false;
  const above = dirname(folder);
  return above === folder || isFarFromGit(above);
}

/** Files that vanish or cannot be read are no answer. */
function orNull<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Null where the files do not say it in the usual way. */
function readHeadFile(
  { gitDir, commonDir }: GitPlace,
  packed: (commonDir: string, ref: string) => string | null,
): Pick<GitState, 'branch' | 'head'> | null {
  const file = join(gitDir, 'HEAD');
  if (entryAt(file)?.isFile() !== true) return null;
  // Refs of that format are in no files of their own.
  if (existsSync(join(commonDir, 'reftable'))) return null;
  const text = readFileSync(file, 'latin1');
  const detached = OBJECT.exec(text)?.[1];
  if (detached !== undefined) return { branch: null, head: detached };
  const name = BRANCH.exec(Buffer.from(text, 'latin1').toString('utf8'))?.[1];
  if (name === undefined || name.includes('..')) return null;
  const branch = name.slice('refs/heads/'.length);
  const loose = entryAt(join(commonDir, name));
  if (loose === undefined || loose.isDirectory()) return { branch, head: packed(commonDir, name) };
  if (!loose.isFile()) return null;
  const head = OBJECT.exec(readFileSync(join(commonDir, name), 'latin1'))?.[1];
  return head === undefined ? null : { branch, head };
}

/** Reads the file of packed refs again when it has changed. */
function packedRefs(): (commonDir: string, ref: string) => string | null {
  let kept: { readonly mark: string; readonly text: string } | null = null;
  return (commonDir, ref) => {
    const file = join(commonDir, 'packed-refs');
    const mark = stampKey(entryAt(file));
    if (mark === '') return null;
    if (kept?.mark !== mark) kept = { mark, text: `\n${readFileSync(file, 'utf8')}` };
    const at = kept.text.indexOf(` ${ref}\n`);
    return at < 0 ? null : kept.text.slice(kept.text.lastIndexOf('\n', at) + 1, at);
  };
}
