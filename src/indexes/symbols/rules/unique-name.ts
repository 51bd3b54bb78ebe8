import type { IndexedSymbol } from '../../../core/index.ts';
import { foundAmong } from '../found-among.ts';
import { distinctEntities } from '../same-entity.ts';
import type { FileView, Found, NameUse, SymbolGraph } from '../symbol-graph.ts';
import { TARGET_KINDS } from '../symbol-kinds.ts';
import type { Rule } from './rule.ts';
import { preferOwnKind, topLevelNamed } from './same-package.ts';

/** The only definition of that name in the language family. */
export const uniqueName: Rule = (use, graph) => {
  const candidates = namedAnywhere(use, graph);
  return candidates.length === 1 ? { symbols: candidates, provenance: 'unique-name' } : null;
};

/**
 * Distinct definitions that a name without receiver or import could mean: visible outside their file. None for
 * what a language defines itself, nor where every name from elsewhere carries its package.
 */
export function namedAnywhere(use: NameUse, graph: SymbolGraph): readonly IndexedSymbol[] {
  const { name, view } = use;
  if (view.rules.qualifiesAll || view.rules.builtins.has(name) || name.length === 1) return [];
  const visible = topLevelNamed(use, graph).filter(
    (symbol) => symbol.exported && (!view.rules.qualifiesNamespaces || seesNamespace(graph, view, symbol)),
  );
  return distinctEntities(preferOwnKind(visible, view));
}

/** The definition of that name in files that declare no namespace. */
export function globalName(graph: SymbolGraph, view: FileView, name: string): Found | null {
  const use: NameUse = { view, scope: null, name, kinds: TARGET_KINDS.call };
  const global = topLevelNamed(use, graph).filter(({ file }) => namespaceOf(graph.view(file.id)) === null);
  return foundAmong(preferOwnKind(global, view), 'unique-name');
}

function seesNamespace(graph: SymbolGraph, view: FileView, symbol: IndexedSymbol): boolean {
  const there = namespaceOf(graph.view(symbol.file.id));
  return there === null || there === namespaceOf(view);
}

/** What a file declares itself to be part of. */
function namespaceOf(view: FileView | null): string | null {
  return view?.symbols.find(({ kind, parent }) => kind === 'namespace' && parent === null)?.name ?? null;
}
