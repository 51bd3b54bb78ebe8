import type { LineSpan } from '../core/index.ts';
import type { LineIndex } from './line-index.ts';

/** A size in lines and in characters, line ends included. */
export interface Size {
  readonly lines: number;
  readonly characters: number;
}

/** What chunks aim at. */
export const AIM: Size = { lines: 60, characters: 2_400 };
/** What no chunk exceeds, except a single line that is longer. */
export const HARD_CAP: Size = { lines: 120, characters: 6_000 };

export function fits(lines: LineIndex, span: LineSpan, size: Size): boolean {
  const characters = lines.startOf(span.endLine + 1) - lines.startOf(span.startLine);
  return span.endLine - span.startLine < size.lines && characters <= size.characters;
}

/** The span without blank lines at its ends, or null where all its lines are blank. */
export function trimBlank(lines: LineIndex, span: LineSpan): LineSpan | null {
  let { startLine, endLine } = span;
  while (startLine <= endLine && lines.isBlank(startLine)) startLine++;
  while (endLine >= startLine && lines.isBlank(endLine)) endLine--;
  return startLine > endLine ? null : { startLine, endLine };
}

const LONGEST_CLOSER = 200;

/** True for a line that only closes what stands above it. */
export function isCloser(lines: LineIndex, line: number): boolean {
  if (lines.startOf(line + 1) - lines.startOf(line) > LONGEST_CLOSER) return false;
  return /^\s*(?:[\])}>;,]+|end|fi|done|esac|<\/[\w:-]+>)[\])};,]*\s*$/.test(lines.lineText(line));
}

/**
 * Splits a span into runs of about equal size that fit `limit`, each trimmed of blank lines. It breaks where
 * the indentation is smallest, by preference after a blank line, never before a line that only closes.
 */
export function splitSpan(lines: LineIndex, span: LineSpan, limit: Size): LineSpan[] {
  const runs: LineSpan[] = [];
  let rest = trimBlank(lines, span);
  while (rest !== null) {
    const run = firstRun(lines, rest, limit);
    const trimmed = trimBlank(lines, run);
    if (trimmed !== null) runs.push(trimmed);
    rest = trimBlank(lines, { startLine: run.endLine + 1, endLine: rest.endLine });
  }
  return runs;
}

function firstRun(lines: LineIndex, span: LineSpan, limit: Size): LineSpan {
  if (fits(lines, span, limit)) return span;
  const { startLine } = span;
  let last = startLine;
  while (last < span.endLine && fits(lines, { startLine, endLine: last + 1 }, limit)) last++;
  const parts = Math.ceil(
    Math.max(
      (span.endLine - startLine + 1) / limit.lines,
      (lines.startOf(span.endLine + 1) - lines.startOf(startLine)) / limit.characters,
    ),
  );
  const earliest = startLine + Math.max(1, Math.floor((span.endLine - startLine + 1) / parts / 2));
  let best = last + 1;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let line = last + 1; line >= Math.min(earliest, last + 1); line--) {
    const cost = breakCost(lines, line);
    if (cost < bestCost) {
      best = line;
      bestCost = cost;
    }
  }
  return { startLine, endLine: best - 1 };
}

function breakCost(lines: LineIndex, line: number): number {
  if (lines.isBlank(line) || isCloser(lines, line)) return 10_000;
  const indent = /^[ \t]*/.exec(lines.lineText(line))?.[0].replaceAll('\t', '    ').length ?? 0;
  return indent * 2 + (lines.isBlank(line - 1) ? 0 : 1);
}
