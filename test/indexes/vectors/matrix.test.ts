import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatrix } from '../../../src/indexes/vectors/matrix.ts';
import { dot, inverseNorm } from '../../../src/indexes/vectors/quantize.ts';

describe('matrix', () => {
  it('multiplies as plain loops do, for any number of rows and dimensions', () => {
    const shape = fc.record({
      rows: fc.integer({ min: 0, max: 40 }),
      dimensions: fc.integer({ min: 1, max: 70 }),
    });
    const cases = shape.chain(({ rows, dimensions }) =>
      fc.record({
        dimensions: fc.constant(dimensions),
        query: fc.int8Array({ minLength: dimensions, maxLength: dimensions }),
        rows: fc.array(fc.int8Array({ minLength: dimensions, maxLength: dimensions }), {
          minLength: rows,
          maxLength: rows,
        }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ dimensions, query, rows }) => {
        const matrix = createMatrix(rows.length, dimensions);
        const half = rows.length >> 1;
        const bytes = (part: readonly Int8Array[]) => Uint8Array.from(part.flatMap((row) => [...row]));
        matrix.write(half, bytes(rows.slice(half)));
        matrix.write(0, bytes(rows.slice(0, half)));
        expect([...matrix.products(query)]).toEqual(rows.map((row) => dot(row, query)));
        expect([...matrix.inverseNorms()]).toEqual(rows.map(inverseNorm));
        expect([...matrix.products(query)]).toEqual(rows.map((row) => dot(row, query)));
      }),
    );
  });

  it('does not overflow at the largest products', () => {
    const matrix = createMatrix(1, 8192);
    matrix.write(0, new Uint8Array(new Int8Array(8192).fill(-128).buffer));
    expect(matrix.products(new Int8Array(8192).fill(-128))[0]).toBe(8192 * 16_384);
  });
});
