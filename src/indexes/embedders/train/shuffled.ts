/** The items in another order (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const held = result[i] as T;
    result[i] = result[j] as T;
    result[j] = held;
  }
  return result;
}
