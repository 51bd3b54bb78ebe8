import type {
  ChunkId,
  CommitHit,
  DiffFile,
  FileId,
  FileScore,
  Hit,
  IndexedFile,
  LexicalOptions,
  Query,
  RepoPath,
  Snapshot,
} from '../../core/index.ts';

/** What every retriever may use. */
export interface RetrieverInput {
  readonly query: Query;
  readonly snapshot: Snapshot;
  /** Embedding of the task, or null where there is none. */
  readonly vector: Float32Array | null;
  readonly diff: readonly DiffFile[];
  readonly openFiles: readonly RepoPath[];
  readonly lexical: LexicalOptions;
  readonly accepts: (file: IndexedFile) => boolean;
  /** The chunk of a file that the lexical index likes best, else its first; null for an empty file. */
  readonly bestChunk: (file: FileId) => ChunkId | null;
  /** Where the failing tests are, surest first; looked for once. */
  readonly failingTests: () => readonly Hit[];
}

/** What a retriever gives: hits, and whatever it learned about files. */
export interface Recalled {
  readonly hits: readonly Hit[];
  readonly pathScores?: readonly FileScore[];
  readonly historyScores?: readonly FileScore[];
  readonly commits?: readonly CommitHit[];
  readonly diffFiles?: readonly FileScore[];
  readonly semanticFloor?: number;
}

/** Reads the snapshot only. May throw: the caller leaves a note and goes on. */
export type RetrieverRule = (input: RetrieverInput) => Recalled;

/** Whether the filter of the call lets a file through; false for a number that is no file. */
export function acceptsId(input: RetrieverInput, file: FileId): boolean {
  const found = input.snapshot.files[file];
  return found !== undefined && input.accepts(found);
}
