/** Answers by what they depend on; the least recently used go first. */
export interface ResultCache<T> {
  readonly get: (key: string) => T | undefined;
  readonly put: (key: string, value: T) => void;
}

export function createResultCache<T>(entries: number): ResultCache<T> {
  const kept = new Map<string, T>();
  return {
    get: (key) => {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    put: (key, value) => {
      kept.delete(key);
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > entries && oldest !== undefined) kept.delete(oldest);
    },
  };
}
