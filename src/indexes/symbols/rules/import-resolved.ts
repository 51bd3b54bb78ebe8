import { foundInOpened, resolveBinding } from '../modules.ts';
import type { Rule } from './rule.ts';

/** A name that an import binds, or that an import of everything makes visible. */
export const importResolved: Rule = (use, graph) => {
  const { view, name, kinds } = use;
  const binding = view.bindings.get(name);
  if (binding === undefined) return foundInOpened(graph, view, name, kinds);
  const found = resolveBinding(graph, view, binding);
  if (found !== null) return found;
  // Relative sources lie inside the tree: what they fail to name may still be found by name.
  return /^(\.|(crate|self|super)\b)/.test(binding.source) ? null : 'outside';
};
