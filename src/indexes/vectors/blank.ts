/**
 * A zero vector has no cosine (sqlite-vec would answer NaN and sort by it), so it is stored as a vector of
 * this value, which `quantize` never gives, and is left out of every search.
 */
export const BLANK = -128;

export function isBlank(stored: Int8Array): boolean {
  return stored[0] === BLANK;
}

/** The form of a quantised vector in the database. */
export function toStored(vector: Int8Array): Int8Array {
  return vector.some((component) => component !== 0) ? vector : vector.slice().fill(BLANK);
}

/** The inverse of `toStored`. */
export function fromStored(stored: Int8Array): Int8Array {
  return isBlank(stored) ? stored.slice().fill(0) : stored;
}
