import type { NameUse, Resolution, SymbolGraph } from '../symbol-graph.ts';

/**
 * Places one use of a bare name. `null` passes on to the next rule; `'outside'` ends the search: the name is
 * known to come from outside the tree.
 */
export type Rule = (use: NameUse, graph: SymbolGraph) => Resolution | null | 'outside';
