import type { IndexedSymbol } from '../../core/index.ts';
import { defaultExport } from './default-export.ts';
import { namesOfModule } from './imported-files.ts';
import { resolveBinding } from './modules.ts';
import { type FileView, isModule, type SymbolGraph } from './symbol-graph.ts';

/** Steps from one file that exports again under a new name to the next. */
const DEPTH = 4;

/** The names of a definition: its own, and those under which other files export it again (`total as sum`). */
export function exportedNames(graph: SymbolGraph, symbol: IndexedSymbol): readonly string[] {
  return graph.once(`names:${symbol.file.id}:${symbol.ordinal}`, () => {
    const names = new Set([symbol.name]);
    const view = graph.view(symbol.file.id);
    const isDefault = view !== null && defaultExport(view)?.ordinal === symbol.ordinal;
    let fresh = isDefault ? [symbol.name, ...namesOfModule(graph, symbol.file.id)] : [symbol.name];
    for (let step = 0; step < DEPTH && fresh.length > 0; step++) {
      const files = new Set(fresh.flatMap((name) => graph.source.filesMentioning(name)));
      const renamed = [...files]
        .sort((a, b) => a - b)
        .flatMap((id) => renamings(graph, graph.view(id), symbol, names, isDefault));
      fresh = [...new Set(renamed)];
      for (const name of fresh) names.add(name);
    }
    return [...names];
  });
}

function renamings(
  graph: SymbolGraph,
  view: FileView | null,
  symbol: IndexedSymbol,
  names: ReadonlySet<string>,
  isDefault: boolean,
): readonly string[] {
  if (view === null) return [];
  return [...view.bindings].flatMap(([local, binding]) => {
    const { name, reexport } = binding;
    if (!reexport || name === null || names.has(local)) return [];
    if (!names.has(name) && !(isDefault && name === 'default')) return [];
    const found = resolveBinding(graph, view, binding);
    if (found === null || isModule(found)) return [];
    const leads = found.symbols.some(
      (one) => one.file.id === symbol.file.id && one.ordinal === symbol.ordinal,
    );
    return leads ? [local] : [];
  });
}
