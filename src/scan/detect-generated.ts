/** Lines of the start of a file in which a mark counts. */
const HEAD_LINES = 60;
const HEAD_CHARACTERS = 6000;

/** A line that holds a comment and nothing else; what follows the comment sign is captured. */
const COMMENT = /^\s*(?:\/\/+!?|\/\*+!?|\*+\/?|#+|--+|;+|%+|<!--|\(\*|\{-|"""|'''|rem\b|dnl\b)\s*(.*)$/i;
/** Lines that may stand before or among the first comments. */
const PREAMBLE = /^\s*(?:$|<\?|<!doctype\b|['"]use strict|package\b|syntax\b|@charset\b|-\*-)/i;

const BLOCKS = [
  ['/*', '*/'],
  ['<!--', '-->'],
  ['"""', '"""'],
  ["'''", "'''"],
  ['(*', '*)'],
  ['{-', '-}'],
] as const;

const MARKS = [
  // The convention of Go, also written by many generators for other languages.
  /\bcode generated\b.*\bdo not edit\b/i,
  /(?:^|\s)@generated(?=[\s.,;:]|$)/,
  /^<auto-?generated\b/i,
  /\bgenerated\b.*\bdo not (?:edit|modify|change)\b/i,
  /\bdo not (?:edit|modify|change)\b.*\bgenerated\b/i,
  /^(?:warning|note|attention)?[\s:!-]*auto(?:matically)?[- ]?generated\b/i,
  /^(?:warning|note|attention)?[\s:!-]*(?:this|the) (?:file|code|class|module|header|source|content)\b.{0,60}\b(?:auto-?generated|automatically generated|generated automatically|machine[- ]generated)\b/i,
  // One file made of many, as libraries of C and C++ are shipped.
  /\b(?:this|the) (?:file|header)\b.{0,60}\b(?:amalgamation of|amalgamated from|merged from|concatenation of)\b/i,
  /^generated: \d{4}-\d\d-\d\d\b/i,
];

/** True when a comment at the start of the text, before any code, says that a program wrote it. */
export function hasGeneratedMark(text: string): boolean {
  let end: string | null = null;
  for (const line of text.slice(0, HEAD_CHARACTERS).split('\n', HEAD_LINES)) {
    const comment = COMMENT.exec(line)?.[1];
    const said = comment ?? (end === null ? null : line.trim());
    if (said === null && !PREAMBLE.test(line)) return false;
    if (said !== null && MARKS.some((mark) => mark.test(said))) return true;
    end = end === null ? openedBlock(line) : line.includes(end) ? null : end;
  }
  return false;
}

/** What ends the block comment that a line opens, null when it opens none or ends it itself. */
function openedBlock(line: string): string | null {
  const start = line.trimStart();
  const block = BLOCKS.find(([open]) => start.startsWith(open));
  return block === undefined || start.includes(block[1], block[0].length) ? null : block[1];
}
