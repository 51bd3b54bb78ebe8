import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { RepoPath, SkipReason } from '../core/index.ts';
import { entryAt } from './entry-at.ts';
import { isInside } from './read-content.ts';
import { parentOf } from './repo-path.ts';

/** What stands above a path. */
export interface PathGuard {
  /** `symlink` or `outside-root` when a folder on the way is a link; null when the way is plain. */
  linkAbove(path: RepoPath): SkipReason | null;
  /** Outermost folder above the path, below the root, that is a repository of its own. */
  repositoryAbove(path: RepoPath): RepoPath | null;
}

function memoised<T>(compute: (folder: RepoPath) => T): (folder: RepoPath) => T {
  const known = new Map<RepoPath, T>();
  return (folder) => {
    const seen = known.get(folder);
    if (seen !== undefined) return seen;
    const value = compute(folder);
    known.set(folder, value);
    return value;
  };
}

/** Checks the folders above paths of one walk; each folder is looked at once. */
export function createPathGuard(root: string): PathGuard {
  const linkAt = memoised((folder: RepoPath): SkipReason | null => {
    if (folder === '') return null;
    const above = linkAt(parentOf(folder));
    if (above !== null) return above;
    const absolute = join(root, folder);
    if (entryAt(absolute)?.isSymbolicLink() !== true) return null;
    try {
      return isInside(root, realpathSync.native(absolute)) ? 'symlink' : 'outside-root';
    } catch {
      return 'symlink';
    }
  });
  const repositoryAt = memoised((folder: RepoPath): RepoPath | null => {
    if (folder === '') return null;
    const above = repositoryAt(parentOf(folder));
    if (above !== null) return above;
    return entryAt(join(root, folder, '.git')) === undefined ? null : folder;
  });
  return {
    linkAbove: (path) => linkAt(parentOf(path)),
    repositoryAbove: (path) => repositoryAt(parentOf(path)),
  };
}
