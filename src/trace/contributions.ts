import { SIGNALS, type Signal, type Trace, type TracedCandidate, type Weights } from '../core/index.ts';

export interface Contribution {
  readonly signal: Signal;
  readonly value: number;
  readonly weight: number;
  /** value × weight. */
  readonly amount: number;
}

/** What each signal adds to a candidate's score, largest amount first, either way; zeros are left out. */
export function contributionsOf(
  { signals }: Pick<TracedCandidate, 'signals'>,
  weights: Weights,
): readonly Contribution[] {
  return SIGNALS.map((signal) => {
    const value = signals[signal] ?? 0;
    const weight = weights[signal] ?? 0;
    return { signal, value, weight, amount: value * weight };
  })
    .filter(({ amount }) => amount !== 0)
    .sort(
      (a, b) =>
        Math.abs(b.amount) - Math.abs(a.amount) || SIGNALS.indexOf(a.signal) - SIGNALS.indexOf(b.signal),
    );
}

/** Σ weight × signal, added up in the order of the signals' vocabulary. */
export function scoreOf({ signals }: Pick<TracedCandidate, 'signals'>, weights: Weights): number {
  let score = 0;
  for (const signal of SIGNALS) score += (weights[signal] ?? 0) * (signals[signal] ?? 0);
  return score;
}

export function compareCandidates(a: TracedCandidate, b: TracedCandidate): number {
  return (
    b.score - a.score ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
    a.span.startLine - b.span.startLine ||
    a.chunk - b.chunk
  );
}

/**
 * The trace with its candidates scored anew and sorted by score, path, line. With the weights of the trace it
 * gives the ranking that was made; outcomes stay those of the call. Candidates that were only reached from
 * others have no signals: they keep their place behind.
 */
export function rescore(trace: Trace, weights: Weights = trace.weights): Trace {
  const isRanked = ({ signals, hits, reached }: TracedCandidate): boolean =>
    reached === null || hits.length > 0 || Object.keys(signals).length > 0;
  const ranked = trace.candidates
    .filter(isRanked)
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate, weights) }))
    .sort(compareCandidates);
  return {
    ...trace,
    weights,
    candidates: [...ranked, ...trace.candidates.filter((each) => !isRanked(each))],
  };
}
