import { SIGNALS, type SignalVector, type Weights } from '../core/index.ts';
import { comparePaths } from './compare-paths.ts';
import { SIGNAL_RULES } from './signals/registry.ts';

export interface Scores {
  readonly score: number;
  readonly fileScore: number;
}

/** Where a candidate is: what orders equal scores. */
export interface Place {
  readonly path: string;
  readonly line: number;
}

/** The signals that count, in the order of the vocabulary: equal vectors give equal sums to the last bit. */
export function weightedSignals(weights: Weights) {
  return SIGNALS.flatMap((signal) => {
    const weight = weights[signal] ?? 0;
    return weight === 0 ? [] : [{ signal, weight, ofFile: SIGNAL_RULES[signal].level === 'file' }];
  });
}

/** Σ weight × signal. */
export function weigher(weights: Weights): (signals: SignalVector) => Scores {
  const terms = weightedSignals(weights);
  return (signals) => {
    let score = 0;
    let fileScore = 0;
    for (const { signal, weight, ofFile } of terms) {
      const part = weight * (signals[signal] ?? 0);
      score += part;
      if (ofFile) fileScore += part;
    }
    return { score, fileScore };
  };
}

/** Best score first, then path, then line: total over the chunks of one snapshot. */
export function byScore(
  a: Place & { readonly score: number },
  b: Place & { readonly score: number },
): number {
  return b.score - a.score || comparePaths(a.path, b.path) || a.line - b.line;
}

/**
 * Recorded candidates scored and ordered again. With the weights they were ranked with it gives the same scores
 * in the same order; with others, the signals that depend on an order (`relation`, `lead`, `redundancy`,
 * `saturation`) stay as they were measured.
 */
export function reweigh<T extends { readonly signals: SignalVector }>(
  candidates: readonly T[],
  weights: Weights,
  placeOf: (candidate: T) => Place,
): readonly (T & Scores)[] {
  const weigh = weigher(weights);
  return candidates
    .map((candidate) => {
      const { score, fileScore } = weigh(candidate.signals);
      const { path, line } = placeOf(candidate);
      return { candidate: { ...candidate, score, fileScore }, score, path, line };
    })
    .sort(byScore)
    .map(({ candidate }) => candidate);
}
