import {
  classAt,
  LETTER,
  LOWER,
  MARK,
  NEWLINE,
  NUMBER,
  OTHER,
  SPACE,
  UPPER,
  widthAt,
} from './character-class.ts';

/**
 * End of the piece that starts at `start`. Pieces of a text laid end to end are the text; byte pairs are merged
 * inside a piece only.
 */
export type PieceEnd = (text: string, start: number) => number;

const SLASH = 47;
const BLANK = 32;
const APOSTROPHE = 39;

function setOf(...classes: readonly number[]): Uint8Array {
  const set = new Uint8Array(9);
  for (const each of classes) set[each] = 1;
  return set;
}

const LETTERS = setOf(UPPER, LOWER, LETTER);
const SYMBOLS = setOf(OTHER, MARK);
const BEFORE_WORD = setOf(OTHER, MARK, SPACE);
const HEAD = setOf(UPPER, LETTER, MARK);
const TAIL = setOf(LOWER, LETTER, MARK);

function runEnd(text: string, start: number, set: Uint8Array): number {
  let at = start;
  while (set[classAt(text, at)] === 1) at += widthAt(text, at);
  return at;
}

/** `(?i:'s|'t|'re|'ve|'m|'ll|'d)`: its end, or the start where there is none. */
function contractionEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== APOSTROPHE) return start;
  const one = (text[start + 1] ?? '').toLowerCase();
  // U+017F folds to s.
  if (one === 's' || one === 't' || one === 'm' || one === 'd' || one === '\u017f') return start + 2;
  const two = text.slice(start + 1, start + 3).toLowerCase();
  return two === 're' || two === 've' || two === 'll' ? start + 3 : start;
}

function numberEnd(text: string, start: number): number {
  let at = start;
  for (let digits = 0; digits < 3 && classAt(text, at) === NUMBER; digits++) at += widthAt(text, at);
  return at;
}

/** ` ?[^\s\p{L}\p{N}]+[\r\n]*`, with `/` among the last group where asked; -1 where it does not match. */
function symbolsEnd(text: string, start: number, slashes: boolean): number {
  const body = text.charCodeAt(start) === BLANK ? start + 1 : start;
  let at = runEnd(text, body, SYMBOLS);
  if (at === body) return -1;
  while (classAt(text, at) === NEWLINE || (slashes && text.charCodeAt(at) === SLASH)) at++;
  return at;
}

/** `\s*[\r\n]+|\s+(?!\S)|\s+` */
function spaceEnd(text: string, start: number): number {
  let at = start;
  let afterNewline = -1;
  for (let found = classAt(text, at); found === SPACE || found === NEWLINE; found = classAt(text, at)) {
    at++;
    if (found === NEWLINE) afterNewline = at;
  }
  if (afterNewline >= 0) return afterNewline;
  return at < text.length && at - start > 1 ? at - 1 : at;
}

/**
 * `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+`, -1 where it does not match. The two classes
 * share caseless letters and marks: without a lower-case letter the match gives back down to the last of them.
 */
function lowerWordEnd(text: string, start: number): number {
  let at = start;
  let afterShared = -1;
  for (let found = classAt(text, at); HEAD[found] === 1; found = classAt(text, at)) {
    at += widthAt(text, at);
    if (found !== UPPER) afterShared = at;
  }
  return classAt(text, at) === LOWER ? runEnd(text, at, TAIL) : afterShared;
}

function upperWordEnd(text: string, start: number): number {
  const end = runEnd(text, start, HEAD);
  return end === start ? -1 : runEnd(text, end, TAIL);
}

/** The classes of ASCII, 0 for what is beyond it and for the end of the text. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => classAt(String.fromCharCode(code), 0));
const asciiAt = (text: string, index: number): number => ASCII[text.charCodeAt(index)] ?? 0;

/**
 * `casedWordEnd` where nothing but ASCII is near, which has neither caseless letters nor marks; 0 where something
 * else is.
 */
function asciiWordEnd(text: string, start: number): number {
  const first = asciiAt(text, start);
  let at = BEFORE_WORD[first] === 1 ? start + 1 : start;
  const body = at;
  let found = asciiAt(text, at);
  while (found === UPPER) found = asciiAt(text, ++at);
  while (found === LOWER) found = asciiAt(text, ++at);
  if (found === 0 || first === 0) return 0;
  if (at === body) return -1;
  return text.charCodeAt(at) === APOSTROPHE ? contractionEnd(text, at) : at;
}

function casedWordEnd(text: string, start: number): number {
  return asciiWordEnd(text, start) || anyWordEnd(text, start);
}

function anyWordEnd(text: string, start: number): number {
  const prefixed = BEFORE_WORD[classAt(text, start)] === 1;
  const body = prefixed ? start + widthAt(text, start) : start;
  let end = lowerWordEnd(text, body);
  if (end < 0 && prefixed) end = lowerWordEnd(text, start);
  if (end < 0) end = upperWordEnd(text, body);
  if (end < 0 && prefixed) end = upperWordEnd(text, start);
  return end < 0 ? -1 : contractionEnd(text, end);
}

/** Split rule of o200k_base. */
export const o200kPieceEnd: PieceEnd = (text, start) => {
  const word = casedWordEnd(text, start);
  if (word >= 0) return word;
  if (classAt(text, start) === NUMBER) return numberEnd(text, start);
  const symbols = symbolsEnd(text, start, true);
  return symbols >= 0 ? symbols : spaceEnd(text, start);
};

/** Split rule of cl100k_base. */
export const cl100kPieceEnd: PieceEnd = (text, start) => {
  const contraction = contractionEnd(text, start);
  if (contraction > start) return contraction;
  const first = classAt(text, start);
  const body = BEFORE_WORD[first] === 1 ? start + widthAt(text, start) : start;
  const word = runEnd(text, body, LETTERS);
  if (word > body) return word;
  if (first === NUMBER) return numberEnd(text, start);
  const symbols = symbolsEnd(text, start, false);
  return symbols >= 0 ? symbols : spaceEnd(text, start);
};
