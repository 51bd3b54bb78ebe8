import type { LineIndex } from '../line-index.ts';
import { closeAtNext, type FormatContent, sectionContent } from './sections.ts';

/** TOML by tables, and by the keys above the first table. */
export function readToml(lines: LineIndex): FormatContent {
  const starts: { name: string; line: number }[] = [];
  let quotes: string | null = null;
  let depth = 0;
  let inTable = false;
  for (let line = 1; line <= lines.lineCount; line++) {
    const text = lines.lineText(line);
    if (quotes === null && depth === 0) {
      const table = /^\s*\[\[?([^\]]+)\]\]?\s*(?:#.*)?$/.exec(text.slice(0, 1_000))?.[1];
      const key = inTable ? undefined : /^\s*([^=#[\]{}]+)=/.exec(text.slice(0, 1_000))?.[1];
      inTable ||= table !== undefined;
      const name = table ?? key;
      if (name !== undefined && name.trim() !== '')
        starts.push({ name: name.replace(/["']/g, '').trim().slice(0, 200), line });
      if (table !== undefined) continue;
    }
    const state = afterLine(text, quotes, depth);
    quotes = state.quotes;
    depth = state.depth;
  }
  return sectionContent(lines, 'key', closeAtNext(lines, starts));
}

/** Follows multi-line strings and brackets over one line. */
function afterLine(
  text: string,
  quotesBefore: string | null,
  depthBefore: number,
): { readonly quotes: string | null; readonly depth: number } {
  let quotes = quotesBefore;
  let depth = depthBefore;
  for (const token of text.match(/"""|'''|"(?:\\.|[^"\\])*"|'[^']*'|#|[[\]{}]|\\./g) ?? []) {
    if (quotes !== null) {
      if (token === quotes) quotes = null;
    } else if (token === '#') break;
    else if (token === '"""' || token === "'''") quotes = token;
    else if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth = Math.max(0, depth - 1);
  }
  return { quotes, depth };
}
