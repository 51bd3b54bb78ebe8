/** Numbers in [0, 1) that follow from a seed (a linear congruential generator; Numerical Recipes). */
export function seeded(seed: number): () => number {
  let state = (seed + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A whole number from 0 to below `limit`. */
export function below(limit: number, random: () => number): number {
  return Math.floor(random() * limit);
}

export function pick<T>(items: readonly T[], random: () => number): T {
  return items[below(items.length, random)] as T;
}
