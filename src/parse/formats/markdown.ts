import type { LineIndex } from '../line-index.ts';
import { type FormatContent, type Section, sectionContent } from './sections.ts';

interface Heading {
  readonly level: number;
  readonly name: string;
  readonly line: number;
}

/** Longer lines are looked at no further. */
const LONGEST_HEADING = 1_000;

/** Markdown by headings (`#` and underlined), nested by level; a `#` inside fenced code is no heading. */
export function readMarkdown(lines: LineIndex): FormatContent {
  const headings = headingsOf(lines);
  const ends = lastLines(lines, headings);
  const sections: Section[] = [];
  const open: { readonly index: number; readonly level: number }[] = [];
  for (const [index, heading] of headings.entries()) {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    let endLine = ends[index] ?? heading.line;
    while (endLine > heading.line && lines.isBlank(endLine)) endLine--;
    sections.push({
      name: heading.name,
      startLine: heading.line,
      endLine,
      parent: open.at(-1)?.index ?? null,
    });
    open.push({ index, level: heading.level });
  }
  return sectionContent(lines, 'heading', sections);
}

/** The line before the next heading of the same or a higher level, by heading. */
function lastLines(lines: LineIndex, headings: readonly Heading[]): readonly number[] {
  const ends = headings.map(() => lines.lineCount);
  const open: number[] = [];
  for (const [index, { level, line }] of headings.entries()) {
    while (open.length > 0 && (headings[open.at(-1) ?? 0]?.level ?? 0) >= level)
      ends[open.pop() ?? 0] = line - 1;
    open.push(index);
  }
  return ends;
}

function headingsOf(lines: LineIndex): Heading[] {
  const headings: Heading[] = [];
  let fence: string | null = null;
  for (let line = frontMatterEnd(lines) + 1; line <= lines.lineCount; line++) {
    const text = lines.lineText(line).slice(0, LONGEST_HEADING);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence) && text.trim() === mark) fence = null;
    } else if (fence === null) {
      const heading = headingAt(lines, line, text);
      if (heading !== null) headings.push(heading);
    }
  }
  return headings;
}

function headingAt(lines: LineIndex, line: number, text: string): Heading | null {
  const hashes = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/.exec(text);
  const name = (hashes?.[2] ?? '').slice(0, 200);
  if (hashes !== null) return name === '' ? null : { level: (hashes[1] ?? '').length, name, line };
  const underline =
    line < lines.lineCount
      ? /^(=+|-{2,})\s*$/.exec(lines.lineText(line + 1).slice(0, LONGEST_HEADING))
      : null;
  const plain = underline !== null && /^ {0,3}[^\s>|#*+-]/.test(text) && lineBeforeIsOpen(lines, line);
  return plain
    ? { level: underline[1]?.startsWith('=') ? 1 : 2, name: text.trim().slice(0, 200), line }
    : null;
}

function lineBeforeIsOpen(lines: LineIndex, line: number): boolean {
  return line === 1 || lines.isBlank(line - 1);
}

/** Last line of a YAML block at the top, 0 where there is none. */
function frontMatterEnd(lines: LineIndex): number {
  if (lines.lineCount === 0 || lines.lineText(1).trim() !== '---') return 0;
  for (let line = 2; line <= lines.lineCount; line++) if (lines.lineText(line).trim() === '---') return line;
  return 0;
}
