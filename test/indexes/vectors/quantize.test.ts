import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine, dot, inverseNorm, quantize } from '../../../src/indexes/vectors/quantize.ts';

const similarity = (a: Int8Array, b: Int8Array): number => cosine(dot(a, b), inverseNorm(a), inverseNorm(b));
const vectors = (length: number) =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length })
    .map((values) => Float32Array.from(values));
const exact = (a: Float32Array, b: Float32Array): number => {
  const product = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
};

describe('quantize', () => {
  it('is symmetric, uses the whole range and errs by at most half a step', () => {
    fc.assert(
      fc.property(vectors(16), (v) => {
        const largest = Math.max(...v.map(Math.abs));
        const quantized = quantize(v);
        expect(Math.max(...quantized.map(Math.abs))).toBe(largest === 0 ? 0 : 127);
        v.forEach((value, i) => {
          expect(Math.abs((quantized[i] ?? 0) * largest - value * 127)).toBeLessThanOrEqual(largest * 0.5001);
        });
      }),
    );
  });

  it('keeps cosines', () => {
    fc.assert(
      fc.property(vectors(64), vectors(64), (a, b) => {
        fc.pre(a.some((x) => Math.abs(x) > 0.01) && b.some((x) => Math.abs(x) > 0.01));
        expect(Math.abs(similarity(quantize(a), quantize(b)) - exact(a, b))).toBeLessThan(0.03);
      }),
    );
  });

  it('gives a zero vector for a zero vector, with cosine 0 to anything', () => {
    const zero = quantize(new Float32Array(8));
    expect([...zero]).toEqual(new Array(8).fill(0));
    expect(similarity(zero, quantize(Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0)))).toBe(0);
  });

  it('gives cosine 1 to itself and −1 to its opposite', () => {
    const v = quantize(Float32Array.of(0.3, -0.2, 0.9));
    expect(similarity(v, v)).toBeCloseTo(1, 12);
    expect(
      similarity(
        v,
        v.map((value) => -value),
      ),
    ).toBeCloseTo(-1, 12);
  });
});
