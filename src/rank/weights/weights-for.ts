import type { Phase, QueryKind, Weights } from '../../core/index.ts';
import { LEARNED_WEIGHTS } from './learned.ts';
import type { WeightSet } from './weight-set.ts';

/** Weights of a kind of query in a phase (null: a plain query), with overrides from the configuration last. */
export function weightsFor(
  kind: QueryKind,
  phase: Phase | null,
  overrides: Weights = {},
  set: WeightSet = LEARNED_WEIGHTS,
): Weights {
  return { ...set.base, ...set.kinds[kind], ...(phase === null ? {} : set.phases[phase]), ...overrides };
}
