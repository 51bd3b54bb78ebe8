import { DETAILS, type Detail, type LineSpan, type PackContent } from '../core/index.ts';

/** What a snippet shows at one detail. */
export type View =
  /** Numbers of the lines shown, ascending. */
  | { readonly kind: 'lines'; readonly lines: readonly number[] }
  /** Rows without line numbers. */
  | { readonly kind: 'rows'; readonly rows: readonly string[] };

/** Stands for a run of lines that is not shown. */
export const ELISION = '⋯';

/** Rows that a text which is in no file keeps when its detail falls. */
const TEXT_ROWS: Readonly<Record<Detail, number>> = {
  full: Number.POSITIVE_INFINITY,
  signature: 40,
  outline: 8,
};

export type LinesContent = Extract<PackContent, { kind: 'lines' }>;

/** Details at which a content can be shown, most first; never more than its `maxDetail`. */
export function* detailsOf(content: PackContent): Iterable<Detail> {
  const most = content.kind === 'text' ? 0 : DETAILS.indexOf(content.maxDetail);
  // What is inside is read when it is asked for: most contents fit at more detail, or have no place at all.
  for (const [index, detail] of DETAILS.slice(most).entries())
    if (content.kind === 'text' || tells(content, detail, index === 0)) yield detail;
}

/** Whether it says something at a detail that is less than all. */
function tells(content: LinesContent, detail: Detail, isMost: boolean): boolean {
  if (detail === 'outline') return content.outline.length > 0;
  return isMost || content.focus.length > 0 || content.heads.length > 0;
}

/**
 * What a content shows at a detail: at `full` its lines below the head of what encloses them; at `signature`
 * that head, the heads of the definitions inside (the first line where there are none) and the focus lines with
 * one line around; at `outline` one row a symbol. A text keeps its first rows.
 */
export function viewOf(content: PackContent, detail: Detail, lineCount: number): View {
  if (content.kind === 'text') return { kind: 'rows', rows: firstRows(content.text, TEXT_ROWS[detail]) };
  if (detail === 'outline') return { kind: 'rows', rows: content.outline };
  const shown = detail === 'full' ? [content.span] : signatureSpans(content);
  return {
    kind: 'lines',
    lines: linesOf([...(content.header ? [content.header] : []), ...shown], lineCount),
  };
}

function signatureSpans({ span, heads, focus }: LinesContent): readonly LineSpan[] {
  const firstLine = { startLine: span.startLine, endLine: span.startLine };
  const around = focus.map(({ startLine, endLine }) => ({
    startLine: Math.max(span.startLine, startLine - 1),
    endLine: Math.min(span.endLine, endLine + 1),
  }));
  return [...(heads.length > 0 ? heads : [firstLine]), ...around];
}

/** Line numbers of the spans, ascending and unique. A single line between two of them is shown, not elided. */
export function linesOf(spans: readonly LineSpan[], lineCount: number): readonly number[] {
  const sorted = [...spans].sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
  const lines: number[] = [];
  for (const { startLine, endLine } of sorted) {
    const last = lines.at(-1);
    const from = last === undefined ? startLine : startLine <= last + 2 ? last + 1 : startLine;
    for (let line = Math.max(1, from); line <= Math.min(endLine, lineCount); line++) lines.push(line);
  }
  return lines;
}

function firstRows(text: string, limit: number): readonly string[] {
  const rows = text.split('\n');
  return rows.length <= limit ? rows : [...rows.slice(0, limit), ELISION];
}

/** Ascending line numbers as disjoint spans. */
export function spansOf(lines: readonly number[]): readonly LineSpan[] {
  const spans: { startLine: number; endLine: number }[] = [];
  for (const line of lines) {
    const last = spans.at(-1);
    if (last !== undefined && line <= last.endLine + 1) last.endLine = line;
    else spans.push({ startLine: line, endLine: line });
  }
  return spans;
}
