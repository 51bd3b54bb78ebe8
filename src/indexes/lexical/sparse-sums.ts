/** Sums by index that are emptied at a cost of the indices touched. */
export interface SparseSums {
  readonly values: Float64Array;
  /** The first `count` are the indices whose value is not 0. */
  readonly touched: Int32Array;
  count: number;
}

export function createSums(size: number): SparseSums {
  return { values: new Float64Array(size), touched: new Int32Array(size), count: 0 };
}

/** `amount` is above 0. */
export function addTo(sums: SparseSums, index: number, amount: number): void {
  const before = sums.values[index] as number;
  if (before === 0) {
    sums.touched[sums.count] = index;
    sums.count += 1;
  }
  sums.values[index] = before + amount;
}

export function clearSums(sums: SparseSums): void {
  for (let i = 0; i < sums.count; i += 1) sums.values[sums.touched[i] as number] = 0;
  sums.count = 0;
}
