import type { IndexedSymbol } from '../../core/index.ts';
import type { FileView, SymbolGraph } from './symbol-graph.ts';
import { CLASS_LIKE, MODULE_LIKE, TYPE_LIKE } from './symbol-kinds.ts';

/**
 * The class that code inside a symbol belongs to: the innermost class around it, else the class that the
 * qualified name of a method names (`Cache.get` written outside of `Cache`), else the module around it.
 */
export function enclosingClass(
  graph: SymbolGraph,
  view: FileView,
  scope: number | null,
): IndexedSymbol | null {
  let module: IndexedSymbol | null = null;
  let outermost: IndexedSymbol | null = null;
  for (let at = scope; at !== null; ) {
    const symbol: IndexedSymbol | undefined = view.symbols[at];
    if (symbol === undefined) break;
    if (CLASS_LIKE.has(symbol.kind)) return symbol;
    if (MODULE_LIKE.has(symbol.kind)) module ??= symbol;
    else outermost = symbol;
    at = symbol.parent;
  }
  return (outermost === null ? null : classByQualifiedName(graph, view, outermost)) ?? module;
}

function classByQualifiedName(
  graph: SymbolGraph,
  view: FileView,
  method: IndexedSymbol,
): IndexedSymbol | null {
  const dot = method.qualifiedName.lastIndexOf('.');
  if (dot < 0) return null;
  const owner = method.qualifiedName.slice(0, dot);
  const name = owner.slice(owner.lastIndexOf('.') + 1);
  const fits = (symbol: IndexedSymbol): boolean =>
    symbol.qualifiedName === owner && TYPE_LIKE.has(symbol.kind);
  const here = (view.byName.get(name) ?? []).find(fits);
  if (here !== undefined) return here;
  const found = graph.resolve(view, {
    name,
    kind: 'type',
    line: method.nameLine,
    receiver: null,
    receiverType: null,
    from: null,
  });
  const symbols = found?.symbols.filter(fits) ?? [];
  return symbols.length === 1 ? (symbols[0] ?? null) : null;
}
