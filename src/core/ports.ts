/** What stages ask of each other. `engine.ts` alone decides who answers. */

import type {
  ChunkId,
  EdgePage,
  FileId,
  IndexedChunk,
  IndexedFile,
  IndexedSymbol,
  WeightedText,
} from './query.ts';
import type {
  AnalyzedFile,
  Commit,
  ContentHash,
  FileStamp,
  Import,
  LanguageId,
  LineSpan,
  RepoPath,
} from './source.ts';
import type { ChunkField, FileKind, ImportStyle, SkipReason, Tier } from './vocabulary.ts';

// ─── vectors ────────────────────────────────────────────────────────────────────────────────────────────

/** Turns texts into unit vectors. Two embedders with the same `id` give the same vectors. */
export interface Embedder {
  /** Implementation, model and version, e.g. `static-hash-1`, `http:nomic-embed-text`. */
  readonly id: string;
  readonly dimensions: number;
  /** For people, printed by `ctx status`: says plainly what it is. */
  readonly label: string;
  /** `inline` runs inside the parse workers; `background` (transformers, HTTP) after the other indexes. */
  readonly cost: 'inline' | 'background';
  /**
   * One vector of length `dimensions` a text, each of norm 1 (or all zero for a text without content).
   * Fails with EMBEDDER_UNAVAILABLE or EMBEDDER_FAILED.
   */
  embed(
    texts: readonly string[],
    purpose: 'document' | 'query',
    signal?: AbortSignal,
  ): Promise<Float32Array[]>;
  close(): Promise<void>;
}

// ─── writing ────────────────────────────────────────────────────────────────────────────────────────────

/** A line of the manifest: what one work tree has at a path. */
export interface ManifestEntry {
  readonly path: RepoPath;
  readonly stamp: FileStamp;
  readonly kind: FileKind;
  /** null when skipped. */
  readonly hash: ContentHash | null;
  readonly language: LanguageId | null;
  readonly skip: SkipReason | null;
  /** The stamp was taken so soon after the file's mtime that an edit could hide behind it: look again. */
  readonly racy: boolean;
}

/** An immutable piece of an inverted index over documents `firstDoc … firstDoc + docCount − 1`. */
export interface Segment {
  readonly docCount: number;
  /** Sorted by UTF-16 code unit, unique. */
  readonly terms: readonly string[];
  /** Number of documents with each term. */
  readonly docFrequencies: Uint32Array;
  /** Byte range of term i's postings: `offsets[i] … offsets[i+1]`, encoded as `indexes/lexical/postings.ts` says. */
  readonly offsets: Uint32Array;
  readonly postings: Uint8Array;
  /** Field lengths in terms, row-major `docCount × fieldCount`. */
  readonly lengths: Uint16Array;
}

/** Files analysed together; document i of the segment is the i-th chunk of the files laid end to end. */
export interface AnalyzedBatch {
  readonly files: readonly AnalyzedFile[];
  readonly segment: Segment;
}

/** What the store says of a work tree as a whole. */
export interface TreeState {
  /** False until an indexing run has finished. */
  readonly complete: boolean;
  /** Commit whose history is stored. */
  readonly head: string | null;
  /** Ancestors of it that were looked for; null before any were. */
  readonly historyLimit: number | null;
  /** Grows with every change. */
  readonly generation: number;
  /** Names the state of the manifest with its stamps: two trees, or two indexes of one, never have the same. */
  readonly edition: number;
}

/** The commits that a tree comes from. */
export interface StoredHistory {
  readonly head: string | null;
  /** As `TreeState.historyLimit`. */
  readonly limit: number;
  /** Newest first. */
  readonly ancestors: readonly string[];
  /** Those of them that were unknown. */
  readonly added: readonly Commit[];
}

/** A chunk whose text has to be read again to embed it: from a file of that content. */
export interface UnembeddedChunk extends LineSpan {
  readonly chunk: ChunkId;
  readonly file: RepoPath;
  readonly hash: ContentHash;
}

/** The single writer of one work tree's index. Every method is one transaction. */
export interface IndexWriter {
  state(): TreeState;
  manifest(): ReadonlyMap<RepoPath, ManifestEntry>;
  /** Of the given (hash, language) pairs, those whose derived rows exist already. */
  known(
    files: readonly { readonly hash: ContentHash; readonly language: LanguageId | null }[],
  ): ReadonlySet<string>;
  /** Stores derived rows and the manifest lines that point to them together. */
  addBatch(batch: AnalyzedBatch, entries: readonly ManifestEntry[]): void;
  /** Manifest lines whose content is known or skipped, and paths that are gone. */
  updateManifest(entries: readonly ManifestEntry[], removed: readonly RepoPath[]): void;
  /** New stamps of manifest lines that are otherwise as they were: readers see no change. */
  restamp(entries: readonly ManifestEntry[]): void;
  knownCommits(shas: readonly string[]): ReadonlySet<string>;
  setHistory(history: StoredHistory): void;
  /** Chunks of this tree without a vector by the current embedder, in the order of their files. */
  chunksWithoutVector(): readonly UnembeddedChunk[];
  addVectors(rows: readonly { readonly chunk: ChunkId; readonly vector: Int8Array }[]): void;
  /** Merges segments, drops rows that no work tree uses, marks the tree complete. */
  finish(): void;
  /** Marks that an indexing run has begun: until `finish`, readers see the tree as partial. */
  begin(): void;
  close(): void;
}

// ─── reading ────────────────────────────────────────────────────────────────────────────────────────────

export interface LexicalOptions {
  readonly limit: number;
  /** Of the hits, how many name their terms, best first; default all. Finding them costs as much as scoring. */
  readonly named?: number;
  readonly fieldWeights: Readonly<Record<ChunkField | 'path' | 'history', number>>;
  /** BM25 saturation and length normalisation. */
  readonly k1: number;
  readonly b: number;
}

export interface LexicalHit {
  readonly chunk: ChunkId;
  readonly file: FileId;
  readonly score: number;
  /** The query terms with the largest contributions, best first, at most 6. */
  readonly terms: readonly string[];
}

export interface FileScore {
  readonly file: FileId;
  readonly score: number;
  readonly matched: readonly string[];
}

export interface CommitHit {
  readonly sha: string;
  readonly time: number;
  readonly subject: string;
  readonly score: number;
  /** Files of the snapshot that it touched. */
  readonly files: readonly FileId[];
}

export interface VectorHit {
  readonly chunk: ChunkId;
  readonly file: FileId;
  /** Cosine in (0, 1]. */
  readonly score: number;
}

/** Definitions and resolved references of one snapshot. */
export interface SymbolReader {
  /** Exact, case-sensitive name or qualified name; code first, tests, then the rest; by path and line. */
  find(name: string, limit?: number): readonly IndexedSymbol[];
  /** Names that contain or nearly equal the text: candidates when `find` gives nothing. */
  suggest(name: string, limit: number): readonly IndexedSymbol[];
  inFile(file: FileId): readonly IndexedSymbol[];
  importsOf(file: FileId): readonly Import[];
  /** Files that the imports of `file` resolve to. */
  importedFiles(file: FileId): readonly FileId[];
  /** Files whose imports resolve to `file`. */
  importers(file: FileId, limit: number): readonly FileId[];
  enclosing(file: FileId, line: number): IndexedSymbol | null;
  /** Edges that end at the symbol. */
  incoming(symbol: IndexedSymbol, options?: EdgeOptions): EdgePage;
  /** Edges that end at one of the symbols or more, each once. */
  incomingToAny(symbols: readonly IndexedSymbol[], options?: EdgeOptions): EdgePage;
  /** Edges that start inside the symbol. */
  outgoing(symbol: IndexedSymbol, options?: EdgeOptions): EdgePage;
  /** Edges that start on these lines, at the top level of the file too. */
  edgesOn(file: FileId, lines: LineSpan, options?: EdgeOptions): EdgePage;
  /** Names that these lines use, resolved or not, each once, in order of appearance. */
  namesOn(file: FileId, lines: LineSpan): readonly string[];
  /** All uses of a name, resolved or not. */
  uses(name: string, options?: EdgeOptions): EdgePage;
}

export interface EdgeOptions {
  readonly kinds?: readonly import('./vocabulary.ts').ReferenceKind[];
  /** Default 100, at most 1 000. */
  readonly limit?: number;
  readonly cursor?: string | null;
  /** Looks into the nearest few files only, and counts what it saw: for callers that want examples, not a page. */
  readonly quick?: boolean;
}

/** One consistent view of one work tree in the index. All reads are synchronous and never write. */
export interface Snapshot {
  readonly generation: number;
  /** False until a run has finished. */
  readonly complete: boolean;
  readonly tiers: readonly Tier[];
  readonly head: string | null;
  readonly files: readonly IndexedFile[];
  fileByPath(path: RepoPath): IndexedFile | null;
  /** Files whose path ends with the given path on a segment boundary. */
  filesByTail(path: string): readonly IndexedFile[];
  chunk(id: ChunkId): IndexedChunk | null;
  chunksOf(file: FileId): readonly IndexedChunk[];
  chunkAt(file: FileId, line: number): IndexedChunk | null;
  /** BM25F over chunks with every query term, path and history fields included. Best first. */
  lexical(query: readonly WeightedText[], options: LexicalOptions): readonly LexicalHit[];
  /** BM25F of the query against the paths alone. */
  paths(query: readonly WeightedText[], limit: number): readonly FileScore[];
  /** BM25 over the concatenated past commit messages of each file. */
  fileHistory(query: readonly WeightedText[], limit: number): readonly FileScore[];
  commits(query: readonly WeightedText[], limit: number): readonly CommitHit[];
  /** Newest first; those that touched any of the files when given. */
  recentCommits(limit: number, files?: readonly FileId[]): readonly CommitHit[];
  /** Seconds since the epoch of the last commit that touched the file, or null. */
  lastTouched(file: FileId): number | null;
  nearest(vector: Float32Array, limit: number): readonly VectorHit[];
  /** Cosine of two chunks' stored vectors, 0 where one is missing. */
  similarity(a: ChunkId, b: ChunkId): number;
  readonly symbols: SymbolReader;
  /** Skipped paths by reason. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  skippedPaths(reason: SkipReason, limit: number): readonly RepoPath[];
  /** Why the path has no content in the index; null when it has, or is not known. */
  skipReason(path: RepoPath): SkipReason | null;
}

/** What the graph needs to know about a language; rows of the language table provide it. */
export interface LanguageTraits {
  readonly importStyle: ImportStyle;
  /** Files of one directory see each other's top-level names without import (Go, Java, C#, …). */
  readonly directoryScope: boolean;
  /** Names by which a method calls its own object: `this`, `self`, `super`. */
  readonly selfNames: readonly string[];
  /** Extensions tried, in order, when an import leaves them out; with their dot. */
  readonly extensions: readonly string[];
}
export type TraitsOf = (language: LanguageId | null) => LanguageTraits;
