import { createHash } from 'node:crypto';
import type { ContentHash } from '../core/index.ts';

/** First 128 bits of the SHA-256 of a file's bytes, 32 hex digits. */
export function hashContent(bytes: Uint8Array): ContentHash {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
