import {
  CtxError,
  type Edge,
  type EdgeOptions,
  type EdgePage,
  type FileId,
  type IndexedFile,
} from '../../core/index.ts';

/** Edges of one file in the order of their lines, and how many uses in it no rule could place. */
export interface FileEdges {
  readonly edges: readonly PlacedEdge[];
  readonly unresolved: number;
}

/** `index` tells edges on one line apart: the reference's place in its file. */
export interface PlacedEdge {
  readonly edge: Edge;
  readonly index: number;
}

const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 1_000;
/** Of more files than this the total is a lower bound. */
const COUNTED_FILES = 20_000;
const FILES_PER_PAGE = 1_000;
/** Files that a page in a hurry is made of. */
export const QUICK_FILES = 20;

interface Position {
  readonly path: string;
  readonly line: number;
  readonly index: number;
}

const START: Position = { path: '', line: 0, index: 0 };

function readCursor(cursor: string | null | undefined): Position {
  if (cursor === null || cursor === undefined) return START;
  const match = /^(\d+):(\d+):(.*)$/s.exec(cursor);
  if (match === null)
    throw new CtxError('USAGE', 'The cursor is not one that an earlier page gave: ask for the first page.');
  return { line: Number(match[1]), index: Number(match[2]), path: match[3] ?? '' };
}

const writeCursor = ({ path, line, index }: Position): string => `${line}:${index}:${path}`;

function isBefore(a: Position, b: Position): boolean {
  if (a.path !== b.path) return a.path < b.path;
  return a.line !== b.line ? a.line < b.line : a.index < b.index;
}

/**
 * A page of edges in the order of path and line. Files are read one after the other only until the page is
 * full. A page can be short of its limit with a cursor to go on from, where many files had to be read for few
 * edges. Counting reads all files: `countOnce` may remember what it gave for the same question.
 */
export function pageEdges(
  files: readonly IndexedFile[],
  edgesIn: (file: FileId) => FileEdges,
  options: EdgeOptions = {},
  countOnce: (count: () => EdgeCount) => EdgeCount = (count) => count(),
): EdgePage {
  const limit = Math.max(1, Math.min(LARGEST_LIMIT, Math.floor(options.limit ?? DEFAULT_LIMIT)));
  const start = readCursor(options.cursor);
  // Who is in a hurry says which files come first.
  const ordered = options.quick
    ? files
    : [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const read = remembered(edgesIn);
  const mostFiles = options.quick ? QUICK_FILES : FILES_PER_PAGE;
  const edges: Edge[] = [];
  let cursor: string | null = null;
  let filesRead = 0;
  for (const file of ordered) {
    if (!options.quick && file.path < start.path) continue;
    if (filesRead++ >= mostFiles) cursor = writeCursor({ path: file.path, line: 0, index: 0 });
    if (cursor !== null) break;
    for (const { edge, index } of read(file.id).edges) {
      const position: Position = { path: file.path, line: edge.site.line, index };
      if (isBefore(position, start)) continue;
      if (edges.length >= limit) {
        cursor = writeCursor(position);
        break;
      }
      edges.push(edge);
    }
  }
  if (options.quick) return { edges, ...count(ordered, filesRead, read), exact: cursor === null, cursor };
  return { edges, ...countOnce(() => count(ordered, COUNTED_FILES, edgesIn)), cursor };
}

export type EdgeCount = Pick<EdgePage, 'total' | 'unresolved' | 'exact'>;

function count(files: readonly IndexedFile[], most: number, edgesIn: (file: FileId) => FileEdges): EdgeCount {
  let total = 0;
  let unresolved = 0;
  for (const { id } of files.slice(0, most)) {
    const found = edgesIn(id);
    total += found.edges.length;
    unresolved += found.unresolved;
  }
  return { total, unresolved, exact: files.length <= most };
}

function remembered(edgesIn: (file: FileId) => FileEdges): (file: FileId) => FileEdges {
  const known = new Map<FileId, FileEdges>();
  return (file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const found = edgesIn(file);
    known.set(file, found);
    return found;
  };
}
