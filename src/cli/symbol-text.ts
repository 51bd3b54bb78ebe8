import type { IndexedSymbol } from '../index.ts';
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
