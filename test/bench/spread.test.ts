import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, percentile, spreadOf, timingOf } from '../../bench/speed/spread.ts';

const times = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 });

describe('percentile', () => {
  it('is a value that enough of the others do not exceed, and the smallest such', () => {
    fc.assert(
      fc.property(times, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
        const found = percentile(values, share);
        const within = (limit: number) => values.filter((value) => value <= limit).length / values.length;
        expect(values).toContain(found);
        expect(within(found)).toBeGreaterThanOrEqual(share - 1e-9);
        for (const smaller of values.filter((value) => value < found))
          expect(within(smaller)).toBeLessThan(share);
      }),
    );
  });

  it('does not depend on the order', () => {
    expect(percentile([3, 1, 2, 5, 4], 0.5)).toBe(3);
    expect(percentile([5, 4, 3, 2, 1], 0.95)).toBe(5);
    expect(median([10, 2])).toBe(2);
  });
});

describe('spreadOf', () => {
  it('tells number, middle, high end and maximum, in hundredths', () => {
    const values = Array.from({ length: 100 }, (_, i) => i + 1.001);
    expect(spreadOf(values)).toEqual({ n: 100, p50: 50, p95: 95, max: 100 });
  });

  it('refuses to sum up nothing', () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });
});

describe('timingOf', () => {
  it('adds the median of the processor time', () => {
    const samples = [1, 2, 3].map((wallMs) => ({ wallMs, cpuMs: wallMs / 2 }));
    expect(timingOf(samples)).toEqual({ n: 3, p50: 2, p95: 3, max: 3, cpu: 1 });
  });
});
