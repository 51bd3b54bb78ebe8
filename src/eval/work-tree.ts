import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CtxError } from '../index.ts';

const run = promisify(execFile);
const MAX_OUTPUT = 64_000_000;

/** No filter, hook or setting of the machine changes what is written; no prompt, no network. */
const SAFE = [
  ['core.hooksPath', '/dev/null'],
  ['core.autocrlf', 'false'],
  ['core.symlinks', 'true'],
  ['core.fsmonitor', 'false'],
  ['core.logAllRefUpdates', 'false'],
  ['gc.auto', '0'],
  ['filter.lfs.smudge', ''],
  ['filter.lfs.process', ''],
  ['filter.lfs.required', 'false'],
].flatMap(([key, value]) => ['-c', `${key}=${value}`]);

/** A work tree on the objects of a git directory that is only read. */
export interface EvalWorkTree {
  /** Absolute. */
  readonly root: string;
  /**
   * Makes the tree that of a commit: only files that differ are written, and what git does not know is removed.
   * The commit's ancestors are all the history there is. Gives a note where objects are missing, else null.
   * Fails with NOT_FOUND for an unknown commit.
   */
  readonly checkOut: (commit: string) => Promise<string | null>;
  /** Output of git in the tree. Fails with GIT_FAILED. */
  readonly git: (...args: readonly string[]) => Promise<string>;
}

/**
 * The git directory of a mirror: `<repos>/<mirror>/repo`, its `.git`, or `<repos>/<mirror>` itself. Fails with
 * NOT_FOUND.
 */
export function findGitDirectory(repos: string, mirror: string): string {
  const base = resolve(repos, mirror);
  const places = [join(base, 'repo'), join(base, 'repo/.git'), base, join(base, '.git')];
  const found = places.find((place) => existsSync(join(place, 'HEAD')) && existsSync(join(place, 'objects')));
  if (found === undefined)
    throw new CtxError('NOT_FOUND', `There is no git directory at ${base} or ${join(base, 'repo')}.`, {
      mirror,
    });
  return found;
}

/** Opens the tree in a folder, making it where it is not there. Fails with GIT_FAILED. */
export async function openWorkTree(gitDirectory: string, folder: string): Promise<EvalWorkTree> {
  const root = resolve(folder);
  mkdirSync(root, { recursive: true });
  const git = async (...args: readonly string[]): Promise<string> => runGit(root, args);
  await runGit(root, ['init', '--quiet', '--template=', '.']);
  // Objects are borrowed, references are not: nothing after the base commit can be seen.
  mkdirSync(join(root, '.git/objects/info'), { recursive: true });
  writeFileSync(join(root, '.git/objects/info/alternates'), `${resolve(gitDirectory, 'objects')}\n`);
  const shallow = join(gitDirectory, 'shallow');
  if (statSync(shallow, { throwIfNoEntry: false })?.isFile())
    writeFileSync(join(root, '.git/shallow'), readFileSync(shallow));
  return { root, git, checkOut: (commit) => checkOut(git, commit) };
}

async function checkOut(git: EvalWorkTree['git'], commit: string): Promise<string | null> {
  try {
    await git('rev-parse', '--quiet', '--verify', `${commit}^{commit}`);
  } catch (error) {
    throw new CtxError('NOT_FOUND', `The repository has no commit ${commit}.`, { commit }, error);
  }
  await git('update-ref', '--no-deref', 'HEAD', commit);
  const note = await writeTree(git, commit);
  await git('clean', '-ffdxq');
  return note;
}

async function writeTree(git: EvalWorkTree['git'], commit: string): Promise<string | null> {
  try {
    await git('read-tree', '-u', '--reset', commit);
    return null;
  } catch {
    // Some object is absent from the snapshot: write what there is.
    await git('read-tree', '--reset', commit);
    await git('checkout-index', '--all', '--force', '--quiet').catch(() => {});
    return `Some files of ${commit} are not in the repository and are left out.`;
  }
}

async function runGit(root: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run('git', [...SAFE, ...args], {
      cwd: root,
      env: gitEnv(),
      maxBuffer: MAX_OUTPUT,
    });
    return stdout;
  } catch (error) {
    const because = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
    throw new CtxError('GIT_FAILED', `git ${args[0] ?? ''} failed: ${because}`, {}, error);
  }
}

function gitEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
  };
}
