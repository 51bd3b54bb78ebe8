import { isDeepStrictEqual } from 'node:util';
import { CtxError } from '../../index.ts';

export interface JsonEntry {
  readonly section: string;
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The text of a JSON file with one entry more below a section; every other character stays, comments too. The same
 * text where the entry is there already. Fails with USAGE where the file cannot be read as `format` says, or has
 * another entry of that name.
 */
export function insertJson(text: string, wanted: JsonEntry, format: 'json' | 'jsonc'): string {
  const { section, name, entry } = wanted;
  if (text.trim() === '') return `${JSON.stringify({ [section]: { [name]: entry } }, null, 2)}\n`;
  const bare = format === 'jsonc' ? blankComments(text) : text;
  const before = parseObject(bare);
  const servers = before[section];
  if (servers !== undefined && !isObject(servers)) throw refusal(`${section} in it is no object`);
  const known = servers?.[name];
  if (known !== undefined) {
    if (isDeepStrictEqual(known, entry)) return text;
    throw refusal(`it has another server named ${name}: change that one by hand`);
  }
  const after = withEntry(text, bare, { ...wanted, hasSection: servers !== undefined });
  const expected = { ...before, [section]: { ...servers, [name]: entry } };
  // What is written must read back as all that was there and the entry.
  const read = parseObject(format === 'jsonc' ? blankComments(after) : after);
  if (!isDeepStrictEqual(read, expected)) throw refusal('its shape is not understood');
  return after;
}

function refusal(because: string): CtxError {
  return new CtxError('USAGE', `The file is left as it is: ${because}.`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ' '));
  } catch (error) {
    throw refusal(`it is no JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  if (!isObject(value)) throw refusal('it holds no JSON object');
  return value;
}

/** Comments, and commas before a closing bracket, as spaces: every other character keeps its place. */
function blankComments(text: string): string {
  const token = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  const uncommented = text.replace(token, (found) =>
    found.startsWith('"') ? found : found.replace(/[^\n]/g, ' '),
  );
  return uncommented.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (found) => (found === ',' ? ' ' : found));
}

function withEntry(text: string, bare: string, wanted: JsonEntry & { readonly hasSection: boolean }): string {
  const { section, name, entry, hasSection } = wanted;
  const unit = /\n([ \t]+)"/.exec(bare)?.[1] ?? '  ';
  const rootAt = bare.indexOf('{');
  if (!hasSection)
    return insertAfter(text, bare, rootAt, { key: section, value: { [name]: entry }, indent: unit, unit });
  const sectionAt = openingOf(bare, rootAt, section);
  return insertAfter(text, bare, sectionAt, { key: name, value: entry, indent: unit + unit, unit });
}

interface Insertion {
  readonly key: string;
  readonly value: unknown;
  readonly indent: string;
  readonly unit: string;
}

/** As the first member of the object whose bracket opens at a place. */
function insertAfter(
  text: string,
  bare: string,
  at: number,
  { key, value, indent, unit }: Insertion,
): string {
  const json = JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`);
  const rest = bare.slice(at + 1);
  const isEmpty = /^\s*\}/.test(rest);
  const isTight = isEmpty && !/^[^\n}]*\n/.test(rest);
  const tail = isEmpty ? (isTight ? `\n${indent.slice(unit.length)}` : '') : ',';
  return `${text.slice(0, at + 1)}\n${indent}${JSON.stringify(key)}: ${json}${tail}${text.slice(at + 1)}`;
}

/** Where the value of a key of the object that opens at a place begins; the last one of that name counts. */
function openingOf(bare: string, at: number, key: string): number {
  const token = /"(?:[^"\\\n]|\\.)*"|[{}[\]:]/g;
  token.lastIndex = at + 1;
  let depth = 1;
  let lastString = '';
  let found = -1;
  for (let match = token.exec(bare); match !== null && depth > 0; match = token.exec(bare)) {
    const [text] = match;
    if (text === '{' || text === '[') depth++;
    else if (text === '}' || text === ']') depth--;
    else if (text === ':' && depth === 1 && JSON.parse(lastString) === key)
      found = bare.indexOf('{', match.index);
    else if (text !== ':') lastString = text;
  }
  return found;
}
