/** How rows and shapes translate: one place for every column order and enumeration. */
import {
  type AnalyzedFile,
  CHUNK_KINDS,
  type Chunk,
  FILE_KINDS,
  type FileKind,
  type IndexedFile,
  type IndexedSymbol,
  type LanguageId,
  type LineSpan,
  type ManifestEntry,
  type SkipReason,
  SYMBOL_KINDS,
  type SymbolKind,
} from '../../core/index.ts';
import type { SymbolTexts } from '../symbols/packed-facts.ts';

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

/** Column `qualified` of a symbol that is called by its parent's qualified name and its own, as nearly all inner ones. */
const BY_PARENT = '';

/** `symbols` are those of its file. */
export function symbolValues(
  content: number,
  ordinal: number,
  symbol: AnalyzedFile['symbols'][number],
  symbols: AnalyzedFile['symbols'],
): (number | string | null)[] {
  const { name, qualifiedName, kind, span, nameLine, parent, exported } = symbol;
  const above = parent === null ? undefined : symbols[parent];
  const byParent = above !== undefined && qualifiedName === `${above.qualifiedName}.${name}`;
  return [
    content,
    ordinal,
    name,
    qualifiedName === name ? null : byParent ? BY_PARENT : qualifiedName,
    SYMBOL_KINDS.indexOf(kind),
    span.startLine,
    span.endLine,
    nameLine,
    parent,
    exported ? 1 : 0,
  ];
}

export type SymbolRow = readonly [
  content: number,
  ordinal: number,
  name: string,
  qualified: string | null,
  kind: number,
  startLine: number,
  endLine: number,
  nameLine: number,
  parent: number | null,
  exported: number,
];

/** What a row does not say itself: read when it is asked for. */
export interface SymbolSurroundings {
  readonly qualifiedNameOf: (ordinal: number) => string;
  readonly textsOf: (ordinal: number) => SymbolTexts;
}

export function symbolOf(row: SymbolRow, file: IndexedFile, surroundings: SymbolSurroundings): IndexedSymbol {
  return new StoredSymbol(row, file, surroundings);
}

/**
 * A class, as nothing else here is one: an open context keeps a hundred thousand symbols, and getters of their own
 * make each of them five times as large.
 */
class StoredSymbol implements IndexedSymbol {
  readonly file: IndexedFile;
  readonly ordinal: number;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly span: LineSpan;
  readonly nameLine: number;
  readonly parent: number | null;
  readonly exported: boolean;
  readonly #qualified: string | null;
  readonly #surroundings: SymbolSurroundings;

  constructor(row: SymbolRow, file: IndexedFile, surroundings: SymbolSurroundings) {
    const [, ordinal, name, qualified, kind, startLine, endLine, nameLine, parent, exported] = row;
    this.file = file;
    this.ordinal = ordinal;
    this.name = name;
    this.kind = SYMBOL_KINDS[kind] ?? 'variable';
    this.span = { startLine, endLine };
    this.nameLine = nameLine;
    this.parent = parent;
    this.exported = exported === 1;
    this.#qualified = qualified;
    this.#surroundings = surroundings;
  }

  get qualifiedName(): string {
    const { name, parent } = this;
    return qualifiedName({ name, qualified: this.#qualified, parent }, this.#surroundings.qualifiedNameOf);
  }

  get signature(): string {
    return this.#surroundings.textsOf(this.ordinal).signature;
  }

  get doc(): string {
    return this.#surroundings.textsOf(this.ordinal).doc;
  }
}

/** What a qualified name is made of. */
interface NameParts {
  readonly name: string;
  readonly qualified: string | null;
  readonly parent: number | null;
}

export function namePartsOf([, , name, qualified, , , , , parent]: SymbolRow): NameParts {
  return { name, qualified, parent };
}

export function qualifiedName(
  { name, qualified, parent }: NameParts,
  ofParent: (ordinal: number) => string,
): string {
  if (qualified === null) return name;
  return qualified === BY_PARENT && parent !== null ? `${ofParent(parent)}.${name}` : qualified;
}
