// biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above
const CONTROL_IN_JSON = /[\u007f-\u009f\u2028\u2029]/g;

/** A name or a line of an untrusted repository, on one line: nothing in it may move the cursor of a terminal. */
export function printable(text: string): string {
  return text.replaceAll('\t', ' ').replace(CONTROL, '\ufffd');
}

/** The same for a text of several lines: line feeds and tabs stay. */
export function printableLines(text: string): string {
  return text.replace(CONTROL_IN_LINES, '\ufffd');
}

/** JSON on one line, control characters escaped also where JSON allows them. */
export function jsonLine(value: object): string {
  return JSON.stringify(value).replace(
    CONTROL_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
