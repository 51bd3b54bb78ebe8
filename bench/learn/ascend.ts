import { SIGNALS, type Signal, type Weights } from '../../src/core/index.ts';
import type { Example } from './examples.ts';
import { type Quality, rankExample } from './rank-example.ts';

export interface AscentOptions {
  /** Signals that may change; the rest stay. */
  readonly signals: readonly Signal[];
  /** Pull towards the start: what a weight doubled or halved must gain, in objective. */
  readonly pull: number;
  readonly rounds: number;
}

/** What a weight is tried at: multiples of itself and, where it is small, steps away from zero. */
const FACTORS = [0, 0.5, 0.7, 0.85, 1.18, 1.4, 2];
const SMALL = 0.1;

/** One number for an order: half the files, half the lines. */
export function worthOf({ acc1, acc5, ndcg10, edits8k }: Quality): number {
  const files = 0.5 * ndcg10 + 0.25 * acc1 + 0.25 * acc5;
  return edits8k === null ? files : 0.5 * files + 0.5 * edits8k;
}

/** Mean worth with every repository counting by the square root of its tasks: no single one decides. */
export function objective(examples: readonly Example[], weights: Weights): number {
  const counts = new Map<string, number>();
  for (const { repo } of examples) counts.set(repo, (counts.get(repo) ?? 0) + 1);
  let sum = 0;
  let total = 0;
  for (const example of examples) {
    const share = 1 / Math.sqrt(counts.get(example.repo) ?? 1);
    sum += share * worthOf(rankExample(example, weights));
    total += share;
  }
  return sum / total;
}

/** Coordinate ascent: one weight at a time to its best multiple, until a round changes nothing. */
export function ascend(
  examples: readonly Example[],
  start: Weights,
  { signals, pull, rounds }: AscentOptions,
): Weights {
  let weights = start;
  const gainOf = (candidate: Weights): number =>
    objective(examples, candidate) - pull * distance(candidate, start);
  let best = gainOf(weights);
  for (let round = 0; round < rounds; round++) {
    const before = best;
    for (const signal of signals)
      for (const value of trials(weights[signal] ?? 0)) {
        const trial = { ...weights, [signal]: value };
        const worth = gainOf(trial);
        if (worth <= best) continue;
        best = worth;
        weights = trial;
      }
    if (best - before < 1e-5) break;
  }
  return weights;
}

function trials(weight: number): readonly number[] {
  const near = Math.abs(weight) < SMALL ? [weight + SMALL, weight - SMALL] : [];
  return [...FACTORS.map((factor) => weight * factor), ...near].map(
    (value) => Math.round(value * 1000) / 1000,
  );
}

/** Σ |log2 ratio|, where weights below a tenth count as a tenth: 1 for each doubling or halving. */
function distance(a: Weights, b: Weights): number {
  return SIGNALS.reduce((sum, signal) => {
    const [x, y] = [a[signal] ?? 0, b[signal] ?? 0];
    if (x === y) return sum;
    if (x * y < 0) return sum + 4;
    return sum + Math.abs(Math.log2(Math.max(SMALL, Math.abs(x)) / Math.max(SMALL, Math.abs(y))));
  }, 0);
}
