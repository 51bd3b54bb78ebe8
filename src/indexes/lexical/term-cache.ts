export interface TermCacheOptions<T> {
  readonly capacity: number;
  /** A value of more than this is not kept. */
  readonly largest: number;
  readonly sizeOf: (value: T) => number;
}

/** What was made of terms lately: one query asks for the same terms several times, and so do its successors. */
export function createTermCache<T>(
  { capacity, largest, sizeOf }: TermCacheOptions<T>,
  make: (term: string) => T,
): (term: string) => T {
  const known = new Map<string, T>();
  let held = 0;
  return (term) => {
    const before = known.get(term);
    if (before !== undefined) return before;
    const value = make(term);
    const size = 1 + sizeOf(value);
    if (size > largest) return value;
    if (held + size > capacity) {
      known.clear();
      held = 0;
    }
    known.set(term, value);
    held += size;
    return value;
  };
}
