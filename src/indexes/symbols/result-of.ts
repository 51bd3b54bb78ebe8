import type { IndexedSymbol } from '../../core/index.ts';
import { enclosingClass } from './enclosing-class.ts';
import { returnType } from './return-type.ts';
import { settleOnce } from './settle-once.ts';
import { type FileView, type Found, type SymbolGraph, weakest } from './symbol-graph.ts';
import { CLASS_LIKE, TYPE_LIKE } from './symbol-kinds.ts';
import { typePath } from './written-types.ts';

/** What a call of the one thing found gives: an object of a class; of a function the type that its head declares. */
export function resultOf(graph: SymbolGraph, callee: Found): Found | null {
  const [symbol, ...others] = callee.symbols;
  if (symbol === undefined || others.length > 0) return null;
  if (CLASS_LIKE.has(symbol.kind)) return callee;
  if (symbol.kind === 'constructor') return constructed(graph, symbol, callee);
  const result = declaredResult(graph, symbol);
  if (result === null) return null;
  return { symbols: result.symbols, provenance: weakest(callee.provenance, result.provenance) };
}

function constructed(graph: SymbolGraph, symbol: IndexedSymbol, callee: Found): Found | null {
  const view = graph.view(symbol.file.id);
  const owner = view === null ? null : enclosingClass(graph, view, symbol.ordinal);
  return owner === null ? null : { ...callee, symbols: [owner] };
}

function declaredResult(graph: SymbolGraph, symbol: IndexedSymbol): Found | null {
  return settleOnce<Found | null>(graph, `result:${symbol.file.id}:${symbol.ordinal}`, null, () => {
    const view = graph.view(symbol.file.id);
    const type = returnType(symbol);
    const path = type === null ? null : typePath(type);
    return view === null || path === null ? null : typeNamed(graph, view, symbol, path);
  });
}

const OWN_TYPES: ReadonlySet<string> = new Set(['Self', 'self', 'static', 'this']);

function typeNamed(
  graph: SymbolGraph,
  view: FileView,
  symbol: IndexedSymbol,
  path: readonly string[],
): Found | null {
  const name = path.at(-1) ?? '';
  if (path.length === 1 && OWN_TYPES.has(name)) {
    const owner = enclosingClass(graph, view, symbol.ordinal);
    return owner === null ? null : { symbols: [owner], provenance: 'same-file' };
  }
  const receiver = path.length === 1 ? null : path.slice(0, -1).join('.');
  const line = symbol.nameLine;
  const found = graph.resolve(view, {
    name,
    kind: 'type',
    line,
    receiver,
    receiverType: null,
    from: symbol.ordinal,
  });
  return found?.symbols.every(({ kind }) => TYPE_LIKE.has(kind)) ? found : null;
}
