import type { IndexedSymbol } from '../../../core/index.ts';
import { classMember } from '../class-members.ts';
import { enclosingClass } from '../enclosing-class.ts';
import type { FileView, Found, NameUse, SymbolGraph } from '../symbol-graph.ts';
import { CLASS_LIKE, isTopLevel, MEMBER_ONLY } from '../symbol-kinds.ts';
import type { Rule } from './rule.ts';

/** From the innermost scope outwards; the members of a class count only where the language says so. */
export const sameFile: Rule = (use, graph) => inScopes(use) ?? inEnclosingClass(use, graph);

/** Members of the class around the use, inherited ones too, for languages that need no receiver for them. */
function inEnclosingClass(use: NameUse, graph: SymbolGraph): Found | null {
  if (!use.view.rules.implicitSelf) return null;
  const owner = enclosingClass(graph, use.view, use.scope);
  const found = owner === null ? null : classMember(graph, owner, use.name);
  return found?.symbols.every((symbol) => use.kinds.has(symbol.kind)) ? found : null;
}

function inScopes(use: NameUse): Found | null {
  const { view, name, kinds } = use;
  const named = (view.byName.get(name) ?? []).filter((symbol) => kinds.has(symbol.kind));
  if (named.length === 0) return null;
  let scope = use.scope;
  for (;;) {
    const hit = bestOf(
      named.filter((symbol) => symbol.parent === scope && isVisible(symbol, view)),
      use,
    );
    if (hit !== null) return { symbols: [hit], provenance: 'same-file' };
    if (scope === null) break;
    scope = view.symbols[scope]?.parent ?? null;
  }
  const hit = bestOf(
    named.filter((symbol) => isTopLevel(symbol, view)),
    use,
  );
  return hit === null ? null : { symbols: [hit], provenance: 'same-file' };
}

function isVisible(symbol: IndexedSymbol, view: FileView): boolean {
  if (symbol.parent === null) return isTopLevel(symbol, view);
  const parent = view.symbols[symbol.parent];
  const isMember = parent !== undefined && CLASS_LIKE.has(parent.kind) && MEMBER_ONLY.has(symbol.kind);
  return !isMember || view.rules.implicitSelf;
}

/** The first definition, unless it is the one that the use stands in and there are others (overloads). */
function bestOf(symbols: readonly IndexedSymbol[], use: NameUse): IndexedSymbol | null {
  return symbols.find((symbol) => symbol.ordinal !== use.scope) ?? symbols[0] ?? null;
}
