import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { CtxError } from '../core/index.ts';

/** What comes out of one stored value at most; far more than what is stored of any file. */
const MAX_BYTES = 2 ** 28;

/** Smaller where it repeats itself; comes back from `inflate`. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return deflateRawSync(bytes, { level: constants.Z_BEST_COMPRESSION });
}

/** Fails with INDEX_CORRUPT where the bytes are cut short or are no deflated ones. */
export function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new CtxError(
      'INDEX_CORRUPT',
      'Packed bytes of the index are damaged: run `ctx index --full`.',
      {},
      error,
    );
  }
}
