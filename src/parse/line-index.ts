import type { LineSpan } from '../core/index.ts';

/** Offsets in UTF-16 units, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Line numbers and offsets of a text. Lines end at `\n`; a final `\n` opens no further line. */
export interface LineIndex {
  readonly text: string;
  readonly lineCount: number;
  /** One-based line that holds the offset. */
  readonly lineOf: (offset: number) => number;
  /** Offset of a line's first character; of the text's end for the line after the last. */
  readonly startOf: (line: number) => number;
  /** The line without its line end. */
  readonly lineText: (line: number) => string;
  readonly isBlank: (line: number) => boolean;
}

export function indexLines(text: string): LineIndex {
  const starts: number[] = text === '' ? [] : [0];
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1))
    starts.push(at + 1);
  const lineCount = starts.length;
  const startOf = (line: number): number => starts[line - 1] ?? text.length;
  const lineText = (line: number): string =>
    text.slice(startOf(line), startOf(line + 1)).replace(/\r?\n$/, '');
  const blank: (boolean | undefined)[] = [];
  return {
    text,
    lineCount,
    startOf,
    lineText,
    lineOf: (offset) => lastAtOrBefore(starts, offset) + 1,
    isBlank: (line) => {
      blank[line] ??= lineText(line).trim() === '';
      return blank[line] ?? true;
    },
  };
}

/** Index of the last element ≤ value in an ascending list, 0 where there is none. */
function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Lines that a non-empty range touches. */
export function linesOf(lines: LineIndex, range: TextRange): LineSpan {
  return {
    startLine: lines.lineOf(range.start),
    endLine: lines.lineOf(Math.max(range.start, range.end - 1)),
  };
}
