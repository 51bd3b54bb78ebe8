import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { FileStamp, RepoPath, SkipReason } from '../core/index.ts';

/** Files over this many bytes are known by path only. */
export const MAX_FILE_BYTES = 1024 * 1024;

export type FileContent =
  | { readonly bytes: Uint8Array; readonly stamp: FileStamp }
  | { readonly skip: SkipReason };

/** The stamp of what `lstat` or `fstat` says. */
export function stampOf(stats: Stats): FileStamp {
  return { size: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs, inode: stats.ino };
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.inode === b.inode;
}

/** A stamp in words, to compare; '' where there is nothing. */
export function stampKey(stats: Stats | undefined): string {
  return stats === undefined
    ? ''
    : `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}

/** True when `path` is `root` or below it; both absolute and without links. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/**
 * Reads a regular file below the root, never through a symbolic link and never outside the root. The stamp is
 * the one the bytes belong to: a file that changes while it is read is read once more, then `unreadable`.
 */
export function readContent(
  root: string,
  path: RepoPath,
  { maxBytes = MAX_FILE_BYTES }: { readonly maxBytes?: number } = {},
): FileContent {
  const first = readOnce(root, path, maxBytes);
  if (first !== 'changed') return first;
  const second = readOnce(root, path, maxBytes);
  return second === 'changed' ? { skip: 'unreadable' } : second;
}

function readOnce(root: string, path: RepoPath, maxBytes: number): FileContent | 'changed' {
  const absolute = join(root, path);
  let descriptor: number | null = null;
  try {
    // Without O_NONBLOCK a named pipe would block; O_NOFOLLOW does not exist on Windows.
    descriptor = openSync(
      absolute,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    return readDescriptor(descriptor, { root, absolute, maxBytes });
  } catch (error) {
    return { skip: skipOfError(error) };
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function skipOfError(error: unknown): SkipReason {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ELOOP' || code === 'EMLINK') return 'symlink';
  return code === 'ENXIO' ? 'special-file' : 'unreadable';
}

interface Wanted {
  readonly root: string;
  readonly absolute: string;
  readonly maxBytes: number;
}

function readDescriptor(descriptor: number, { root, absolute, maxBytes }: Wanted): FileContent | 'changed' {
  const before = fstatSync(descriptor);
  if (!before.isFile()) return { skip: 'special-file' };
  const folder = realpathSync.native(dirname(absolute));
  if (!isInside(realpathSync.native(root), folder)) return { skip: 'outside-root' };
  // The opened file must be the one that the checked folder holds, not one put there in between.
  const named = lstatSync(join(folder, basename(absolute)));
  if (named.isSymbolicLink()) return { skip: 'symlink' };
  if (named.ino !== before.ino || named.dev !== before.dev) return 'changed';
  if (before.size > maxBytes) return { skip: 'too-large' };
  const bytes = readAll(descriptor, before.size);
  const stamp = stampOf(before);
  return bytes !== null && sameStamp(stamp, stampOf(fstatSync(descriptor))) ? { bytes, stamp } : 'changed';
}

/** Exactly `size` bytes, or null when the file holds more or fewer. */
function readAll(descriptor: number, size: number): Uint8Array | null {
  const buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return length === size ? buffer.subarray(0, size) : null;
}
