import type { IndexedSymbol } from '../index.ts';
import { oneLine } from './fence.ts';

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
