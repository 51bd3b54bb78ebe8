import { o200kPieceEnd } from './split.ts';

/** Long runs without a break are encoded data as a rule, of which little is in any table of tokens. */
const DENSE_RUN = /(?=[A-Za-z+/=_-]{0,24}\d)[A-Za-z0-9+/=_-]{24,}/g;
const DENSE_TOKENS_PER_CHARACTER = 0.8;

const LETTERS_PER_TOKEN = 4;
const BLANKS_PER_TOKEN = 8;
const SYMBOLS_PER_TOKEN = 1.5;

const BLANK = /^\s+$/;
const DIGITS = /^\d+$/;
const WORD = /^[ -~]?[A-Za-z]+(?:'[A-Za-z]+)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const ASCII = /^[\u0000-\u007f]*$/;

function pieceTokens(piece: string): number {
  if (WORD.test(piece)) return Math.ceil(piece.length / LETTERS_PER_TOKEN);
  if (BLANK.test(piece)) return Math.ceil(piece.length / BLANKS_PER_TOKEN);
  if (DIGITS.test(piece)) return 1;
  if (ASCII.test(piece)) return Math.ceil(piece.length / SYMBOLS_PER_TOKEN);
  return Buffer.byteLength(piece);
}

function plainTokens(text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const end = o200kPieceEnd(text, start);
    tokens += pieceTokens(text.slice(start, end));
    start = end;
  }
  return tokens;
}

/**
 * A conservative count for a tokenizer that is not at hand, without loading a table. Measured, not a bound by
 * construction: about 1.6 times what o200k_base and cl100k_base count on source code, and below either on none
 * of 4 500 pieces of 40 lines from six repositories in six languages.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let at = 0;
  for (const { 0: run, index } of text.matchAll(DENSE_RUN)) {
    tokens += plainTokens(text.slice(at, index)) + Math.ceil(run.length * DENSE_TOKENS_PER_CHARACTER);
    at = index + run.length;
  }
  return tokens + plainTokens(text.slice(at));
}
