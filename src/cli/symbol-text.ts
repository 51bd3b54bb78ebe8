import type { Edge, IndexedSymbol } from '../index.ts';
import type { Paint } from './paint.ts';
import { printable } from './untrusted-text.ts';

/** `src/a.ts:12  function  Cache.refresh` */
export function symbolLine({ file, nameLine, kind, qualifiedName }: IndexedSymbol, paint: Paint): string {
  return `${paint.path(printable(`${file.path}:${nameLine}`))}  ${kind}  ${paint.strong(printable(qualifiedName))}`;
}

/** A symbol as JSON, flat. */
export function symbolData({ file, ordinal: _, parent: __, ...symbol }: IndexedSymbol) {
  return { path: file.path, language: file.language, ...symbol };
}

/** A resolved reference as JSON, flat. */
export function edgeData({ site, targets, provenance, confidence }: Edge) {
  return {
    path: site.file.path,
    line: site.line,
    kind: site.kind,
    name: site.name,
    receiver: site.receiver,
    enclosing: site.enclosing?.qualifiedName ?? null,
    targets: targets.map(({ file, qualifiedName, nameLine }) => ({
      path: file.path,
      line: nameLine,
      name: qualifiedName,
    })),
    provenance,
    confidence,
  };
}
