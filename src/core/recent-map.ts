/** Values by key: those that were asked for lately. What was not asked for the longest goes first. */
export interface RecentMap<K, V> {
  readonly get: (key: K) => V | undefined;
  readonly set: (key: K, value: V) => void;
  /** The value of the key; made and kept where there is none. */
  readonly remember: (key: K, make: () => V) => V;
}

/**
 * Holds values of about `capacity` together, in the unit of `sizeOf` (default: one each); one that is larger alone is
 * not kept. Two generations in place of an order: where the young one is full it becomes the old one, whose own
 * values go, but for those that were asked for since. A step costs the same however much is held.
 */
export function createRecentMap<K, V>(
  capacity: number,
  sizeOf: (value: V) => number = () => 1,
): RecentMap<K, V> {
  let young = new Map<K, V>();
  let old = new Map<K, V>();
  let held = 0;

  const forget = (key: K): void => {
    const value = young.get(key);
    if (value !== undefined) held -= sizeOf(value);
    young.delete(key);
    old.delete(key);
  };

  const set = (key: K, value: V): void => {
    forget(key);
    const size = sizeOf(value);
    if (size > capacity) return;
    if (held + size > capacity / 2) {
      old = young;
      young = new Map();
      held = 0;
    }
    young.set(key, value);
    held += size;
  };

  const get = (key: K): V | undefined => {
    const value = young.get(key);
    if (value !== undefined) return value;
    const before = old.get(key);
    if (before !== undefined) set(key, before);
    return before;
  };

  const remember = (key: K, make: () => V): V => {
    const known = get(key);
    if (known !== undefined) return known;
    const made = make();
    set(key, made);
    return made;
  };

  return { get, set, remember };
}
