/** What is told of repeated measurements, in the unit of the values. */
export interface Spread {
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** The smallest value that at least `share` (0 to 1) of the values do not exceed; NaN of no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Rounded to hundredths. Fails on no values: a table must not show a measurement that was not made. */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('Nothing was measured.');
  return {
    n: values.length,
    p50: hundredths(percentile(values, 0.5)),
    p95: hundredths(percentile(values, 0.95)),
    max: hundredths(Math.max(...values)),
  };
}

/** One measurement: time that passed and time that the processor worked for it, in milliseconds. */
export interface Sample {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Of the time that passed; `cpu` is the median of the other, which neighbours on the machine disturb less. */
export interface Timing extends Spread {
  readonly cpu: number;
}

/** Fails on no samples. */
export function timingOf(samples: readonly Sample[]): Timing {
  const spread = spreadOf(samples.map(({ wallMs }) => wallMs));
  return { ...spread, cpu: hundredths(median(samples.map(({ cpuMs }) => cpuMs))) };
}

export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
