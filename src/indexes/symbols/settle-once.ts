import type { SymbolGraph } from './symbol-graph.ts';

/** Computed once for a reader; while it is being computed a question for it gets `meanwhile`: cycles end. */
export function settleOnce<T>(graph: SymbolGraph, key: string, meanwhile: T, make: () => T): T {
  const cell = graph.once<{ value: T; settled: boolean }>(key, () => ({ value: meanwhile, settled: false }));
  if (!cell.settled) {
    cell.settled = true;
    cell.value = make();
  }
  return cell.value;
}
