import type { IndexedSymbol } from '../../../core/index.ts';
import { distinctEntities } from '../same-entity.ts';
import type { NameUse, SymbolGraph } from '../symbol-graph.ts';
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
  const visible = topLevelNamed(use, graph).filter((symbol) => symbol.exported);
  return distinctEntities(preferOwnKind(visible, view));
}
