import type { LineIndex } from '../line-index.ts';
import { type FormatContent, NO_CONTENT, type Section, sectionContent } from './sections.ts';

interface Token {
  readonly text: string;
  readonly at: number;
}

/** JSON by the keys of its outermost object; comments and trailing commas are fine, broken text too. */
export function readJson(lines: LineIndex): FormatContent {
  const tokens = tokensOf(lines.text);
  if (tokens[0]?.text !== '{') return NO_CONTENT;
  const sections: Section[] = [];
  let open: Token | null = null;
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (depth === 1 && token.text === ':' && open === null && before?.text.startsWith('"')) open = before;
    if (open !== null && depth === 1 && (token.text === ',' || token.text === '}')) {
      sections.push(sectionOf(lines, open, before ?? open));
      open = null;
    }
    depth = depthAfter(token.text, depth);
  }
  if (open !== null) sections.push(sectionOf(lines, open, tokens.at(-1) ?? open));
  return sectionContent(
    lines,
    'key',
    sections.filter((section) => section.name !== ''),
  );
}

/** Strings, brackets, separators and words, without comments; what is not closed ends with its line or the text. */
function tokensOf(text: string): Token[] {
  const pattern = /"(?:\\.|[^"\\\n])*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[{}[\],:]|[^\s{}[\],:"/]+/g;
  return [...text.matchAll(pattern)]
    .filter((match) => !match[0].startsWith('/'))
    .map((match) => ({ text: match[0], at: match.index }));
}

function depthAfter(token: string, depth: number): number {
  if (token === '{' || token === '[') return depth + 1;
  return token === '}' || token === ']' ? Math.max(0, depth - 1) : depth;
}

function sectionOf(lines: LineIndex, key: Token, last: Token): Section {
  return {
    name: key.text.replace(/^"|"$/g, '').slice(0, 200),
    startLine: lines.lineOf(key.at),
    endLine: lines.lineOf(last.at),
    parent: null,
  };
}
