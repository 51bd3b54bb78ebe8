import { CtxError } from '../../core/index.ts';

/** What a model gave, as the port wants it: of the expected length, finite, norm 1 or all zero. */
export function unitVector(
  values: ArrayLike<number>,
  dimensions: number | null,
  source: string,
): Float32Array {
  if (values.length === 0 || (dimensions !== null && values.length !== dimensions)) {
    throw new CtxError(
      'EMBEDDER_FAILED',
      `${source} gave a vector of ${values.length} dimensions where ${dimensions ?? 'some'} were expected. Check the model and the configured dimensions.`,
      { got: values.length, expected: dimensions },
    );
  }
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i] ?? 0) ** 2;
  if (!Number.isFinite(squares)) {
    throw new CtxError('EMBEDDER_FAILED', `${source} gave a vector with values that are not finite numbers.`);
  }
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  return Float32Array.from(values, (value) => value * scale);
}
