import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type RepoPath, type ScannedFile, throwIfAborted } from '../core/index.ts';
import { entryAt } from './entry-at.ts';
import { isCurrent, isGoverned, type ListingFrame, recordFrame } from './listing-frame.ts';
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

/** Says what a watcher saw since it was last asked, null when that may be anything. */
export type Witness = () => Promise<readonly RepoPath[] | null>;

export interface ScanOptions extends WalkOptions {
  /** Null where nobody watches. */
  readonly witness?: Witness | null;
}

/** Gives the files of now, as `walkTree` does. One scan at a time. */
export type TreeScanner = (options: ScanOptions) => Promise<TreeScan>;

/**
 * A watcher is believed for so long after a scan that looked at everything, milliseconds: systems lose events, and
 * some changes (through a memory map, on another machine) raise none.
 */
const BELIEVED_MS = 2_000;

/** Side by side: what was listed, where it is, and what stood there in the last scan. */
interface Slots {
  readonly listed: readonly Listed[];
  readonly places: readonly (string | Buffer)[];
  readonly at: ReadonlyMap<RepoPath, number>;
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
 * With a witness only the files that it names are looked at, for a short time after each whole scan.
 */
export function createTreeScanner(root: string, now: () => number): TreeScanner {
  let known: Known | null = null;
  /** The last look at everything, and the watcher that was there before it. */
  let whole: { readonly at: number; readonly witness: Witness } | null = null;

  /** Slots to look at; null for all. */
  const toLookAt = async (frame: ListingFrame, { git, witness }: ScanOptions): Promise<number[] | null> => {
    const before = whole;
    whole = null;
    const seen = witness ? await witness() : null;
    const believed = before?.witness === witness && Math.abs(now() - (before?.at ?? 0)) < BELIEVED_MS;
    if (seen === null || !believed || known === null || frame.winsBack) return null;
    if (!isGoverned(frame, git, now())) return null;
    const { at } = known.slots;
    const strange = seen.filter((path) => !at.has(path));
    if (strange.some((path) => frame.folders.has(path) || isThere(join(root, path)))) return null;
    whole = before;
    return seen.flatMap((path) => at.get(path) ?? []);
  };

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
      at: new Map(listing.paths.map(({ path }, i) => [path, i])),
      files: listing.paths.map((listed) => stampFile(root, listed, guard)),
    };
    return { slots, notes: listing.notes, frame };
  };

  const again = ({ slots, notes }: Known, named: readonly number[] | null): TreeScan => {
    const changed = restamp(root, slots, named ?? slots.places.keys());
    return { files: () => filesOf(slots), changed, notes };
  };

  return async (options) => {
    throwIfAborted(options.signal);
    const before = known;
    const named = before?.frame ? await toLookAt(before.frame, options) : null;
    if (before !== null && named !== null) return again(before, named);
    const { witness } = options;
    const startedAt = now();
    whole = null;
    if (before?.frame && isCurrent(before.frame, options.git, startedAt)) {
      const scanned = again(before, null);
      if (witness) whole = { at: startedAt, witness };
      return scanned;
    }
    const filesBefore = before === null ? null : filesOf(before.slots);
    const after = await list(options);
    known = after;
    if (witness && after.frame !== null) whole = { at: startedAt, witness };
    const files = filesOf(after.slots);
    const changed = filesBefore === null ? null : difference(filesBefore, files);
    return { files: () => filesOf(after.slots), changed, notes: after.notes };
  };
}

function isThere(place: string): boolean {
  try {
    return entryAt(place) !== undefined;
  } catch {
    return true;
  }
}

function filesOf({ files }: Slots): readonly ScannedFile[] {
  return files.filter((file) => file !== null);
}

function restamp(root: string, slots: Slots, wanted: Iterable<number>): Map<RepoPath, ScannedFile | null> {
  const changed = new Map<RepoPath, ScannedFile | null>();
  const guard = createPathGuard(root);
  for (const i of wanted) {
    const place = slots.places[i] as string | Buffer;
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
