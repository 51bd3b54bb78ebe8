import type { LineIndex } from '../line-index.ts';
import { type FormatContent, NO_CONTENT } from './sections.ts';

const BLOCK_START = /^<([a-zA-Z][\w-]*)([^>]*)>/;

/**
 * A Vue or Svelte component: its script blocks become one script text with everything else blanked, so that
 * offsets and lines stay true. Tags at the left margin are boundaries of chunks.
 */
export function readComponent(lines: LineIndex): FormatContent {
  const boundaries = new Set<number>();
  const ranges: { start: number; end: number }[] = [];
  let typed: 'typescript' | 'tsx' | 'javascript' = 'javascript';
  for (let line = 1; line <= lines.lineCount; line++) {
    const tag = BLOCK_START.exec(lines.lineText(line));
    if (tag === null) continue;
    boundaries.add(line);
    if (tag[1]?.toLowerCase() !== 'script') continue;
    const start = lines.startOf(line) + tag[0].length;
    const close = /<\/script\s*>/i.exec(lines.text.slice(start));
    const end = close === null ? lines.text.length : start + close.index;
    ranges.push({ start, end });
    const language = /\blang\s*=\s*["']?(tsx?|typescript)\b/.exec(tag[2] ?? '')?.[1];
    if (language !== undefined) typed = language === 'tsx' ? 'tsx' : 'typescript';
    line = lines.lineOf(end);
    boundaries.add(line + 1);
  }
  if (ranges.length === 0) return { ...NO_CONTENT, boundaries };
  return { ...NO_CONTENT, boundaries, script: { language: typed, text: keepOnly(lines.text, ranges) } };
}

/** Everything outside the ranges becomes spaces; line ends stay. */
function keepOnly(text: string, ranges: readonly { readonly start: number; readonly end: number }[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    parts.push(text.slice(at, start).replace(/[^\r\n]/g, ' '), text.slice(start, end));
    at = end;
  }
  parts.push(text.slice(at).replace(/[^\r\n]/g, ' '));
  return parts.join('');
}
