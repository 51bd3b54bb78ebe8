import type { Phase, QueryKind, Weights } from '../../core/index.ts';

/** Weights as data: a later layer replaces single weights of an earlier one (base, then kind, then phase). */
export interface WeightSet {
  /** How the numbers were set. */
  readonly record: {
    readonly version: number;
    readonly method: 'hand-set' | 'fitted' | 'learned';
    readonly basis: string;
  };
  readonly base: Weights;
  readonly kinds: Readonly<Record<QueryKind, Weights>>;
  readonly phases: Readonly<Record<Phase, Weights>>;
}
