import type { IndexedSymbol, Provenance } from '../../core/index.ts';
import { distinctEntities } from './same-entity.ts';
import type { Found } from './symbol-graph.ts';

/** At most this many targets stay in an ambiguous answer. */
export const AMBIGUOUS_LIMIT = 10;

/** All of these as one answer: overloads become one; several distinct definitions make it ambiguous. */
export function foundAmong(symbols: readonly IndexedSymbol[], provenance: Provenance): Found | null {
  const distinct = distinctEntities(symbols);
  if (distinct.length === 0) return null;
  return distinct.length === 1
    ? { symbols: distinct, provenance }
    : { symbols: distinct.slice(0, AMBIGUOUS_LIMIT), provenance: 'ambiguous' };
}
