import type { IndexedSymbol } from '../index.ts';
import { fenced, oneLine } from './fence.ts';

export function symbolRow({
  file,
  span,
  nameLine,
  kind,
  qualifiedName,
  signature,
  doc,
  exported,
}: IndexedSymbol) {
  return {
    name: qualifiedName,
    kind,
    path: file.path,
    line: nameLine,
    lines: [span.startLine, span.endLine],
    signature,
    doc,
    exported,
  };
}

/** `src/a.ts:12-30  function refresh  (head of it)` */
export function symbolText({ file, span, kind, qualifiedName, signature }: IndexedSymbol): string {
  return oneLine(`${file.path}:${span.startLine}-${span.endLine}  ${kind} ${qualifiedName}  ${signature}`);
}

/** Near names are named, and never put in the place of what was asked for. */
export function noSymbolText(name: string, suggestions: readonly IndexedSymbol[]): string {
  const none = `No symbol is named ${JSON.stringify(name)}.`;
  return suggestions.length === 0
    ? `${none} Nothing has a near name.`
    : `${none} Near names, none of them what was asked for:\n${fenced(suggestions.map(symbolText).join('\n'))}`;
}
