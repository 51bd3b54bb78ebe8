import { isUtf8 } from 'node:buffer';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { CtxError, type RepoPath } from '../core/index.ts';

/** A path as the file system has it. `raw` is null where the name is valid UTF-8 and `path` says it all. */
export interface RawPath {
  readonly path: RepoPath;
  readonly raw: Buffer | null;
}

/** Also as file systems that fold case, drop dots and spaces at the end, have streams or short names spell them. */
const ALWAYS_SKIPPED = /(?:^|\/)(?:\.(?:git|ctx)[. ]*(?::[^/]*)?|(?:git|ctx)~\d)(?:\/|$)/i;

/** True for `.git` and `.ctx` and everything below them, at any depth. */
export function isAlwaysSkipped(path: RepoPath): boolean {
  return ALWAYS_SKIPPED.test(path);
}

/** Order of paths everywhere: by UTF-16 code unit. */
export function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Path of the folder that holds `path`; '' for the root. */
export function parentOf(path: RepoPath): RepoPath {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Last segment of a path. */
export function baseOf(path: RepoPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Shows bytes that are not UTF-8 as `\xhh`, so that every file has a printable path. */
export function toRawPath(bytes: Buffer): RawPath {
  if (isUtf8(bytes)) return { path: bytes.toString('utf8'), raw: null };
  let path = '';
  let start = 0;
  while (start < bytes.length) {
    const length = characterLength(bytes, start);
    path +=
      length === 0
        ? `\\x${(bytes[start] ?? 0).toString(16).padStart(2, '0')}`
        : bytes.toString('utf8', start, start + length);
    start += Math.max(length, 1);
  }
  return { path, raw: bytes };
}

/** Length of the UTF-8 character at `start`, 0 where there is none. */
function characterLength(bytes: Buffer, start: number): number {
  for (let length = 1; length <= 4 && start + length <= bytes.length; length++)
    if (isUtf8(bytes.subarray(start, start + length))) return length;
  return 0;
}

/** Splits NUL-terminated records. */
export function splitRecords(output: Buffer): Buffer[] {
  const records: Buffer[] = [];
  let start = 0;
  for (let end = output.indexOf(0); end >= 0; end = output.indexOf(0, start)) {
    records.push(output.subarray(start, end));
    start = end + 1;
  }
  if (start < output.length) records.push(output.subarray(start));
  return records;
}

/** Reads a NUL-terminated list of paths. */
export function splitPaths(output: Buffer): RawPath[] {
  if (!isUtf8(output)) return splitRecords(output).map(toRawPath);
  const text = output.toString('utf8');
  const paths = text.split('\0');
  if (paths.at(-1) === '') paths.pop();
  return paths.map((path) => ({ path, raw: null }));
}

/**
 * A path that a person wrote, absolute or relative to the root, as a path of the repository ('' for the root
 * itself). Fails with OUTSIDE_ROOT, or USAGE for what no path can be.
 */
export function toRepoPath(root: string, path: string): RepoPath {
  if (path.includes('\0'))
    throw new CtxError('USAGE', 'A path cannot hold a NUL character. Name a path below the root.', { root });
  const below = relative(root, resolve(root, path));
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below))
    throw new CtxError('OUTSIDE_ROOT', `${path} is outside ${root}. Name a path below it.`, { path, root });
  return sep === '/' ? below : below.split(sep).join('/');
}
