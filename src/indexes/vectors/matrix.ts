import { createDotKernel } from './dot-kernel.ts';
import { inverseRoot } from './quantize.ts';

const LANES = 16;

/** Int8 rows in WebAssembly memory, zero at first, padded to whole SIMD registers. */
export interface Matrix {
  /** Copies whole rows, laid end to end, from row `first` on. */
  write(first: number, rows: Uint8Array): void;
  /** Dot product of each row with the query: a view that the next call overwrites. */
  products(query: Int8Array): Int32Array;
  /** 1 / |row|, or 0 for a zero row. */
  inverseNorms(): Float64Array;
}

export function matrixBytes(rows: number, dimensions: number): number {
  return strideOf(dimensions) + rows * (strideOf(dimensions) + Int32Array.BYTES_PER_ELEMENT);
}

/** `matrixBytes` is at most 4 GiB. */
export function createMatrix(rows: number, dimensions: number): Matrix {
  const stride = strideOf(dimensions);
  const { memory, dots } = createDotKernel(matrixBytes(rows, dimensions));
  const bytes = new Uint8Array(memory);
  const query = 0;
  const firstRow = stride;
  const out = firstRow + rows * stride;
  const outEnd = out + rows * Int32Array.BYTES_PER_ELEMENT;
  const results = new Int32Array(memory, out, rows);

  return {
    write(first, source) {
      if (stride === dimensions) {
        bytes.set(source, firstRow + first * stride);
        return;
      }
      for (let row = 0; row * dimensions < source.length; row++) {
        const from = source.subarray(row * dimensions, (row + 1) * dimensions);
        bytes.set(from, firstRow + (first + row) * stride);
      }
    },
    products(vector) {
      new Int8Array(memory, query, stride).fill(0).set(vector);
      dots(query, 0, firstRow, stride, out, outEnd);
      return results;
    },
    inverseNorms() {
      dots(firstRow, stride, firstRow, stride, out, outEnd);
      const inverses = new Float64Array(rows);
      for (let row = 0; row < rows; row++) inverses[row] = inverseRoot(results[row] ?? 0);
      return inverses;
    },
  };
}

function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / LANES) * LANES;
}
