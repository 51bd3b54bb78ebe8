/** How rows and shapes translate: one place for every column order and enumeration. */
import {
  CHUNK_KINDS,
  type Chunk,
  type CodeSymbol,
  FILE_KINDS,
  type FileKind,
  type LanguageId,
  type ManifestEntry,
  type SkipReason,
  SYMBOL_KINDS,
} from '../../core/index.ts';

export interface EntryRow {
  readonly path: string;
  readonly kind: number;
  readonly skip: string | null;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly inode: number;
  readonly racy: number;
  readonly hash: string | null;
  readonly language: string | null;
}

export function entryOf(row: EntryRow): ManifestEntry {
  return {
    path: row.path,
    stamp: { size: row.size, mtimeMs: row.mtime, ctimeMs: row.ctime, inode: row.inode },
    kind: fileKindOf(row.kind),
    hash: row.hash,
    language: languageOf(row.language),
    skip: row.skip as SkipReason | null,
    racy: row.racy === 1,
  };
}

/** Ids of commits are stored in half the bytes. */
export function shaBytes(sha: string): Buffer {
  return Buffer.from(sha, 'hex');
}

export function shaOf(bytes: Buffer): string {
  return bytes.toString('hex');
}

export function fileKindOf(code: number): FileKind {
  return FILE_KINDS[code] ?? 'code';
}

export function fileKindCode(kind: FileKind): number {
  return FILE_KINDS.indexOf(kind);
}

/** "No language" is stored as '' so that it takes part in the uniqueness of contents. */
export function languageOf(text: string | null): LanguageId | null {
  return text === null || text === '' ? null : text;
}

export function chunkValues(id: number, chunk: Chunk): (number | null)[] {
  const { startLine, endLine, kind, symbol, header } = chunk;
  return [
    id,
    startLine,
    endLine,
    CHUNK_KINDS.indexOf(kind),
    symbol,
    header?.startLine ?? null,
    header?.endLine ?? null,
  ];
}

export type ChunkRow = readonly [
  id: number,
  start: number,
  end: number,
  kind: number,
  symbol: number | null,
  headerStart: number | null,
  headerEnd: number | null,
];

export function chunkOf(row: ChunkRow): Chunk & { readonly id: number } {
  const [id, startLine, endLine, kind, symbol, headerStart, headerEnd] = row;
  const header =
    headerStart === null || headerEnd === null ? null : { startLine: headerStart, endLine: headerEnd };
  return { id, startLine, endLine, kind: CHUNK_KINDS[kind] ?? 'lines', symbol, header };
}

export function symbolValues(
  content: number,
  ordinal: number,
  symbol: CodeSymbol,
): (number | string | null)[] {
  const { name, qualifiedName, kind, span, nameLine, signature, doc, parent, exported } = symbol;
  return [
    content,
    ordinal,
    name,
    qualifiedName === name ? null : qualifiedName,
    SYMBOL_KINDS.indexOf(kind),
    span.startLine,
    span.endLine,
    nameLine,
    signature,
    doc,
    parent,
    exported ? 1 : 0,
  ];
}

export interface SymbolRow {
  readonly content: number;
  readonly ordinal: number;
  readonly name: string;
  readonly qualified: string | null;
  readonly kind: number;
  readonly start_line: number;
  readonly end_line: number;
  readonly name_line: number;
  readonly signature: string;
  readonly doc: string;
  readonly parent: number | null;
  readonly exported: number;
}

export function symbolOf(row: SymbolRow): CodeSymbol & { readonly ordinal: number } {
  return {
    ordinal: row.ordinal,
    name: row.name,
    qualifiedName: row.qualified ?? row.name,
    kind: SYMBOL_KINDS[row.kind] ?? 'variable',
    span: { startLine: row.start_line, endLine: row.end_line },
    nameLine: row.name_line,
    signature: row.signature,
    doc: row.doc,
    parent: row.parent,
    exported: row.exported === 1,
  };
}
