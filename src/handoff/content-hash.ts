import { createHash } from 'node:crypto';
import type { ContentHash } from '../core/index.ts';

/** First 128 bits of the SHA-256 of the text in UTF-8, 32 hex digits: the hash of a file with that text. */
export function contentHash(text: string): ContentHash {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
