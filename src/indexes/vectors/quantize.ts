/**
 * Symmetric int8 quantisation with a scale of each vector's own: qᵢ = round(127 · vᵢ / max|v|), so that
 * −127 ≤ qᵢ ≤ 127 and the largest component is ±127. Cosines need no scale: it cancels. A zero vector stays
 * zero. `v` must be finite.
 */
export function quantize(v: Float32Array): Int8Array {
  let largest = 0;
  for (let i = 0; i < v.length; i++) largest = Math.max(largest, Math.abs(v[i] ?? 0));
  const quantized = new Int8Array(v.length);
  if (largest === 0) return quantized;
  for (let i = 0; i < v.length; i++) quantized[i] = Math.round((127 * (v[i] ?? 0)) / largest);
  return quantized;
}

/** Exact: an integer below 2³¹ for vectors of up to 133 000 components. */
export function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** 1 / |v|, or 0 for the zero vector. */
export function inverseNorm(v: Int8Array): number {
  return inverseRoot(dot(v, v));
}

export function inverseRoot(squares: number): number {
  return squares === 0 ? 0 : 1 / Math.sqrt(squares);
}

/** In [−1, 1]; 0 when either is zero. The one formula for scores: every scan gives the same bytes. */
export function cosine(product: number, inverseA: number, inverseB: number): number {
  return Math.max(-1, Math.min(1, product * (inverseA * inverseB)));
}
