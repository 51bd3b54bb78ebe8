import type { IndexedSymbol } from '../../core/index.ts';
import type { FileView } from './symbol-graph.ts';
import { isTopLevel } from './symbol-kinds.ts';
import { baseName, directoryOf, stemOf } from './tree-paths.ts';

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/**
 * The definition that a module exports by default: what its signature says, else the definition named like the
 * file (or like its directory for an index file), else its only exported definition.
 */
export function defaultExport(view: FileView): IndexedSymbol | null {
  const tops = view.symbols.filter((symbol) => isTopLevel(symbol, view));
  const said = tops.find((symbol) => /\bexport\s+default\b|\bmodule\.exports\b/.test(symbol.signature));
  if (said !== undefined) return said;
  const stem = stemOf(view.file.path);
  const wanted = letters(stem === 'index' ? baseName(directoryOf(view.file.path)) : stem);
  const named = tops.find((symbol) => letters(symbol.name) === wanted);
  if (named !== undefined) return named;
  const exported = tops.filter((symbol) => symbol.exported);
  return exported.length === 1 ? (exported[0] ?? null) : null;
}
