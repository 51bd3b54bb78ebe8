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
  /** What the lines of the chunk call, extend and use, and who uses what the chunk defines. */
  readonly links: (chunk: IndexedChunk) => readonly ChunkLink[];
  /** Paths of some files that import the file. */
  readonly importers: (file: FileId) => readonly string[];
}

const EDGES = 40;
const IMPORTERS = 8;
/** A caller says a little less about a function than the function says about what it calls. */
const INCOMING = 0.8;

/** The facts as a snapshot gives them. */
export function factsOf(snapshot: Snapshot): RankFacts {
  return {
    chunk: (id) => snapshot.chunk(id),
    links: (chunk) => linksOf(snapshot, chunk),
    importers: (file) =>
      snapshot.symbols.importers(file, IMPORTERS).flatMap((id) => snapshot.files[id]?.path ?? []),
  };
}

function linksOf(snapshot: Snapshot, chunk: IndexedChunk): readonly ChunkLink[] {
  const { symbols } = snapshot;
  const out = symbols.edgesOn(chunk.file.id, chunk, { limit: EDGES });
  const into = chunk.symbol === null ? null : symbols.incoming(chunk.symbol, { limit: EDGES });
  return [
    ...out.edges.flatMap((edge) => targetLinks(snapshot, edge, hubDamping(out.total))),
    ...(into?.edges ?? []).flatMap((edge) =>
      siteLink(snapshot, edge, INCOMING * hubDamping(into?.total ?? 0)),
    ),
  ];
}

/** Up to four edges count fully; beyond that each counts less, as in a name that everybody calls. */
function hubDamping(total: number): number {
  return Math.min(1, 2 / Math.sqrt(Math.max(1, total)));
}

function targetLinks(snapshot: Snapshot, edge: Edge, damping: number): readonly ChunkLink[] {
  const share = damping / Math.max(1, edge.targets.length);
  return edge.targets.flatMap((target) => {
    const chunk = snapshot.chunkAt(target.file.id, target.nameLine);
    return chunk === null ? [] : [{ chunk: chunk.id, strength: edge.confidence * share }];
  });
}

function siteLink(snapshot: Snapshot, edge: Edge, damping: number): readonly ChunkLink[] {
  const chunk = snapshot.chunkAt(edge.site.file.id, edge.site.line);
  const share = damping / Math.max(1, edge.targets.length);
  return chunk === null ? [] : [{ chunk: chunk.id, strength: edge.confidence * share }];
}
