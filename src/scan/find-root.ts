import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { CtxError, type GitState } from '../core/index.ts';
import { isNoWorkTree, runGit } from './git.ts';

export interface Root {
  /** Absolute, symbolic links resolved. */
  readonly root: string;
  /** null outside git. */
  readonly git: GitState | null;
}

/**
 * The root that a folder belongs to: the top of its git work tree, else the folder itself.
 * Fails with NO_PROJECT when the folder does not exist, ROOT_REFUSED for a file system's root or the home
 * directory unless forced, GIT_FAILED when git refuses the repository.
 */
export async function findRoot(start: string, options: { readonly force?: boolean } = {}): Promise<Root> {
  const folder = realFolder(start);
  const git = await readGitState(folder);
  const root = git === null ? folder : realpathSync.native(git.worktree);
  if (options.force !== true) refuseWide(root);
  return { root, git: git === null ? null : { ...git, worktree: root } };
}

function realFolder(start: string): string {
  const folder = resolve(start);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CtxError('NO_PROJECT', `${folder} is not a folder. Name the folder of a project.`, { folder });
  return realpathSync.native(folder);
}

function refuseWide(root: string): void {
  const home =
    statSync(homedir(), { throwIfNoEntry: false }) === undefined ? null : realpathSync.native(homedir());
  if (root !== parse(root).root && root !== home) return;
  throw new CtxError(
    'ROOT_REFUSED',
    `${root} is too wide to be a project. Name a folder below it, or pass --force.`,
    { root },
  );
}

/**
 * State of the work tree that a folder belongs to, or null outside git (also where git is not installed).
 * Fails with GIT_FAILED when git refuses the repository.
 */
export async function readGitState(root: string): Promise<GitState | null> {
  try {
    const state = (await readAtOnce(root)) ?? (await readApart(root));
    return contains(state.worktree, root) ? state : null;
  } catch (error) {
    if (isNoWorkTree(error)) return null;
    throw error;
  }
}

/** In one process; null where that does not tell it: there is no commit yet, or a path holds a line feed. */
async function readAtOnce(root: string): Promise<GitState | null> {
  const words = [...PLACE_WORDS, 'HEAD^{commit}', '--abbrev-ref=loose', 'HEAD'];
  const said = await answer(root, [...ABSOLUTE, ...words]).catch((error: unknown) => {
    if (isNoWorkTree(error)) throw error;
    return null;
  });
  const lines = (said ?? '').split('\n');
  const [head, branch, ...more] = lines.slice(PLACE_WORDS.length);
  if (head === undefined || branch === undefined || more.length > 0) return null;
  return { ...placeOf(root, lines), head, branch: branch === 'HEAD' ? null : branch };
}

async function readApart(root: string): Promise<GitState> {
  const [place, shown] = await Promise.all([readPlace(root), readHead(root)]);
  return { ...place, ...shown };
}

/** Where git keeps what belongs to a work tree. */
export type GitPlace = Omit<GitState, 'branch' | 'head'>;

/** As `readGitState`, without what HEAD says. */
export async function findGit(root: string): Promise<GitPlace | null> {
  try {
    const place = await readPlace(root);
    return contains(place.worktree, root) ? place : null;
  } catch (error) {
    if (isNoWorkTree(error)) return null;
    throw error;
  }
}

/** Branch and commit as git names them. */
export async function readHead(root: string): Promise<Pick<GitState, 'branch' | 'head'>> {
  const [branch, head] = await Promise.all([
    answer(root, ['symbolic-ref', '-q', '--short', 'HEAD']),
    readCommit(root, 'HEAD'),
  ]);
  return { branch, head };
}

/** Id of the commit that a revision names; null where there is none. */
export function readCommit(root: string, revision: string): Promise<string | null> {
  return answer(root, ['rev-parse', '-q', '--verify', '--end-of-options', `${revision}^{commit}`]);
}

/** A repository may claim any folder as its work tree: only one that holds the folder asked about counts. */
function contains(worktree: string, folder: string): boolean {
  const below = relative(realpathSync.native(worktree), realpathSync.native(folder));
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

const ABSOLUTE = ['rev-parse', '--path-format=absolute'];
const PLACE_WORDS = ['--is-shallow-repository', '--git-common-dir', '--git-dir', '--show-toplevel'];

async function readPlace(root: string): Promise<GitPlace> {
  const lines = ((await answer(root, [...ABSOLUTE, ...PLACE_WORDS])) ?? '').split('\n');
  // More lines than words: a path holds a line feed, so each is asked for alone.
  const answers =
    lines.length === PLACE_WORDS.length
      ? lines
      : await Promise.all(PLACE_WORDS.map((word) => answer(root, [...ABSOLUTE, word])));
  return placeOf(root, answers);
}

/** From what git says to `PLACE_WORDS`. */
function placeOf(root: string, [shallow, commonDir, gitDir, worktree]: readonly (string | null)[]): GitPlace {
  return {
    worktree: resolve(worktree ?? root),
    commonDir: resolve(commonDir ?? root),
    gitDir: resolve(gitDir ?? root),
    shallow: shallow === 'true',
  };
}

/** What git prints, without the final line feed; null when it says no. */
async function answer(root: string, args: readonly string[]): Promise<string | null> {
  const { code, stdout } = await runGit(root, args, { accept: [1] });
  return code === 0 ? stdout.toString('utf8').replace(/\n$/, '') : null;
}
