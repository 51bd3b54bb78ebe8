import { AMBIGUOUS_LIMIT } from '../found-among.ts';
import { nearestFirst } from '../tree-paths.ts';
import type { Rule } from './rule.ts';
import { namedAnywhere } from './unique-name.ts';

/** Several definitions fit: all of them, those nearest to the use first, up to the cap. */
export const ambiguous: Rule = (use, graph) => {
  const candidates = namedAnywhere(use, graph);
  if (candidates.length === 0) return null;
  const near = nearestFirst(
    candidates.map((symbol) => ({ path: symbol.file.path, symbol })),
    use.view.file.path,
  );
  return { symbols: near.slice(0, AMBIGUOUS_LIMIT).map(({ symbol }) => symbol), provenance: 'ambiguous' };
};
