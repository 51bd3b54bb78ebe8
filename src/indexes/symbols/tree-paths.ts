import type { FileId, IndexedFile, RepoPath } from '../../core/index.ts';

/** The paths of a snapshot, ordered for the questions that imports ask. Parts are built on first use. */
export interface TreePaths {
  file(path: RepoPath): IndexedFile | null;
  /** Files whose path is the tail or ends with `/tail`, the nearest to `near` first. */
  byTail(tail: string, near: RepoPath): readonly IndexedFile[];
  /** Files directly in the directory; '' is the root. */
  inDirectory(directory: string): readonly IndexedFile[];
  /** Directories that hold files directly and are the tail or end with `/tail`, in path order. */
  directoriesByTail(tail: string): readonly string[];
  files(ids: readonly FileId[]): readonly IndexedFile[];
}

export function directoryOf(path: RepoPath): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function baseName(path: RepoPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** File name without its last extension. */
export function stemOf(path: RepoPath): string {
  const base = baseName(path);
  const dot = base.lastIndexOf('.');
  return dot <= 0 ? base : base.slice(0, dot);
}

export function extensionOf(path: RepoPath): string {
  const base = baseName(path);
  const dot = base.lastIndexOf('.');
  return dot <= 0 ? '' : base.slice(dot);
}

/** Joins and resolves `.` and `..`; null where the result leaves the tree. */
export function joinPath(directory: string, relative: string): string | null {
  const out: string[] = [];
  for (const part of `${directory}/${relative}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') out.push(part);
    else if (out.pop() === undefined) return null;
  }
  return out.join('/');
}

/** Sorts by directories shared with `near`, then shortest path, then path. */
export function nearestFirst<T extends { readonly path: RepoPath }>(
  files: readonly T[],
  near: RepoPath,
): T[] {
  const from = near.split('/');
  return files
    .map((file) => {
      const parts = file.path.split('/');
      return { file, shared: sharedDirectories(parts, from), depth: parts.length };
    })
    .sort(
      (a, b) =>
        b.shared - a.shared ||
        a.depth - b.depth ||
        (a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : 0),
    )
    .map(({ file }) => file);
}

/** Number of leading directories that two paths, given by their parts, share. */
function sharedDirectories(left: readonly string[], right: readonly string[]): number {
  const most = Math.min(left.length, right.length) - 1;
  let shared = 0;
  while (shared < most && left[shared] === right[shared]) shared++;
  return shared;
}

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The file's name with that of its directory. */
function lastTwo(path: RepoPath): string {
  return path.slice(path.lastIndexOf('/', path.lastIndexOf('/') - 1) + 1);
}

const endsWithPath = (path: string, tail: string): boolean => path === tail || path.endsWith(`/${tail}`);

export function createTreePaths(
  files: readonly IndexedFile[],
  fileByPath: (path: RepoPath) => IndexedFile | null,
): TreePaths {
  let names: Map<string, IndexedFile[]> | null = null;
  const ends = new Map<string, Map<string, IndexedFile[]>>();
  let directories: Map<string, IndexedFile[]> | null = null;
  let directoryNames: Map<string, string[]> | null = null;
  const byName = () => (names ??= groupBy(files, (file) => baseName(file.path)));
  /** Many files are called `index.ts`: a tail with a directory is looked up with it. */
  const endingLike = (tail: string): readonly IndexedFile[] => {
    const name = baseName(tail);
    const named = byName().get(name) ?? [];
    if (name === tail || named.length === 0) return named;
    const byEnd = ends.get(name) ?? groupBy(named, (file) => lastTwo(file.path));
    ends.set(name, byEnd);
    return byEnd.get(lastTwo(tail)) ?? [];
  };
  const byDirectory = () => (directories ??= groupBy(files, (file) => directoryOf(file.path)));
  const byDirectoryName = () => (directoryNames ??= groupBy(byDirectory().keys(), baseName));
  return {
    file: fileByPath,
    byTail: (tail, near) =>
      nearestFirst(
        endingLike(tail).filter((file) => endsWithPath(file.path, tail)),
        near,
      ),
    inDirectory: (directory) => byDirectory().get(directory) ?? [],
    directoriesByTail: (tail) =>
      (byDirectoryName().get(baseName(tail)) ?? []).filter((path) => endsWithPath(path, tail)),
    files: (ids) => ids.flatMap((id) => files[id] ?? []),
  };
}
