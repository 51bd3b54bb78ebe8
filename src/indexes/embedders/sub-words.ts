/** Longer runs are data (base64, hashes, minified code), not words. */
const MAX_WORD = 64;
/** From here on scripts do not separate words by spaces: each pair of neighbouring characters is a token. */
const FIRST_IDEOGRAPH = 0x2e80;

/**
 * Calls `visit` with each run of letters and digits of the text, in order. `_`, `$` and all punctuation
 * separate; so `read_all` gives two runs and `readAll` one. Runs over 64 characters are left out.
 */
export function forEachWord(text: string, visit: (word: string) => void): void {
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isWordUnit(text.charCodeAt(at))) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      const word = text.slice(start, at);
      if (word.length <= MAX_WORD || hasIdeograph(word)) visit(word);
      start = -1;
    }
  }
}

/**
 * The lower-case sub-words of one run: `parseHTTPRequest` → parse, http, request; `utf8` stays whole;
 * a run with ideographs, kana or hangul → its pairs of neighbouring characters.
 */
export function subWords(word: string): readonly string[] {
  if (hasIdeograph(word)) return characterPairs(word);
  const parts: string[] = [];
  let start = 0;
  for (let at = 1; at < word.length; at++) {
    if (!startsPart(word, at)) continue;
    parts.push(word.slice(start, at).toLowerCase());
    start = at;
  }
  parts.push(word.slice(start).toLowerCase());
  return parts;
}

/** `aB`, `1B`, and the last capital of a run that a small letter follows: `HTTPRequest` → `HTTP`, `Request`. */
function startsPart(word: string, at: number): boolean {
  if (!isUpper(word.charCodeAt(at))) return false;
  if (!isUpper(word.charCodeAt(at - 1))) return true;
  return at + 1 < word.length && isLower(word.charCodeAt(at + 1));
}

function characterPairs(word: string): readonly string[] {
  if (word.length === 1) return [word];
  const characters = [...word.toLowerCase()];
  return characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`);
}

function hasIdeograph(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) >= FIRST_IDEOGRAPH) return true;
  return false;
}

function isUpper(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}

function isLower(unit: number): boolean {
  return unit >= 97 && unit <= 122;
}

function isWordUnit(unit: number): boolean {
  if (unit < 0x80) return isLower(unit) || isUpper(unit) || (unit >= 48 && unit <= 57);
  if (unit < 0xc0) return false;
  const symbol = (unit >= 0x2000 && unit < FIRST_IDEOGRAPH) || (unit >= 0x3000 && unit < 0x3040);
  const fullWidthMark = unit >= 0xff00 && unit < 0xff10;
  return !symbol && !fullWidthMark;
}
