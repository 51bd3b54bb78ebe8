import { isUtf8 } from 'node:buffer';
import type { DecodedText, Encoding } from '../core/index.ts';

/**
 * Bytes as text: UTF-8, UTF-16 (by byte order mark, or by its zero bytes where there is none), else latin-1.
 * null for binary content: a NUL character, or too many control characters.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = byteOrderMark(buffer);
  const encoding = mark?.encoding ?? guessEncoding(buffer);
  const text = decodeAs(encoding, buffer.subarray(mark?.length ?? 0));
  if (text.includes('\0') || isMostlyControl(text)) return null;
  return { text, encoding, bom: mark !== null, newline: newlineOf(text) };
}

function byteOrderMark(buffer: Buffer): { readonly encoding: Encoding; readonly length: number } | null {
  const [a, b, c] = buffer;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  return null;
}

function guessEncoding(buffer: Buffer): Encoding {
  if (buffer.indexOf(0) >= 0) return guessUtf16(buffer) ?? 'utf-8';
  return isUtf8(buffer) ? 'utf-8' : 'latin1';
}

/** Text in a Western script has a zero in nearly every other byte, always on the same side. */
function guessUtf16(buffer: Buffer): Encoding | null {
  const length = Math.min(buffer.length, 4096);
  if (length < 8 || buffer.length % 2 !== 0) return null;
  const zeros = [0, 0];
  for (let i = 0; i < length; i++) if (buffer[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = length / 2;
  if (odd >= 0.7 * half && even === 0) return 'utf-16le';
  return even >= 0.7 * half && odd === 0 ? 'utf-16be' : null;
}

function decodeAs(encoding: Encoding, buffer: Buffer): string {
  if (encoding === 'utf-8') return buffer.toString('utf8');
  if (encoding === 'latin1') return buffer.toString('latin1');
  const whole = buffer.subarray(0, buffer.length - (buffer.length % 2));
  return encoding === 'utf-16le'
    ? whole.toString('utf16le')
    : Buffer.from(whole).swap16().toString('utf16le');
}

/** Over 2 % of the start are control characters other than white space, backspace and escape. */
function isMostlyControl(text: string): boolean {
  const length = Math.min(text.length, 16_384);
  let control = 0;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 && !(code >= 8 && code <= 13) && code !== 27) control++;
  }
  return control > 0.02 * length;
}

function newlineOf(text: string): DecodedText['newline'] {
  let lf = 0;
  let crlf = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) crlf++;
    else lf++;
  }
  if (lf === 0 && crlf === 0) return 'none';
  if (crlf === 0) return 'lf';
  return lf === 0 ? 'crlf' : 'mixed';
}
