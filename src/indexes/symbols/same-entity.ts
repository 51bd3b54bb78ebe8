import type { IndexedSymbol } from '../../core/index.ts';
import { languageRules } from './language-rules.ts';
import { CLASS_LIKE } from './symbol-kinds.ts';
import { directoryOf, extensionOf, stemOf } from './tree-paths.ts';

const HEADER = /^\.(h|hh|hpp|hxx|h\+\+|inl|ipp|tpp)$/i;

export function isHeader(symbol: IndexedSymbol): boolean {
  return HEADER.test(extensionOf(symbol.file.path));
}

/**
 * Overloads of one name in one file, a C or C++ declaration with its definition, and the parts of an open class or
 * namespace are one thing.
 */
export function sameEntity(a: IndexedSymbol, b: IndexedSymbol): boolean {
  if (a.qualifiedName !== b.qualifiedName) return false;
  if (a.file.id === b.file.id) return true;
  const { family } = languageRules(a.file.language);
  if (languageRules(b.file.language).family !== family) return false;
  return (family === 'c' && isHeader(a) !== isHeader(b)) || (isPart(a, family) && isPart(b, family));
}

function isPart({ kind, signature }: IndexedSymbol, family: string): boolean {
  if (kind === 'namespace' || (kind === 'module' && family === 'ruby')) return true;
  return CLASS_LIKE.has(kind) && /\bpartial\b/.test(signature);
}

/** A header and an implementation of the same stem in the same directory. */
export function isHeaderPair(a: IndexedSymbol['file'], b: IndexedSymbol['file']): boolean {
  const headers = HEADER.test(extensionOf(a.path)) !== HEADER.test(extensionOf(b.path));
  return headers && stemOf(a.path) === stemOf(b.path) && directoryOf(a.path) === directoryOf(b.path);
}

/** One symbol an entity, definitions before declarations, else in the given order. */
export function distinctEntities(symbols: readonly IndexedSymbol[]): IndexedSymbol[] {
  const distinct: IndexedSymbol[] = [];
  const definitionsFirst = [...symbols.filter((s) => !isHeader(s)), ...symbols.filter(isHeader)];
  for (const symbol of definitionsFirst)
    if (!distinct.some((known) => sameEntity(known, symbol))) distinct.push(symbol);
  return distinct;
}
