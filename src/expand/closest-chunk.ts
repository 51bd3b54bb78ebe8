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
  const chunks = expansion.chunksOf(file);
  let best: { chunk: IndexedChunk; share: number } | null = null;
  for (const chunk of chunks) {
    if (chunk.symbol === null || chunk.kind === 'part') continue;
    const share = wordShare(nameWords(chunk.symbol.name), words);
    if (best === null || share > best.share) best = { chunk, share };
  }
  const chosen = best ?? (chunks[0] === undefined ? null : { chunk: chunks[0], share: 0 });
  if (chosen === null) return null;
  const { symbol } = chosen.chunk;
  return { ...chosen, focus: symbol === null ? [] : [headSpan(symbol)] };
}
