import type {
  ChunkId,
  FileId,
  IndexedChunk,
  IndexedFile,
  IndexedSymbol,
  LineSpan,
  Query,
  RankedCandidate,
  Snapshot,
} from '../core/index.ts';

/** A ranked candidate strong enough to have its neighbours looked at. */
export interface Seed {
  readonly chunk: IndexedChunk;
  /** Score as a share of the best score, in (0, 1]. */
  readonly strength: number;
  /** Definitions that the chunk holds, its own first, at most a few. */
  readonly symbols: readonly IndexedSymbol[];
}

/** What a rule reaches from a seed in one step. */
export interface Reached {
  readonly chunk: IndexedChunk;
  /** How surely it is related, before the decay of the phase; in (0, 1]. */
  readonly confidence: number;
  readonly focus: readonly LineSpan[];
}

/** The neighbours of one seed by one relation; best first is not required, duplicates are merged later. */
export type Rule = (seed: Seed, expansion: Expansion) => readonly Reached[];

/** What the rules share during one call. */
export interface Expansion {
  readonly snapshot: Snapshot;
  readonly query: Query;
  chunksOf(file: FileId): readonly IndexedChunk[];
  chunkAt(file: FileId, line: number): IndexedChunk | null;
  /** Best score of the file's chunks as a share of the best score of all, 0 for files without a candidate. */
  fileStrength(file: FileId): number;
  once<T>(key: string, make: () => T): T;
}

/** Definitions of one chunk whose neighbours are looked at. */
const SYMBOLS_OF_SEED = 6;

export function createExpansion(
  snapshot: Snapshot,
  query: Query,
  ranked: readonly RankedCandidate[],
): Expansion {
  const best = ranked.reduce((top, candidate) => Math.max(top, candidate.score), 0);
  const strengths = new Map<FileId, number>();
  for (const { chunk, score } of ranked) {
    const share = best > 0 ? Math.max(0, score / best) : 0;
    strengths.set(chunk.file.id, Math.max(strengths.get(chunk.file.id) ?? 0, share));
  }
  const made = new Map<string, { readonly value: unknown }>();
  const once = <T>(key: string, make: () => T): T => {
    const known = made.get(key);
    if (known !== undefined) return known.value as T;
    const value = make();
    made.set(key, { value });
    return value;
  };
  const chunksOf = (file: FileId) => once(`chunks:${file}`, () => snapshot.chunksOf(file));
  return {
    snapshot,
    query,
    once,
    chunksOf,
    chunkAt: (file, line) => snapshot.chunkAt(file, line),
    fileStrength: (file) => strengths.get(file) ?? 0,
  };
}

/** Its own definition first, then those that the task names, then the rest in order. */
export function seedOf(chunk: IndexedChunk, strength: number, { snapshot, query }: Expansion): Seed {
  const own = chunk.symbol;
  const named = new Set(query.identifiers.map((mention) => mention.name));
  const inside = snapshot.symbols
    .inFile(chunk.file.id)
    .filter((s) => chunk.startLine <= s.nameLine && s.nameLine <= chunk.endLine)
    .filter((s) => s.ordinal !== own?.ordinal);
  const symbols = [
    ...(own === null ? [] : [own]),
    ...inside.filter((s) => named.has(s.name)),
    ...inside.filter((s) => !named.has(s.name)),
  ];
  return { chunk, strength, symbols: symbols.slice(0, SYMBOLS_OF_SEED) };
}

export const lineSpan = (line: number): LineSpan => ({ startLine: line, endLine: line });

/** The head of a definition as far as the line of its name. */
export function headSpan(symbol: IndexedSymbol): LineSpan {
  return { startLine: Math.min(symbol.span.startLine, symbol.nameLine), endLine: symbol.nameLine };
}

/** Copies and generated text explain nothing about code outside of them. */
export function isLive(file: IndexedFile, seed: Seed): boolean {
  const aside = file.kind === 'vendor' || file.kind === 'generated' || file.kind === 'lock';
  return !aside || file.kind === seed.chunk.file.kind;
}

export const isSameChunk = (chunk: IndexedChunk, seed: Seed): boolean => chunk.id === seed.chunk.id;

/** Unites what was reached twice: the higher confidence, all focus lines in order. */
export function mergeReached(all: readonly Reached[]): Reached[] {
  const merged = new Map<ChunkId, Reached>();
  for (const one of all) {
    const known = merged.get(one.chunk.id);
    merged.set(one.chunk.id, known === undefined ? one : uniteReached(known, one));
  }
  return [...merged.values()];
}

export function uniteReached<T extends Reached>(a: T, b: T): T {
  const better = b.confidence > a.confidence ? b : a;
  return { ...better, focus: uniteSpans([...a.focus, ...b.focus]) };
}

function uniteSpans(spans: readonly LineSpan[]): LineSpan[] {
  const sorted = [...spans].sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
  const united: LineSpan[] = [];
  for (const span of sorted) {
    const last = united[united.length - 1];
    if (last !== undefined && span.startLine <= last.endLine + 1)
      united[united.length - 1] = {
        startLine: last.startLine,
        endLine: Math.max(last.endLine, span.endLine),
      };
    else united.push(span);
  }
  return united;
}
