/** Means with their uncertainty; everything seeded, so that equal inputs give equal figures. */
import { createRandom } from '../index.ts';

export interface Estimate {
  readonly mean: number;
  /** Values that went in. */
  readonly n: number;
  /** 95 % bootstrap interval of the mean; null for a single value. */
  readonly interval: readonly [number, number] | null;
}

export interface BootstrapOptions {
  readonly resamples: number;
  readonly seed: number;
}

export const DEFAULT_BOOTSTRAP: BootstrapOptions = { resamples: 2_000, seed: 1 };

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value at the nearest rank; NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))] ?? Number.NaN
  );
}

/** Mean and percentile bootstrap. */
export function estimate(
  values: readonly number[],
  { resamples, seed }: BootstrapOptions = DEFAULT_BOOTSTRAP,
): Estimate {
  const n = values.length;
  if (n < 2) return { mean: mean(values), n, interval: null };
  const random = createRandom(seed);
  const means = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += values[Math.floor(random() * n)] ?? 0;
    means[i] = sum / n;
  }
  means.sort();
  const low = means[Math.floor(0.025 * (resamples - 1))] ?? Number.NaN;
  const high = means[Math.ceil(0.975 * (resamples - 1))] ?? Number.NaN;
  return { mean: mean(values), n, interval: [low, high] };
}
