import { lstatSync } from 'node:fs';
import { type RepoPath, type ScannedFile, throwIfAborted } from '../core/index.ts';
import { isCurrent, type ListingFrame, recordFrame } from './listing-frame.ts';
import { createPathGuard } from './path-guard.ts';
import { sameStamp } from './read-content.ts';
import { comparePaths } from './repo-path.ts';
import { type Listed, listTree, placeOf, stampFile, type WalkOptions } from './walk-tree.ts';

export interface TreeScan {
  /** By path, in code-unit order. */
  readonly files: () => readonly ScannedFile[];
  /**
   * What differs from the scan before: by path the file of now, null where there is none any more. Null for the
   * first scan.
   */
  readonly changed: ReadonlyMap<RepoPath, ScannedFile | null> | null;
  /** What could not be listed or read on the way, in sentences. */
  readonly notes: readonly string[];
}

/** Gives the files of now, as `walkTree` does. One scan at a time. */
export type TreeScanner = (options: WalkOptions) => Promise<TreeScan>;

/** Side by side: what was listed, where it is, and what stood there in the last scan. */
interface Slots {
  readonly listed: readonly Listed[];
  readonly places: readonly (string | Buffer)[];
  readonly files: (ScannedFile | null)[];
}

interface Known {
  readonly slots: Slots;
  readonly notes: readonly string[];
  /** Null where a listing cannot be used again. */
  readonly frame: ListingFrame | null;
}

/**
 * Scans one tree again and again. Every file is looked at in every scan; the listing of a work tree is used again
 * while all that it came from is as it was (see `recordFrame`). A process that scans once does not pay for that.
 */
export function createTreeScanner(root: string, now: () => number): TreeScanner {
  let known: Known | null = null;

  const list = async (options: WalkOptions): Promise<Known> => {
    const startedAt = now();
    const previous = known?.frame ?? null;
    const listing = await listTree(root, options);
    const frame =
      known === null ? null : await recordFrame({ root, listing, startedAt, previous, ...options });
    throwIfAborted(options.signal);
    const guard = createPathGuard(root);
    const slots: Slots = {
      listed: listing.paths,
      places: listing.paths.map((listed) => placeOf(root, listed)),
      files: listing.paths.map((listed) => stampFile(root, listed, guard)),
    };
    return { slots, notes: listing.notes, frame };
  };

  return async (options) => {
    throwIfAborted(options.signal);
    const before = known;
    if (before?.frame && isCurrent(before.frame, options.git, now())) {
      const changed = restamp(root, before.slots);
      return { files: () => filesOf(before.slots), changed, notes: before.notes };
    }
    const filesBefore = before === null ? null : filesOf(before.slots);
    const after = await list(options);
    known = after;
    const files = filesOf(after.slots);
    const changed = filesBefore === null ? null : difference(filesBefore, files);
    return { files: () => filesOf(after.slots), changed, notes: after.notes };
  };
}

function filesOf({ files }: Slots): readonly ScannedFile[] {
  return files.filter((file) => file !== null);
}

function restamp(root: string, slots: Slots): Map<RepoPath, ScannedFile | null> {
  const changed = new Map<RepoPath, ScannedFile | null>();
  const guard = createPathGuard(root);
  for (const [i, place] of slots.places.entries()) {
    const before = slots.files[i] ?? null;
    if (before !== null && isAsBefore(place, before)) continue;
    const listed = slots.listed[i] as Listed;
    const file = stampFile(root, listed, guard);
    if (isSame(before, file)) continue;
    slots.files[i] = file;
    changed.set(listed.path, file);
  }
  return changed;
}

const NO_ERROR = { throwIfNoEntry: false } as const;

function isAsBefore(place: string | Buffer, { stamp }: ScannedFile): boolean {
  try {
    const stats = lstatSync(place, NO_ERROR);
    return (
      stats !== undefined &&
      stats.mtimeMs === stamp.mtimeMs &&
      stats.ctimeMs === stamp.ctimeMs &&
      stats.size === stamp.size &&
      stats.ino === stamp.inode
    );
  } catch {
    // Looked at more closely.
    return false;
  }
}

function isSame(a: ScannedFile | null, b: ScannedFile | null): boolean {
  if (a === null || b === null) return a === b;
  return a.skip === b.skip && sameStamp(a.stamp, b.stamp);
}

/** Both by path. */
function difference(
  before: readonly ScannedFile[],
  after: readonly ScannedFile[],
): Map<RepoPath, ScannedFile | null> {
  const changed = new Map<RepoPath, ScannedFile | null>();
  let at = 0;
  for (const file of after) {
    for (; (before[at]?.path ?? file.path) < file.path; at++) changed.set(before[at]?.path ?? '', null);
    const same = before[at]?.path === file.path ? before[at] : undefined;
    if (same === undefined || !isSame(same, file)) changed.set(file.path, file);
    if (same !== undefined) at++;
  }
  for (const { path } of before.slice(at)) changed.set(path, null);
  return new Map([...changed].sort(([a], [b]) => comparePaths(a, b)));
}
