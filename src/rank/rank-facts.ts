import type { ChunkId, Edge, FileId, IndexedChunk, Snapshot } from '../core/index.ts';

/** An edge to or from a chunk, as ranking sees it. */
export interface ChunkLink {
  readonly chunk: ChunkId;
  /** In (0, 1]: confidence of the edge, damped where the edge is one of many. */
  readonly strength: number;
}

/** What ranking asks of a snapshot beyond the evidence. */
export interface RankFacts {
  readonly chunk: (id: ChunkId) => IndexedChunk | null;
  /** What the lines of the chunk call, extend and use. */
  readonly links: (chunk: IndexedChunk) => readonly ChunkLink[];
  /** Paths of some files that import the file; with a twin, of those that do not import the twin as well. */
  readonly importers: (file: FileId, twin: string | null) => readonly string[];
}

const EDGES = 40;
const IMPORTERS = 8;

/** The facts as a snapshot gives them. */
export function factsOf(snapshot: Snapshot): RankFacts {
  return {
    chunk: (id) => snapshot.chunk(id),
    links: (chunk) => linksOf(snapshot, chunk),
    importers: (file, twin) => importersOf(snapshot, file, twin),
  };
}

function importersOf(
  { symbols, files, fileByPath }: Snapshot,
  file: FileId,
  twin: string | null,
): readonly string[] {
  const other = twin === null ? undefined : fileByPath(twin)?.id;
  const meansIt = (id: FileId): boolean => other === undefined || !symbols.importedFiles(id).includes(other);
  return symbols
    .importers(file, IMPORTERS)
    .filter(meansIt)
    .flatMap((id) => files[id]?.path ?? []);
}

function linksOf(snapshot: Snapshot, chunk: IndexedChunk): readonly ChunkLink[] {
  const out = snapshot.symbols.edgesOn(chunk.file.id, chunk, { limit: EDGES, quick: true });
  return out.edges.flatMap((edge) => targetLinks(snapshot, edge, damping(out.total)));
}

/** Up to four edges count fully; beyond that each counts less, as in a function that calls everything. */
function damping(total: number): number {
  return Math.min(1, 2 / Math.sqrt(Math.max(1, total)));
}

function targetLinks(snapshot: Snapshot, edge: Edge, weight: number): readonly ChunkLink[] {
  const share = weight / Math.max(1, edge.targets.length);
  return edge.targets.flatMap((target) => {
    const chunk = snapshot.chunkAt(target.file.id, target.nameLine);
    return chunk === null ? [] : [{ chunk: chunk.id, strength: edge.confidence * share }];
  });
}
