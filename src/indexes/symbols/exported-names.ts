import type { FileId, IndexedSymbol } from '../../core/index.ts';
import { defaultExport } from './default-export.ts';
import { DEFAULT, isRenamed } from './exports-renamed.ts';
import { namesOfModule } from './imported-files.ts';
import { resolveBinding } from './modules.ts';
import { type Binding, isModule, type SymbolGraph } from './symbol-graph.ts';

/** Steps from one file that exports again under a new name to the next. */
const DEPTH = 4;

interface Renaming {
  readonly file: FileId;
  readonly local: string;
  readonly binding: Binding;
}

/** What files export under new names, by the name that they import. */
function renamingsByName(graph: SymbolGraph): ReadonlyMap<string, readonly Renaming[]> {
  return graph.once('renamings', () => {
    const byName = new Map<string, Renaming[]>();
    for (const file of graph.source.filesRenaming())
      for (const [local, binding] of graph.view(file)?.bindings ?? []) {
        const { name, reexport } = binding;
        if (!reexport || name === null || !isRenamed(name, local)) continue;
        const same = byName.get(name);
        if (same === undefined) byName.set(name, [{ file, local, binding }]);
        else same.push({ file, local, binding });
      }
    return byName;
  });
}

/** The names of a definition: its own, and those under which other files export it again (`total as sum`). */
export function exportedNames(graph: SymbolGraph, symbol: IndexedSymbol): readonly string[] {
  return graph.once(`names:${symbol.file.id}:${symbol.ordinal}`, () => {
    const names = new Set([symbol.name]);
    const view = graph.view(symbol.file.id);
    const isDefault = view !== null && defaultExport(view)?.ordinal === symbol.ordinal;
    let fresh = isDefault ? [symbol.name, ...namesOfModule(graph, symbol.file.id)] : [symbol.name];
    for (let step = 0; step < DEPTH && fresh.length > 0; step++) {
      const candidates = [
        ...fresh.flatMap((name) => (names.has(name) ? (renamingsByName(graph).get(name) ?? []) : [])),
        ...(isDefault ? defaultsNaming(graph, fresh) : []),
      ];
      const renamed = candidates.filter((one) => !names.has(one.local) && leadsTo(graph, one, symbol));
      fresh = [...new Set(renamed.map(({ local }) => local))];
      for (const name of fresh) names.add(name);
    }
    return [...names];
  });
}

/** New names for defaults, in files that mention one of the names. */
function defaultsNaming(graph: SymbolGraph, names: readonly string[]): readonly Renaming[] {
  const all = renamingsByName(graph).get(DEFAULT) ?? [];
  if (all.length === 0) return all;
  const files = new Set(names.flatMap((name) => graph.source.filesMentioning(name)));
  return all.filter(({ file }) => files.has(file));
}

function leadsTo(graph: SymbolGraph, { file, binding }: Renaming, symbol: IndexedSymbol): boolean {
  const view = graph.view(file);
  const found = view === null ? null : resolveBinding(graph, view, binding);
  if (found === null || isModule(found)) return false;
  return found.symbols.some((one) => one.file.id === symbol.file.id && one.ordinal === symbol.ordinal);
}
