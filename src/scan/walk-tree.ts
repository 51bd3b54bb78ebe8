import type { Stats } from 'node:fs';
import { join } from 'node:path';
import {
  type GitState,
  type RepoPath,
  type ScannedFile,
  type SkipReason,
  throwIfAborted,
} from '../core/index.ts';
import { isLockFile } from './classify-path.ts';
import { entryAt } from './entry-at.ts';
import { runGit } from './git.ts';
import { CTX_IGNORE_FILES, type IgnoreRules, loadIgnoreRules } from './ignore-rules.ts';
import { listPlain, listUnwalked } from './list-plain.ts';
import { createPathGuard, type PathGuard } from './path-guard.ts';
import { MAX_FILE_BYTES, stampOf } from './read-content.ts';
import {
  baseOf,
  comparePaths,
  isAlwaysSkipped,
  type RawPath,
  splitPaths,
  splitRecords,
  toRawPath,
} from './repo-path.ts';

export interface WalkOptions {
  /** null walks the folder as one outside git. */
  readonly git: GitState | null;
  readonly signal?: AbortSignal | undefined;
}

export interface WalkResult {
  /** By path, in code-unit order. */
  readonly files: readonly ScannedFile[];
  /** What could not be listed or read on the way, in sentences. */
  readonly notes: readonly string[];
}

/** What the listing already knows of a path. */
export interface Listed extends RawPath {
  readonly skip: 'submodule' | 'nested-repository' | null;
}

/** The paths of a tree that belong to it, before any of them is looked at. */
export interface Listing {
  /** Those that the rules leave, by path; what stands at some of them may be gone. */
  readonly paths: readonly Listed[];
  /** All that git lists, in its order; the folders above them hold what a new listing would find. */
  readonly all: readonly Listed[];
  readonly rules: IgnoreRules;
  /** Rule files of ctx's own that were read. */
  readonly ruleFiles: readonly RepoPath[];
  readonly notes: readonly string[];
}

/**
 * The files of a tree: in git those tracked or untracked and not ignored, elsewhere ripgrep's walk; then
 * `.ignore` and `.ctxignore`. Paths that must never be read are listed with the reason. `root` is absolute and
 * without links, as `findRoot` gives it. Fails with GIT_FAILED or ABORTED.
 */
export async function walkTree(root: string, options: WalkOptions): Promise<WalkResult> {
  const { paths, notes } = await listTree(root, options);
  const guard = createPathGuard(root);
  const files = paths.flatMap((listed) => stampFile(root, listed, guard) ?? []);
  return { files, notes };
}

/** Fails with GIT_FAILED or ABORTED. */
export async function listTree(root: string, { git, signal }: WalkOptions): Promise<Listing> {
  const raw = git === null ? await listFolder(root, signal) : await listWorkTree(root, signal);
  throwIfAborted(signal);
  const ruleFiles = findRuleFiles(root, raw.paths);
  const rules = loadIgnoreRules(root, ruleFiles);
  const found = new Map<RepoPath, Listed>();
  const notes = [...raw.notes, ...rules.notes];
  for (const listed of raw.paths) {
    if (isAlwaysSkipped(listed.path) || rules.verdict(listed.path, listed.skip !== null) === 'ignore')
      continue;
    // A repository of its own can stand where a file was tracked.
    if (listed.skip !== null || !found.has(listed.path)) found.set(listed.path, listed);
  }
  if (rules.winBack.length > 0) {
    const all = await listPlain(root, { everything: true, places: rules.winBack, signal });
    notes.push(...all.notes.filter((note) => !notes.includes(note)));
    for (const listed of wonBack(root, all.paths, rules))
      if (!found.has(listed.path)) found.set(listed.path, listed);
  }
  throwIfAborted(signal);
  const paths = withoutAliases(
    root,
    [...found.values()].sort((a, b) => comparePaths(a.path, b.path)),
  );
  return { paths, all: raw.paths, rules, ruleFiles, notes };
}

/** Without names that differ in case only and stand for one file, as on file systems that do not tell them apart. */
function withoutAliases(root: string, paths: readonly Listed[]): readonly Listed[] {
  const met = new Map<string, Listed>();
  return paths.filter((listed) => {
    const folded = listed.path.toLowerCase();
    const other = met.get(folded);
    if (other === undefined) met.set(folded, listed);
    return other === undefined || !isSameFile(placeOf(root, other), placeOf(root, listed));
  });
}

function isSameFile(a: string | Buffer, b: string | Buffer): boolean {
  const [one, other] = [entryAt(a), entryAt(b)];
  return one !== undefined && other !== undefined && one.ino === other.ino && one.ino !== 0;
}

/** The rule files among the listed paths; those at the root also where git ignores them. */
function findRuleFiles(root: string, listed: readonly Listed[]): RepoPath[] {
  const names: readonly string[] = CTX_IGNORE_FILES;
  const nested = listed.filter(({ path }) => path.includes('/') && names.includes(baseOf(path)));
  const own = names.filter((name) => entryAt(join(root, name)) !== undefined);
  return [...own, ...nested.map(({ path }) => path)];
}

type RawListing = Pick<Listing, 'paths' | 'notes'>;

async function listWorkTree(root: string, signal: AbortSignal | undefined): Promise<RawListing> {
  const [tracked, untracked] = await Promise.all([
    runGit(root, ['ls-files', '-z', '--stage', '--cached'], { signal }),
    runGit(root, ['ls-files', '-z', '--others', '--exclude-standard'], { signal }),
  ]);
  return {
    paths: [...trackedPaths(tracked.stdout), ...splitPaths(untracked.stdout).map(untrackedPath)],
    notes: [],
  };
}

/** Reads `<mode> <object> <stage>\t<path>` records. */
function trackedPaths(output: Buffer): Listed[] {
  return splitRecords(output).map((record) => ({
    ...toRawPath(record.subarray(record.indexOf(9) + 1)),
    skip: record.toString('latin1', 0, 6) === '160000' ? 'submodule' : null,
  }));
}

/** A trailing slash marks a repository inside this one. */
function untrackedPath({ path, raw }: RawPath): Listed {
  if (!path.endsWith('/')) return { path, raw, skip: null };
  return { path: path.slice(0, -1), raw: raw?.subarray(0, -1) ?? null, skip: 'nested-repository' };
}

async function listFolder(root: string, signal: AbortSignal | undefined): Promise<RawListing> {
  const { paths, notes } = await listPlain(root, { everything: false, signal });
  const guard = createPathGuard(root);
  return {
    paths: [...paths, ...listUnwalked(root, paths)].map((path) => outermost(path, guard)),
    notes,
  };
}

/** The path itself, or the repository of its own that it lies in. */
function outermost(path: RawPath, guard: PathGuard): Listed {
  const repository = guard.repositoryAbove(path.path);
  return repository === null
    ? { ...path, skip: null }
    : { path: repository, raw: null, skip: 'nested-repository' };
}

function wonBack(root: string, paths: readonly RawPath[], rules: IgnoreRules): Listed[] {
  const guard = createPathGuard(root);
  return paths
    .filter(({ path }) => !isAlwaysSkipped(path) && rules.verdict(path) === 'include')
    .map((path) => outermost(path, guard));
}

/** null when nothing is there any more, or a folder stands where a file was tracked. */
export function stampFile(root: string, listed: Listed, guard: PathGuard): ScannedFile | null {
  const stats = statListed(placeOf(root, listed));
  if (stats === 'unreadable') return { path: listed.path, stamp: NO_STAMP, skip: 'unreadable' };
  if (stats === null || (stats.isDirectory() && listed.skip === null)) return null;
  return { path: listed.path, stamp: stampOf(stats), skip: skipOf(listed, stats, guard) };
}

const NO_STAMP = { size: 0, mtimeMs: 0, ctimeMs: 0, inode: 0 } as const;

/** Where the file system has it. */
export function placeOf(root: string, { path, raw }: RawPath): string | Buffer {
  return raw === null ? `${root}/${path}` : Buffer.concat([Buffer.from(`${root}/`), raw]);
}

function statListed(place: string | Buffer): Stats | 'unreadable' | null {
  try {
    return entryAt(place) ?? null;
  } catch {
    return 'unreadable';
  }
}

function skipOf(listed: Listed, stats: Stats, guard: PathGuard): SkipReason | null {
  if (listed.raw !== null) return 'invalid-name';
  const above = guard.linkAbove(listed.path);
  if (above !== null) return above;
  if (stats.isSymbolicLink()) return 'symlink';
  if (listed.skip !== null) return listed.skip;
  if (!stats.isFile()) return 'special-file';
  if (isLockFile(listed.path)) return 'lock-file';
  return stats.size > MAX_FILE_BYTES ? 'too-large' : null;
}
