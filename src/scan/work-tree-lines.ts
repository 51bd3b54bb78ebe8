import {
  type ContentHash,
  createRecentMap,
  type FileLines,
  type RepoPath,
  type Snapshot,
} from '../core/index.ts';
import { decodeText } from './decode-text.ts';
import { hashContent } from './hash-content.ts';
import { inspectContent } from './inspect-content.ts';
import { readContent } from './read-content.ts';

/** Lines of a file as they are in the work tree now, or null where it cannot be read or is no text. */
export type ReadLines = (snapshot: Pick<Snapshot, 'fileByPath'>, path: RepoPath) => FileLines | null;

/** UTF-16 units of the lines that are kept. */
const KEPT = 2 ** 23;

interface KnownLines {
  readonly hash: ContentHash;
  readonly lines: readonly string[];
  readonly size: number;
}

/**
 * Reads the bytes at every question, and takes them apart where they are not those of the last time: what was
 * counted and found in the lines can be kept by the list that they stand in.
 */
export function createLineReader(root: string): ReadLines {
  const known = createRecentMap<RepoPath, KnownLines>(KEPT, ({ size }) => size);

  return (snapshot, path) => {
    const read = readContent(root, path);
    if ('skip' in read) return null;
    const hash = hashContent(read.bytes);
    const stale = snapshot.fileByPath(path)?.hash !== hash;
    const before = known.get(path);
    if (before?.hash === hash) return { path, hash, lines: before.lines, stale };
    const text = textOf(path, read.bytes, !stale);
    if (text === null) return null;
    const lines = linesOf(text);
    known.set(path, { hash, lines, size: text.length });
    return { path, hash, lines, stale };
  };
}

/** What the index has was inspected before. */
function textOf(path: RepoPath, bytes: Uint8Array, inspected: boolean): string | null {
  if (inspected) return decodeText(bytes)?.text ?? null;
  const found = inspectContent(path, bytes);
  return found.ok ? found.decoded.text : null;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return text.includes('\r') ? lines.map((line) => line.replace(/\r$/, '')) : lines;
}
