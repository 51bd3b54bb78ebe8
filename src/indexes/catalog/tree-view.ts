import type { FileId, FileKind, IndexedFile } from '../../core/index.ts';
import type { LexicalView } from '../lexical/search.ts';
import { decodeCommitPaths } from './commit-paths.ts';
import type { Db } from './open-database.ts';
import { fileKindOf, languageOf } from './rows.ts';

/**
 * What a reader keeps in memory about one work tree: files in path order, and typed arrays from chunk and commit
 * numbers to them. Built in one pass, valid for one revision of the store.
 */
export interface TreeView extends LexicalView {
  readonly tree: number;
  readonly contents: Int32Array;
  readonly byPath: ReadonlyMap<string, IndexedFile>;
  /** By the last segment of the path, in path order. */
  readonly byName: (name: string) => readonly IndexedFile[];
  /** Files of a content, in path order: the same bytes can be at several paths. */
  readonly filesOfContent: ReadonlyMap<number, readonly FileId[]>;
  /** Ancestors of HEAD, newest first, as commit numbers. */
  readonly ancestors: Int32Array;
  /** Seconds since the epoch; 0 when no known commit touched the file. */
  readonly lastTouched: (file: FileId) => number;
  /** Read on first use: questions without history should not pay for it. */
  readonly history: () => History;
}

type FileRow = readonly [
  path: string,
  kind: number,
  size: number,
  content: number,
  hash: string,
  language: string,
  lineCount: number,
  firstChunk: number,
  chunkCount: number,
  number: number,
];

/**
 * Null when the tree was never indexed. Files that are as they were in the previous view are the same objects, so
 * that what was read of them can be kept.
 */
export function loadTreeView(db: Db, root: string, previous: TreeView | null = null): TreeView | null {
  const row = db.prepare('SELECT id, ancestors FROM tree WHERE root = ?').get(root) as
    | { readonly id: number; readonly ancestors: Buffer | null }
    | undefined;
  if (row === undefined) return null;
  const rows = fileRows(db, row.id);
  const files = rows.map((row, id) => keptOr(previous?.files[id], fileOf(row, id)));
  const ancestors = asInt32(row.ancestors);
  const fileOfPath = mapPaths(rows);
  const history = hasSamePast(previous, files, ancestors)
    ? previous.history
    : once(() => loadHistory(db, { fileOfPath, fileCount: files.length, ancestors }));
  const names = once(() => groupBy(files, ({ path }) => path.slice(path.lastIndexOf('/') + 1)));
  return {
    tree: row.id,
    files,
    fileOfPath,
    contents: Int32Array.from(rows, (r) => r[3]),
    byPath: new Map(files.map((file) => [file.path, file])),
    byName: (name) => names().get(name) ?? [],
    filesOfContent: groupBy(
      files.map(({ id }) => id),
      (id) => rows[id]?.[3] ?? 0,
    ),
    chunkFile: mapChunks(db, files),
    ancestors,
    history,
    get commitAlive() {
      return history().commitAlive;
    },
    commitFiles: (commit) => {
      const { offsets, files: ids } = history();
      return ids.subarray(offsets[commit] ?? 0, offsets[commit + 1] ?? 0);
    },
    lastTouched: (file) => history().lastTouched[file] ?? 0,
  };
}

export function readRevision(db: Db): number {
  return db.prepare(`SELECT value FROM meta WHERE key = 'revision'`).pluck().get() as number;
}

function fileRows(db: Db, tree: number): FileRow[] {
  const rows = db
    .prepare(`
    SELECT e.path, e.kind, e.size, c.id, c.hash, c.language, c.line_count, c.first_chunk, c.chunk_count,
      e.number
    FROM entry e JOIN content c ON c.id = e.content WHERE e.tree = ?`)
    .raw()
    .all(tree) as FileRow[];
  // SQLite orders by bytes, JavaScript by UTF-16 units: the order of the stages is JavaScript's.
  return rows.sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

function fileOf(row: FileRow, id: FileId): IndexedFile {
  const [path, kind, size, , hash, language, lineCount, firstChunk, chunkCount] = row;
  return {
    id,
    path,
    kind: fileKindOf(kind),
    language: languageOf(language),
    hash,
    size,
    lineCount,
    firstChunk,
    chunkCount,
  };
}

const FILE_KEYS = [
  'id',
  'path',
  'kind',
  'language',
  'hash',
  'size',
  'lineCount',
  'firstChunk',
  'chunkCount',
] as const satisfies readonly (keyof IndexedFile)[];

function keptOr(previous: IndexedFile | undefined, file: IndexedFile): IndexedFile {
  return previous !== undefined && FILE_KEYS.every((key) => previous[key] === file[key]) ? previous : file;
}

function hasSamePast(
  previous: TreeView | null,
  files: readonly IndexedFile[],
  ancestors: Int32Array,
): previous is TreeView {
  if (previous === null || previous.files.length !== files.length) return false;
  if (!files.every(({ path }, id) => previous.files[id]?.path === path)) return false;
  return Buffer.compare(bytesOf(previous.ancestors), bytesOf(ancestors)) === 0;
}

function bytesOf(array: Int32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function groupBy<K, V>(values: readonly V[], keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const CLAIM_ORDER: readonly FileKind[] = ['code', 'test', 'config', 'docs', 'generated', 'vendor', 'lock'];
/** Folders and names of copies that were left behind. */
const LEFT_BEHIND =
  /(?:^|[/_.-])(?:legacy|deprecated|obsolete|attic|old|bak|backup|copy|orig|archive)(?=[/_.-])/i;

/** A content at several paths is found at one: live code before copies, then the first by path. */
function mapChunks(db: Db, all: readonly IndexedFile[]): Int32Array {
  const claim = ({ kind, path }: IndexedFile): number =>
    CLAIM_ORDER.indexOf(kind) + (LEFT_BEHIND.test(path) ? CLAIM_ORDER.length : 0);
  const files = all
    .map((file) => ({ file, claim: claim(file) }))
    .sort((a, b) => a.claim - b.claim)
    .map(({ file }) => file);
  const last = (db.prepare('SELECT max(id) FROM chunk').pluck().get() as number | null) ?? 0;
  const chunkFile = new Int32Array(last + 1).fill(-1);
  for (const { id, firstChunk, chunkCount } of files) {
    if (chunkCount > 0 && chunkFile[firstChunk] === -1)
      chunkFile.fill(id, firstChunk, firstChunk + chunkCount);
  }
  return chunkFile;
}

function mapPaths(rows: readonly FileRow[]): Int32Array {
  const last = rows.reduce((most, row) => Math.max(most, row[9]), -1);
  const fileOfPath = new Int32Array(last + 1).fill(-1);
  rows.forEach((row, file) => {
    fileOfPath[row[9]] = file;
  });
  return fileOfPath;
}

interface History {
  readonly commitAlive: Uint8Array;
  readonly offsets: Int32Array;
  readonly files: Int32Array;
  /** Seconds since the epoch of the last ancestor that touched the file; 0 when none did. */
  readonly lastTouched: Float64Array;
}

interface Past extends Pick<LexicalView, 'fileOfPath'> {
  readonly fileCount: number;
  readonly ancestors: Int32Array;
}

function loadHistory(db: Db, { fileOfPath, fileCount, ancestors }: Past): History {
  const last = ancestors.reduce((max, id) => Math.max(max, id), 0);
  const commitAlive = new Uint8Array(last + 1);
  for (const id of ancestors) commitAlive[id] = 1;
  const offsets = new Int32Array(last + 2);
  const touched: number[] = [];
  const lastTouched = new Float64Array(fileCount);
  const rows = db.prepare('SELECT first, paths FROM commit_block WHERE first <= ? ORDER BY first').raw();
  let filled = 0;
  for (const [first, packed] of rows.all(last) as [number, Buffer][]) {
    let commit = first;
    decodeCommitPaths(packed, ({ time, paths }) => {
      while (filled <= Math.min(commit, last)) offsets[filled++] = touched.length;
      if (commitAlive[commit++] !== 1) return;
      for (const path of paths) {
        const file = fileOfPath[path] ?? -1;
        if (file < 0) continue;
        touched.push(file);
        lastTouched[file] = Math.max(lastTouched[file] ?? 0, time);
      }
    });
  }
  offsets.fill(touched.length, filled);
  return { commitAlive, offsets, files: Int32Array.from(touched), lastTouched };
}

/** A blob may start anywhere in its buffer: an Int32Array needs a copy that is aligned. */
function asInt32(blob: Buffer | null): Int32Array {
  return blob === null ? new Int32Array() : new Int32Array(new Uint8Array(blob).buffer);
}
