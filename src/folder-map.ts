import type { FolderMap } from './context.ts';
import { CtxError, type IndexedFile, type RepoPath } from './core/index.ts';

const ROWS = 200;

interface Count {
  files: number;
  lines: number;
}

/**
 * Folders down to a depth and the files between, below a path ('' is the root), in path order: each with what is
 * below it. Fails with NOT_FOUND where no indexed file is below the path.
 */
export function folderMap(files: readonly IndexedFile[], path: RepoPath, depth: number): FolderMap {
  const prefix = path === '' ? '' : `${path}/`;
  const below = files.filter((file) => file.path.startsWith(prefix));
  if (below.length === 0) {
    throw new CtxError('NOT_FOUND', `No indexed file is below ${path === '' ? 'the root' : path}.`, { path });
  }
  const counts = new Map<string, Count>();
  for (const file of below) {
    const parts = file.path.slice(prefix.length).split('/');
    for (let level = 1; level <= Math.min(depth, parts.length); level++) {
      const name = `${prefix}${parts.slice(0, level).join('/')}${level < parts.length ? '/' : ''}`;
      const count = counts.get(name) ?? { files: 0, lines: 0 };
      count.files++;
      count.lines += file.lineCount;
      counts.set(name, count);
    }
  }
  const rows = [...counts]
    .map(([name, count]) => ({ path: name, ...count }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    path,
    files: below.length,
    lines: below.reduce((sum, { lineCount }) => sum + lineCount, 0),
    rows: rows.slice(0, ROWS),
    left: Math.max(0, rows.length - ROWS),
  };
}
