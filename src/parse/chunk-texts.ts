import type { Chunk, ChunkText } from '../core/index.ts';
import { commentText } from './comments.ts';
import type { LineIndex, TextRange } from './line-index.ts';
import type { SymbolTable } from './symbols.ts';

/**
 * Text of each chunk by field, parallel to `chunks`. Names and signatures belong to the chunk in which their
 * definition starts; comments and docstrings to the chunk that holds them; every other character is body.
 */
export function buildChunkTexts(
  lines: LineIndex,
  chunks: readonly Chunk[],
  table: SymbolTable,
  comments: readonly TextRange[],
): readonly ChunkText[] {
  const chunkOfLine = new Int32Array(lines.lineCount + 2).fill(-1);
  for (const [index, chunk] of chunks.entries()) chunkOfLine.fill(index, chunk.startLine, chunk.endLine + 1);
  const names: string[][] = chunks.map(() => []);
  const signatures: string[][] = chunks.map(() => []);
  const docs: string[][] = chunks.map(() => []);
  const cuts: TextRange[][] = chunks.map(() => []);
  for (const [index, symbol] of table.symbols.entries()) {
    const at = chunkOfLine[symbol.span.startLine] ?? -1;
    const head = table.places[index]?.head;
    names[at]?.push(symbol.name);
    if (symbol.qualifiedName !== symbol.name) names[at]?.push(symbol.qualifiedName);
    signatures[at]?.push(symbol.signature);
    if (head !== undefined) cuts[at]?.push(head);
  }
  for (const range of comments) {
    const first = chunkOfLine[lines.lineOf(range.start)] ?? -1;
    const last = chunkOfLine[lines.lineOf(Math.max(range.start, range.end - 1))] ?? -1;
    for (let at = first; at >= 0 && at <= last; at++) {
      const chunk = chunks[at];
      if (chunk === undefined) break;
      const start = Math.max(range.start, lines.startOf(chunk.startLine));
      const end = Math.min(range.end, lines.startOf(chunk.endLine + 1));
      if (start >= end) continue;
      docs[at]?.push(commentText(lines.text.slice(start, end)));
      cuts[at]?.push({ start, end });
    }
  }
  return chunks.map((chunk, at) => ({
    symbol: (names[at] ?? []).join(' '),
    signature: (signatures[at] ?? []).join('\n'),
    doc: (docs[at] ?? []).join('\n'),
    body: without(lines, chunk, cuts[at] ?? []),
  }));
}

/** Text of a chunk without the given ranges. */
function without(lines: LineIndex, chunk: Chunk, cuts: readonly TextRange[]): string {
  const start = lines.startOf(chunk.startLine);
  const end = lines.startOf(chunk.endLine + 1);
  const sorted = [...cuts].sort((a, b) => a.start - b.start || a.end - b.end);
  const kept: string[] = [];
  let at = start;
  for (const cut of sorted) {
    if (cut.start > at) kept.push(lines.text.slice(at, Math.min(cut.start, end)));
    at = Math.max(at, cut.end);
    if (at >= end) break;
  }
  if (at < end) kept.push(lines.text.slice(at, end));
  return kept
    .join(' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
    .trim();
}
