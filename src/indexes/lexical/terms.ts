/**
 * The one analyzer of documents and queries.
 *
 * A word is a run of letters, digits, `_` and `$`; everything else separates (so `a.b`, `a-b` and `a::b` are two
 * words each). A word gives
 * - itself in lower case, when it has more than one part or carries `_` or `$` (`__init__`, `getUser`), and
 * - its parts, cut at case changes, `_`, `$` and digits, in lower case and stemmed; parts of one character are
 *   left out, and so are the parts of long hexadecimal words (hashes).
 *
 * A word of one part gives its stem alone. Runs of Chinese, Japanese and Korean give overlapping pairs of
 * characters. Words outside ASCII are normalised (NFKC). Words are cut after 64 UTF-16 units.
 */

const MAX_WORD = 64;
const CACHE_CAP = 1 << 17;

const ASCII_PART = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const ANY_PART =
  /\p{Lu}{2,}s(?!\p{Ll})|[\p{Lu}\p{Lt}]+(?!\p{Ll})|[\p{Lu}\p{Lt}]?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu;
const ANY_WORD = /[\p{L}\p{M}\p{N}_$]+/gu;
const CJK_OR_OTHER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
const HASH = /^(?=.*[0-9])[0-9a-fA-F]{16,}$/;
const VOWEL = /[aeiouy]/;

/** Per ASCII code: 1 for the characters of words. */
const WORD_CODE = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9_$]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** A term with the text that gave it, for people. */
export interface TermForm {
  readonly term: string;
  readonly form: string;
}

/** Terms of a text in reading order, repeated as often as they occur. */
export function analyze(text: string): string[] {
  const terms: string[] = [];
  forEachWord(text, (word) => {
    for (const term of termsOf(word)) terms.push(term);
  });
  return terms;
}

/**
 * Terms that a text with this name has: of each word the whole, whose parts are commoner than it is. (Outside
 * ASCII a word has no whole term.)
 */
export function tellingTerms(name: string): string[] {
  const terms: string[] = [];
  forEachWord(name, (word) => {
    const all = termsOf(word);
    terms.push(...(isAscii(word) ? all.slice(0, 1) : all));
  });
  return terms;
}

/** Visits the words of a text, each at most 64 UTF-16 units long and free of lone surrogates. */
export function forEachWord(text: string, visit: (word: string) => void): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    let code = text.charCodeAt(at);
    if (code < 128 && WORD_CODE[code] === 0) {
      at += 1;
      continue;
    }
    const start = at;
    let ascii = true;
    while (code >= 128 || WORD_CODE[code] === 1) {
      if (code >= 128) ascii = false;
      at += 1;
      if (at === length) break;
      code = text.charCodeAt(at);
    }
    if (ascii) visit(text.slice(start, Math.min(at, start + MAX_WORD)));
    else visitUnicodeWords(text.slice(start, at), visit);
  }
}

function visitUnicodeWords(run: string, visit: (word: string) => void): void {
  for (const [word] of run.matchAll(ANY_WORD)) visit(cut(word));
}

function cut(word: string): string {
  if (word.length <= MAX_WORD) return word;
  const last = word.charCodeAt(MAX_WORD - 1);
  return word.slice(0, last >= 0xd800 && last < 0xdc00 ? MAX_WORD - 1 : MAX_WORD);
}

const cache = new Map<string, readonly string[]>();

/** Terms of one word as `forEachWord` gives it; memoised in a cache that is emptied when full. */
export function termsOf(word: string): readonly string[] {
  const known = cache.get(word);
  if (known !== undefined) return known;
  // A slice would keep the whole text that it was cut from alive.
  const own = Buffer.from(word, 'utf16le').toString('utf16le');
  const terms = formsOf(own).map(({ term }) => term);
  if (cache.size >= CACHE_CAP) cache.clear();
  cache.set(own, terms);
  return terms;
}

/** Terms of one word with their unstemmed forms. */
export function formsOf(word: string): readonly TermForm[] {
  if (isAscii(word)) return identifierForms(word, ASCII_PART);
  const forms: TermForm[] = [];
  for (const [run] of word.normalize('NFKC').matchAll(CJK_OR_OTHER)) {
    if (CJK.test(run)) for (const pair of pairs(run)) forms.push({ term: pair, form: pair });
    else for (const form of identifierForms(cut(run), ANY_PART)) forms.push(form);
  }
  return forms;
}

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i += 1) if (word.charCodeAt(i) > 127) return false;
  return true;
}

function identifierForms(word: string, partPattern: RegExp): readonly TermForm[] {
  const whole = word.toLowerCase();
  if (HASH.test(word)) return [{ term: whole, form: whole }];
  const parts = word.match(partPattern) ?? [];
  if (parts.length === 1 && parts[0] === word) return [{ term: stem(whole), form: whole }];
  const forms = [{ term: whole, form: whole }];
  for (const part of parts) {
    if (part.length < 2) continue;
    const form = part.toLowerCase();
    forms.push({ term: stem(form), form });
  }
  return forms;
}

function pairs(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** Words whose endings look like suffixes and are none. */
const UNSTEMMED: ReadonlySet<string> = new Set(['alias', 'bias', 'canvas', 'atlas', 'embed', 'always']);

/**
 * Light stemming of one English word in lower case: plural -s, -es, -ies; then -ed, -ied, -ing with the doubled
 * consonant undone; then a final -e. Words of up to three letters and words with other letters stay. (The first
 * steps of Porter, An algorithm for suffix stripping, 1980, without his measure.)
 */
export function stem(word: string): string {
  if (word.length < 4 || UNSTEMMED.has(word) || !/^[a-z]+$/.test(word)) return word;
  const base = withoutEnding(withoutPlural(word));
  return base.length > 3 && base.endsWith('e') && !base.endsWith('ee') ? base.slice(0, -1) : base;
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.slice(0, -1);
}

function withoutEnding(word: string): string {
  if (UNSTEMMED.has(word) || word.endsWith('eed')) return word;
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  const cutOff = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  const rest = word.slice(0, word.length - cutOff);
  if (cutOff === 0 || rest.length < 3 || !VOWEL.test(rest)) return word === 'used' ? 'use' : word;
  return /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}
