import { createHash } from 'node:crypto';
import { accessSync, constants, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { CtxError, type GitState } from '../../core/index.ts';

export interface StorePlace {
  /** Absolute folder that holds `index.db` and `memory.db`. */
  readonly folder: string;
  /** Why it is not the usual place, for people; null when it is. */
  readonly note: string | null;
  /** Whether the user named it: nothing to point out at every call. */
  readonly named: boolean;
}

/**
 * Where the databases of a work tree live: `CTX_DIR`, else `.ctx/` in the main work tree (linked work trees
 * share it), else a folder of the user's cache when the former cannot be written. Creates nothing.
 */
export function locateStore(
  root: string,
  git: GitState | null,
  env: Readonly<Record<string, string | undefined>>,
): StorePlace {
  const override = env['CTX_DIR'];
  if (override)
    return { folder: resolve(override), note: `CTX_DIR is set: ${resolve(override)}`, named: true };
  const home = mainWorktree(root, git);
  const usual = join(home, '.ctx');
  const obstacle = obstacleTo(home, usual);
  if (obstacle === null) return { folder: usual, note: null, named: false };
  const folder = join(cacheHome(env), 'ctx', `${basename(home)}-${shortHash(home)}`);
  return { folder, note: `${obstacle}: the index is kept in ${folder}`, named: false };
}

/** Creates the folder, and makes it invisible to git. Fails with STORE_UNWRITABLE. */
export function prepareStore(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    // A folder that the user has named may hold other things: those stay visible.
    const own = basename(folder) === '.ctx' || readdirSync(folder).length === 0;
    hide(folder, own ? '*\n' : '/.gitignore\n/index.db*\n/memory.db*\n');
  } catch (error) {
    throw new CtxError(
      'STORE_UNWRITABLE',
      `Cannot write to ${folder}. Set CTX_DIR to a folder that can be written.`,
      { folder },
      error,
    );
  }
}

function hide(folder: string, rules: string): void {
  try {
    // Exclusive: never through a link that stands there.
    writeFileSync(join(folder, '.gitignore'), rules, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function mainWorktree(root: string, git: GitState | null): string {
  return git !== null && basename(git.commonDir) === '.git' ? dirname(git.commonDir) : root;
}

/** A link could lead out of the repository: never followed. */
function obstacleTo(home: string, usual: string): string | null {
  const existing = lstatSync(usual, { throwIfNoEntry: false });
  if (existing?.isSymbolicLink()) return '.ctx is a symbolic link';
  if (existing && !existing.isDirectory()) return '.ctx is not a folder';
  for (const name of ['index.db', 'memory.db'])
    if (lstatSync(join(usual, name), { throwIfNoEntry: false })?.isSymbolicLink())
      return `.ctx/${name} is a symbolic link`;
  try {
    accessSync(existing ? usual : home, constants.W_OK);
    return null;
  } catch {
    return 'the repository cannot be written';
  }
}

function cacheHome(env: Readonly<Record<string, string | undefined>>): string {
  if (env['XDG_CACHE_HOME']) return env['XDG_CACHE_HOME'];
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return env['LOCALAPPDATA'];
  return join(homedir(), '.cache');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
