import type { IndexedFile, ReferenceKind } from '../core/index.ts';
import {
  type Expansion,
  headSpan,
  isLive,
  isSameChunk,
  lineSpan,
  type Reached,
  type Seed,
} from './expansion.ts';

const EDGES = 100;
const USES = 30;
/** A definition with more uses than this says less about each of them. */
const COMMON = 10;
/** A use that could mean more definitions than this is no lead. */
const VAGUE = 3;

interface EdgeWish {
  readonly kinds: readonly ReferenceKind[];
  readonly wanted: (file: IndexedFile) => boolean;
}

/** Chunks with uses of what the seed defines; the focus is the lines of the uses. */
export function usersOf(seed: Seed, expansion: Expansion, { kinds, wanted }: EdgeWish): Reached[] {
  return seed.symbols.flatMap((symbol) => {
    const { edges, total } = expansion.snapshot.symbols.incoming(symbol, {
      kinds,
      limit: USES,
      quick: true,
    });
    const rarity = total > COMMON ? Math.sqrt(COMMON / total) : 1;
    return edges.flatMap((edge) => {
      const { file, line } = edge.site;
      if (!wanted(file) || !isLive(file, seed)) return [];
      const chunk = expansion.chunkAt(file.id, line);
      if (chunk === null || isSameChunk(chunk, seed)) return [];
      return [{ chunk, confidence: edge.confidence * rarity, focus: [lineSpan(line)] }];
    });
  });
}

/** Chunks that define what the seed uses; the focus is the heads of the definitions. */
export function usedBy(seed: Seed, expansion: Expansion, { kinds, wanted }: EdgeWish): Reached[] {
  const { chunk: from } = seed;
  const { edges } = expansion.snapshot.symbols.edgesOn(from.file.id, from, {
    kinds,
    limit: EDGES,
    quick: true,
  });
  return edges.flatMap((edge) => {
    if (edge.targets.length > VAGUE) return [];
    return edge.targets.flatMap((target) => {
      if (!wanted(target.file) || !isLive(target.file, seed)) return [];
      const chunk = expansion.chunkAt(target.file.id, target.nameLine);
      if (chunk === null || isSameChunk(chunk, seed)) return [];
      return [{ chunk, confidence: edge.confidence / edge.targets.length, focus: [headSpan(target)] }];
    });
  });
}
