import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { CtxError } from '../core/index.ts';

/** What comes out of one stored value at most; far more than what is stored of any file. */
const MAX_BYTES = 2 ** 28;
/** Below, most of the time would go into setting up for so little: half of the files, a tenth of the bytes. */
const LEAST_BYTES = 512;

/** The first byte says how the others are kept. */
const AS_IS = 0;
const DEFLATED = 1;

/** Smaller where it is long enough; comes back from `inflate`. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return bytes.length < LEAST_BYTES
    ? Buffer.concat([Buffer.of(AS_IS), bytes])
    : Buffer.concat([Buffer.of(DEFLATED), deflateRawSync(bytes, { level: constants.Z_BEST_COMPRESSION })]);
}

/** Fails with INDEX_CORRUPT where the bytes are cut short or are not what `deflate` gave. */
export function inflate(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === AS_IS) return bytes.subarray(1);
  try {
    if (bytes[0] !== DEFLATED) throw new RangeError('unknown first byte');
    return inflateRawSync(bytes.subarray(1), { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new CtxError(
      'INDEX_CORRUPT',
      'Packed bytes of the index are damaged: run `ctx index --full`.',
      {},
      error,
    );
  }
}
