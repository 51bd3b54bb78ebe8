import type {
  ChunkId,
  DiffFile,
  Evidence,
  FileId,
  Hit,
  IndexedFile,
  LexicalOptions,
  Query,
  RepoPath,
  Retriever,
  Snapshot,
} from '../core/index.ts';
import { findFailingTests } from './retrievers/failure.ts';
import { RETRIEVER_RULES } from './retrievers/registry.ts';
import type { Recalled, RetrieverInput } from './retrievers/retriever-input.ts';
import { testedFiles } from './tested-files.ts';

export interface RecallInput {
  readonly query: Query;
  readonly snapshot: Snapshot;
  /** Embedding of the task, or null where there is none. */
  readonly vector: Float32Array | null;
  readonly diff: readonly DiffFile[];
  readonly openFiles: readonly RepoPath[];
  readonly lexical: LexicalOptions;
  /** Files that may be answered with; all when absent. */
  readonly filter?: (file: IndexedFile) => boolean;
  /** Retrievers to ask; all when absent. */
  readonly only?: readonly Retriever[];
}

/**
 * Everything in the snapshot that may be relevant to the query, as data for ranking. A retriever that throws
 * leaves a note and no hits; nothing here fails the query.
 */
export function recall(input: RecallInput): Evidence {
  const { snapshot } = input;
  const accepts = input.filter ?? (() => true);
  const notes = [...(input.query.notes ?? [])];
  const best = new Map<FileId, ChunkId>();
  let failing: readonly Hit[] | null = null;
  const toRetriever: RetrieverInput = {
    ...input,
    accepts,
    bestChunk: (file) => best.get(file) ?? firstChunk(snapshot, file),
    failingTests: () => {
      failing ??= findFailingTests(toRetriever);
      return failing;
    },
  };
  const recalled: Recalled[] = [];
  for (const name of asked(input.only)) {
    const found = attempt(name, notes, () => RETRIEVER_RULES[name](toRetriever));
    if (found === null) continue;
    recalled.push(found);
    if (name === 'lexical')
      for (const hit of found.hits) if (!best.has(hit.file)) best.set(hit.file, hit.chunk);
  }
  const hits = withinReach(
    recalled.flatMap((found) => found.hits),
    input.lexical.limit,
  );
  return {
    hits,
    pathScores: recalled.flatMap((found) => found.pathScores ?? []),
    historyScores: recalled.flatMap((found) => found.historyScores ?? []),
    commits: recalled.flatMap((found) => found.commits ?? []),
    diffFiles: recalled.flatMap((found) => found.diffFiles ?? []),
    semanticFloor: recalled.reduce((floor, found) => Math.max(floor, found.semanticFloor ?? 0), 0),
    testedFiles: attempt('tested files', notes, () => testedFiles(snapshot, hits, accepts)) ?? [],
    lastTouched: attempt('recency', notes, () => touchTimes(snapshot, hits)) ?? new Map(),
    notes,
  };
}

/**
 * Lexical hits beyond the limit count only for chunks that something else recalled: those would have no lexical
 * signal otherwise, however well they match.
 */
function withinReach(hits: readonly Hit[], limit: number): readonly Hit[] {
  const others = new Set(hits.flatMap((hit) => (hit.retriever === 'lexical' ? [] : hit.chunk)));
  let lexical = 0;
  return hits.filter((hit) => hit.retriever !== 'lexical' || ++lexical <= limit || others.has(hit.chunk));
}

type RetrieverName = keyof typeof RETRIEVER_RULES;

function asked(only: readonly Retriever[] | undefined): readonly RetrieverName[] {
  const names = Object.keys(RETRIEVER_RULES) as RetrieverName[];
  return only === undefined ? names : names.filter((name) => only.includes(name));
}

function attempt<T>(what: string, notes: string[], read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    notes.push(`${what}: not available (${error instanceof Error ? error.message : String(error)}).`);
    return null;
  }
}

function firstChunk(snapshot: Snapshot, file: FileId): ChunkId | null {
  const found = snapshot.files[file];
  return found === undefined || found.chunkCount === 0 ? null : found.firstChunk;
}

function touchTimes(snapshot: Snapshot, hits: readonly Hit[]): ReadonlyMap<FileId, number> {
  const times = new Map<FileId, number>();
  for (const file of new Set(hits.map((hit) => hit.file))) {
    const time = snapshot.lastTouched(file);
    if (time !== null) times.set(file, time);
  }
  return times;
}
