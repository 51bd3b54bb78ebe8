import type { CodeSymbol, LanguageId, SymbolKind } from '../../core/index.ts';
import { oneLine } from '../comments.ts';
import type { LineIndex } from '../line-index.ts';
import { HEAD_LIMIT, NO_SYMBOLS, type SymbolPlace, type SymbolTable } from '../symbols.ts';

/** What a light scanner finds: named sections, or a script to be parsed with its grammar. */
export interface FormatContent {
  readonly table: SymbolTable;
  /** Text of the same length as the file in which all but the script is blank. */
  readonly script: { readonly language: LanguageId; readonly text: string } | null;
  readonly boundaries: ReadonlySet<number>;
}

/** A named run of lines; nested ones follow the one that holds them. */
export interface Section {
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Index of the section around it. */
  readonly parent: number | null;
}

export const NO_CONTENT: FormatContent = { table: NO_SYMBOLS, script: null, boundaries: new Set() };

/** Sections as symbols of one kind: the head is their first line. */
export function sectionContent(
  lines: LineIndex,
  kind: SymbolKind,
  sections: readonly Section[],
): FormatContent {
  const symbols: CodeSymbol[] = [];
  const places: SymbolPlace[] = [];
  for (const { name, startLine, endLine, parent } of sections) {
    const outer = parent === null ? undefined : symbols[parent];
    const start = lines.startOf(startLine);
    const first = lines.lineText(startLine);
    symbols.push({
      name,
      qualifiedName: outer === undefined ? name : `${outer.qualifiedName}.${name}`,
      kind,
      span: { startLine, endLine },
      nameLine: startLine,
      signature: oneLine(first, HEAD_LIMIT),
      doc: '',
      parent,
      exported: true,
    });
    places.push({
      range: { start, end: lines.startOf(endLine + 1) },
      head: { start, end: start + (first.length > HEAD_LIMIT ? 0 : first.length) },
      headLines: { startLine, endLine: startLine },
      leadLine: startLine,
      nest: parent,
    });
  }
  return { ...NO_CONTENT, table: { symbols, places } };
}

/** Gives each start line the end of its section: the line before the next start, without blank lines. */
export function closeAtNext(
  lines: LineIndex,
  starts: readonly { readonly name: string; readonly line: number }[],
): Section[] {
  return starts.map(({ name, line }, at) => {
    let endLine = (starts[at + 1]?.line ?? lines.lineCount + 1) - 1;
    while (endLine > line && lines.isBlank(endLine)) endLine--;
    return { name, startLine: line, endLine, parent: null };
  });
}
