import type { EncodedPairs, EncodedTexts } from './encode-pairs.ts';

/** Cosines are divided by it. */
const TEMPERATURE = 0.06;
const EPSILON = 1e-12;

/** One step on a batch of pairs, which changes the matrix; gives the loss before it. */
export type Learn = (batch: readonly number[]) => number;

/** @param speed what the steps of Adagrad are scaled by */
export function createContrast(pairs: EncodedPairs, dimensions: number, speed: number): Learn {
  const { matrix, tokens } = pairs;
  const gradient = new Float32Array(tokens.length * dimensions);
  /** Sum of the mean squares of a row's gradients so far. */
  const history = new Float32Array(tokens.length);
  const touched = new Set<number>();

  const addGradient = (texts: EncodedTexts, text: number, from: Float32Array, at: number): void => {
    const end = texts.starts[text + 1] ?? 0;
    for (let k = texts.starts[text] ?? 0; k < end; k++) {
      const row = texts.rows[k] ?? 0;
      if (row >= tokens.length) continue;
      touched.add(row);
      const amount = texts.amounts[k] ?? 0;
      const offset = row * dimensions;
      for (let i = 0; i < dimensions; i++) gradient[offset + i]! += amount * from[at + i]!;
    }
  };

  const step = (): void => {
    for (const row of touched) {
      const offset = row * dimensions;
      let squares = 0;
      for (let i = 0; i < dimensions; i++) squares += gradient[offset + i]! ** 2;
      const seen = (history[row] ?? 0) + squares / dimensions;
      history[row] = seen;
      const rate = speed / Math.sqrt(seen + EPSILON);
      for (let i = 0; i < dimensions; i++) {
        matrix[offset + i]! -= rate * gradient[offset + i]!;
        gradient[offset + i] = 0;
      }
    }
    touched.clear();
  };

  return (batch) => {
    const size = batch.length;
    const queries = embed(pairs.queries, batch, matrix, dimensions);
    const codes = embed(pairs.codes, batch, matrix, dimensions);
    const scores = products(queries.unit, codes.unit, size, dimensions);
    const loss = contrast(scores, batch, pairs);
    const ofQueries = new Float32Array(size * dimensions);
    const ofCodes = new Float32Array(size * dimensions);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const weight = scores[i * size + j] ?? 0;
        if (Math.abs(weight) < 1e-9) continue;
        const a = i * dimensions;
        const b = j * dimensions;
        for (let d = 0; d < dimensions; d++) {
          ofQueries[a + d]! += weight * codes.unit[b + d]!;
          ofCodes[b + d]! += weight * queries.unit[a + d]!;
        }
      }
    }
    batch.forEach((pair, i) => {
      throughNorm(ofQueries, queries, i, dimensions);
      throughNorm(ofCodes, codes, i, dimensions);
      addGradient(pairs.queries, pair, ofQueries, i * dimensions);
      addGradient(pairs.codes, pair, ofCodes, i * dimensions);
    });
    step();
    return loss;
  };
}

interface Embedded {
  readonly unit: Float32Array;
  /** One over the length before it was 1; 0 for an empty text. */
  readonly scale: Float32Array;
}

function embed(
  texts: EncodedTexts,
  batch: readonly number[],
  matrix: Float32Array,
  dimensions: number,
): Embedded {
  const unit = new Float32Array(batch.length * dimensions);
  const scale = new Float32Array(batch.length);
  batch.forEach((text, n) => {
    const at = n * dimensions;
    const end = texts.starts[text + 1] ?? 0;
    for (let k = texts.starts[text] ?? 0; k < end; k++) {
      const amount = texts.amounts[k] ?? 0;
      const offset = (texts.rows[k] ?? 0) * dimensions;
      for (let i = 0; i < dimensions; i++) unit[at + i]! += amount * matrix[offset + i]!;
    }
    let squares = 0;
    for (let i = 0; i < dimensions; i++) squares += unit[at + i]! ** 2;
    const inverse = squares === 0 ? 0 : 1 / Math.sqrt(squares);
    for (let i = 0; i < dimensions; i++) unit[at + i]! *= inverse;
    scale[n] = inverse;
  });
  return { unit, scale };
}

function products(a: Float32Array, b: Float32Array, size: number, dimensions: number): Float32Array {
  const result = new Float32Array(size * size);
  for (let i = 0; i < size; i++) {
    const p = i * dimensions;
    for (let j = 0; j < size; j++) {
      const q = j * dimensions;
      let x = 0;
      let y = 0;
      for (let d = 0; d < dimensions; d += 2) {
        x += a[p + d]! * b[q + d]!;
        y += a[p + d + 1]! * b[q + d + 1]!;
      }
      result[i * size + j] = (x + y) / TEMPERATURE;
    }
  }
  return result;
}

/** The loss of a batch; `scores` becomes its gradient by the cosines. */
function contrast(scores: Float32Array, batch: readonly number[], pairs: EncodedPairs): number {
  const size = batch.length;
  maskEqual(scores, batch, pairs);
  const result = new Float32Array(size * size);
  const loss =
    (softmax(scores, result, size, (i, j) => i * size + j) +
      softmax(scores, result, size, (i, j) => j * size + i)) /
    (2 * size);
  const factor = 1 / (2 * size * TEMPERATURE);
  for (let at = 0; at < result.length; at++) scores[at] = result[at]! * factor;
  return loss;
}

/** Pairs with the same query or code are no negatives of each other. */
function maskEqual(scores: Float32Array, batch: readonly number[], { queries, codes }: EncodedPairs): void {
  const size = batch.length;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const a = batch[i] ?? 0;
      const b = batch[j] ?? 0;
      const equal = queries.ids[a] === queries.ids[b] || codes.ids[a] === codes.ids[b];
      if (i !== j && equal) scores[i * size + j] = Number.NEGATIVE_INFINITY;
    }
  }
}

/** Adds to `result` the gradient of Σ −log softmax at the diagonal, along one direction; gives that sum. */
function softmax(
  scores: Float32Array,
  result: Float32Array,
  size: number,
  place: (i: number, j: number) => number,
): number {
  let loss = 0;
  const powers = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    let most = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < size; j++) most = Math.max(most, scores[place(i, j)]!);
    let sum = 0;
    for (let j = 0; j < size; j++) {
      powers[j] = Math.exp(scores[place(i, j)]! - most);
      sum += powers[j]!;
    }
    for (let j = 0; j < size; j++) result[place(i, j)]! += powers[j]! / sum - (i === j ? 1 : 0);
    loss += Math.log(sum) + most - scores[i * size + i]!;
  }
  return loss;
}

/** The gradient by a unit vector becomes that by the sum it was made of. */
function throughNorm(
  gradient: Float32Array,
  { unit, scale }: Embedded,
  text: number,
  dimensions: number,
): void {
  const at = text * dimensions;
  let along = 0;
  for (let i = 0; i < dimensions; i++) along += gradient[at + i]! * unit[at + i]!;
  for (let i = 0; i < dimensions; i++)
    gradient[at + i] = (gradient[at + i]! - along * unit[at + i]!) * scale[text]!;
}
