import type { FileId, IndexedChunk } from '../core/index.ts';
import { type Expansion, headSpan, type Reached } from './expansion.ts';
import { nameWords, wordShare } from './name-words.ts';

/**
 * The chunk of a file whose definition is named most like the words, with the share of its words that occur
 * among them; the first definition (or the first chunk) with share 0 when no name fits.
 */
export function closestChunk(
  file: FileId,
  words: ReadonlySet<string>,
  expansion: Expansion,
): { readonly chunk: IndexedChunk; readonly share: number; readonly focus: Reached['focus'] } | null {
  let best: { chunk: IndexedChunk; share: number } | null = null;
  for (const { chunk, words: own } of namedChunks(file, expansion)) {
    const share = wordShare(own, words);
    if (best === null || share > best.share) best = { chunk, share };
  }
  const [first] = expansion.chunksOf(file);
  const chosen = best ?? (first === undefined ? null : { chunk: first, share: 0 });
  if (chosen === null) return null;
  const { symbol } = chosen.chunk;
  return { ...chosen, focus: symbol === null ? [] : [headSpan(symbol)] };
}

interface NamedChunk {
  readonly chunk: IndexedChunk;
  /** Of the name of its definition. */
  readonly words: readonly string[];
}

/** The chunks of a file are one list as long as they are kept. */
const named = new WeakMap<readonly IndexedChunk[], readonly NamedChunk[]>();

function namedChunks(file: FileId, expansion: Expansion): readonly NamedChunk[] {
  const chunks = expansion.chunksOf(file);
  const before = named.get(chunks);
  if (before !== undefined) return before;
  const found = chunks.flatMap((chunk) =>
    chunk.symbol === null || chunk.kind === 'part' ? [] : [{ chunk, words: nameWords(chunk.symbol.name) }],
  );
  named.set(chunks, found);
  return found;
}
