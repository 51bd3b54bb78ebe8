/** What the split rules of the encodings distinguish. 0 is kept for "not looked up yet". */
export const OTHER = 1;
export const UPPER = 2;
export const LOWER = 3;
/** Letters without case (Lm, Lo). */
export const LETTER = 4;
export const MARK = 5;
export const NUMBER = 6;
export const SPACE = 7;
export const NEWLINE = 8;

const RULES: readonly (readonly [RegExp, number])[] = [
  [/[\r\n]/u, NEWLINE],
  [/\p{White_Space}/u, SPACE],
  [/[\p{Lu}\p{Lt}]/u, UPPER],
  [/\p{Ll}/u, LOWER],
  [/\p{L}/u, LETTER],
  [/\p{M}/u, MARK],
  [/\p{N}/u, NUMBER],
];

const known = new Uint8Array(0x110000);

function lookUp(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  const found = RULES.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER;
  known[codePoint] = found;
  return found;
}

/** Class of the code point that starts at the index, 0 past the end. A lone surrogate is OTHER. */
export function classAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (Number.isNaN(unit)) return 0;
  const codePoint = unit < 0xd800 || unit > 0xdbff ? unit : (text.codePointAt(index) ?? unit);
  return known[codePoint] || lookUp(codePoint);
}

/** Number of UTF-16 units of the code point at the index. */
export function widthAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}
