import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { EvalTask } from './eval-task.ts';
import type { EvalWorkTree } from './work-tree.ts';

/** How a copy of the answer misleads. */
export const DECOY_KINDS = ['stale', 'legacy', 'vendor'] as const;
export type DecoyKind = (typeof DECOY_KINDS)[number];

export interface Decoy {
  readonly path: string;
  readonly kind: DecoyKind;
}

/** Gold files that are copied, at most. */
const COPIED = 3;

/** Where the copy of a path stands: beside it, among old code, or among third-party code. */
const PLACES: Readonly<Record<DecoyKind, (path: string, repo: string) => string>> = {
  stale: (path) => {
    const { dir, name, ext } = posix.parse(path);
    return posix.join(dir, `${name}_old${ext}`);
  },
  legacy: (path) => posix.join('legacy', path),
  vendor: (path, repo) => posix.join('third_party', repo.split('/').at(-1) ?? repo, path),
};

/**
 * Plants copies of the gold files in the work tree: the version before the last change beside each, the present
 * one under `legacy/` and `third_party/`. One whose place is taken is left out.
 */
export async function plantDecoys(
  { root, git }: EvalWorkTree,
  { goldFiles, repo }: EvalTask,
): Promise<readonly Decoy[]> {
  const planted: Decoy[] = [];
  for (const path of goldFiles.slice(0, COPIED)) {
    if (!isPlainFile(root, path)) continue;
    const present = readFileSync(join(root, path));
    for (const kind of DECOY_KINDS) {
      const place = PLACES[kind](path, repo);
      if (!isFree(root, place)) continue;
      mkdirSync(dirname(join(root, place)), { recursive: true });
      writeFileSync(join(root, place), kind === 'stale' ? await versionBefore(git, path, present) : present, {
        flag: 'wx',
      });
      planted.push({ path: place, kind });
    }
  }
  return planted;
}

export function removeDecoys({ root }: EvalWorkTree, planted: readonly Decoy[]): void {
  for (const { path } of planted) rmSync(join(root, path), { force: true });
}

/** The file as it was before its last change; as it is where it has only one version. */
async function versionBefore(
  git: EvalWorkTree['git'],
  path: string,
  present: Buffer,
): Promise<string | Buffer> {
  try {
    const last = (await git('log', '-1', '--format=%H', 'HEAD', '--', path)).trim();
    return await git('show', `${last}~1:${path}`);
  } catch {
    return present;
  }
}

/** A regular file, reached through folders only: a link could lead out of the tree. */
function isPlainFile(root: string, path: string): boolean {
  return (
    parentsOf(path).every((parent) => kindAt(root, parent) === 'folder') && kindAt(root, path) === 'file'
  );
}

function isFree(root: string, path: string): boolean {
  const parents = parentsOf(path).map((parent) => kindAt(root, parent));
  return parents.every((kind) => kind === 'folder' || kind === 'none') && kindAt(root, path) === 'none';
}

function parentsOf(path: string): readonly string[] {
  const segments = path.split('/').slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

function kindAt(root: string, path: string): 'file' | 'folder' | 'none' | 'other' {
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return 'none';
  return stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other';
}
