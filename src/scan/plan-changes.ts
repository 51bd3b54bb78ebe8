import type { FileStamp, ManifestEntry, RepoPath, ScannedFile, SkipReason } from '../core/index.ts';
import { classifyPath } from './classify-path.ts';
import { sameStamp } from './read-content.ts';
import { comparePaths } from './repo-path.ts';

export interface ChangePlan {
  /** Number of paths that need nothing. */
  readonly unchanged: number;
  /** Content to read and compare by hash. */
  readonly look: readonly ScannedFile[];
  /** New manifest lines of paths that are never read. */
  readonly skipped: readonly ManifestEntry[];
  /** Paths of the manifest that the tree no longer has, in order. */
  readonly removed: readonly RepoPath[];
}

/** Resolution of the clock of file systems with whole-second (or two-second) times, and of the others. */
const COARSE_MS = 2000;
const FINE_MS = 100;

/** Reasons that content does not decide: with another place or other rights the same file may be read. */
const BY_WALK: ReadonlySet<SkipReason | null> = new Set<SkipReason | null>([
  'too-large',
  'lock-file',
  'unreadable',
  'symlink',
  'submodule',
  'nested-repository',
  'special-file',
  'invalid-name',
  'outside-root',
]);

/**
 * True when a file was changed so shortly before its stamp was taken (`now`, milliseconds since the epoch)
 * that a later edit could leave the stamp as it is.
 */
export function isRacy(stamp: FileStamp, now: number): boolean {
  const changed = Math.max(stamp.mtimeMs, stamp.ctimeMs);
  return changed > now - (Number.isInteger(stamp.mtimeMs / 1000) ? COARSE_MS : FINE_MS);
}

/** Compares a manifest with a walk by stamps alone. */
export function planChanges(
  manifest: ReadonlyMap<RepoPath, ManifestEntry>,
  scanned: readonly ScannedFile[],
  now: number,
): ChangePlan {
  const files = new Map<RepoPath, ScannedFile | null>(scanned.map((file) => [file.path, file]));
  for (const path of manifest.keys()) if (!files.has(path)) files.set(path, null);
  return planPaths(manifest, files, now);
}

/** Compares what stands at some paths, null where nothing does, with the manifest. */
export function planPaths(
  manifest: ReadonlyMap<RepoPath, ManifestEntry>,
  files: ReadonlyMap<RepoPath, ScannedFile | null>,
  now: number,
): ChangePlan {
  let unchanged = 0;
  const look: ScannedFile[] = [];
  const skipped: ManifestEntry[] = [];
  const removed: RepoPath[] = [];
  for (const [path, file] of files) {
    const entry = manifest.get(path);
    if (file === null) {
      if (entry !== undefined) removed.push(path);
    } else if (isUnchanged(entry, file)) unchanged++;
    else if (file.skip === null) look.push(file);
    else skipped.push(skippedEntry(file, file.skip, now));
  }
  return { unchanged, look, skipped, removed: removed.sort(comparePaths) };
}

function isUnchanged(entry: ManifestEntry | undefined, file: ScannedFile): boolean {
  if (entry === undefined || !sameStamp(entry.stamp, file.stamp)) return false;
  if (file.skip !== null) return entry.skip === file.skip;
  return !entry.racy && !BY_WALK.has(entry.skip);
}

function skippedEntry(file: ScannedFile, skip: SkipReason, now: number): ManifestEntry {
  return {
    path: file.path,
    stamp: file.stamp,
    kind: classifyPath(file.path),
    hash: null,
    language: null,
    skip,
    racy: isRacy(file.stamp, now),
  };
}
