import {
  type Phase,
  QUERY_KINDS,
  type QueryKind,
  SIGNALS,
  type Signal,
  type Weights,
} from '../../src/core/index.ts';
import { type WeightSet, weightsFor } from '../../src/rank/index.ts';
import { ascend } from './ascend.ts';
import type { Example } from './examples.ts';

/** Weights of one place of the set: the base, or what a kind of query changes. */
export interface LearnOptions {
  readonly start: WeightSet;
  /** The phase whose tasks are learned from; the differences between phases stay as they are. */
  readonly phase: Phase;
  readonly pull: number;
  readonly kindPull: number;
  /** Kinds with fewer tasks keep what they have. */
  readonly leastTasks: number;
}

/** What a task without failures, diff or test output says nothing about. */
const UNSEEN: readonly Signal[] = ['diff', 'vendor', 'generated', 'legacy', 'failure', 'test-map'];
const LEARNED = SIGNALS.filter((signal) => !UNSEEN.includes(signal));
const ROUNDS = 8;

/** The base from issue texts and failures of the phase, then what each kind of query wants changed. */
export function learnWeights(
  examples: readonly Example[],
  { start, phase, pull, kindPull, leastTasks }: LearnOptions,
): WeightSet {
  const seen = examples.filter((example) => example.phase === phase);
  const texts = seen.filter(({ queryKind }) => queryKind !== 'question');
  const base = ascend(texts, start.base, { signals: LEARNED, pull, rounds: ROUNDS });
  const kinds = Object.fromEntries(
    QUERY_KINDS.map((kind) => {
      const ofKind = seen.filter((example) => example.queryKind === kind);
      const known: Weights = { ...base, ...start.kinds[kind] };
      if (ofKind.length < leastTasks) return [kind, start.kinds[kind]];
      const learned = ascend(ofKind, known, { signals: LEARNED, pull: kindPull, rounds: ROUNDS });
      return [kind, differences(base, learned)];
    }),
  ) as Record<QueryKind, Weights>;
  return { ...start, base, kinds };
}

/** What applies to an example. */
export function weightsOf({ queryKind, phase }: Example, set: WeightSet): Weights {
  return weightsFor(queryKind, phase, {}, set);
}

function differences(base: Weights, learned: Weights): Weights {
  return Object.fromEntries(
    SIGNALS.flatMap((signal) => {
      const value = learned[signal] ?? 0;
      return value === (base[signal] ?? 0) ? [] : [[signal, value]];
    }),
  );
}
