import { CtxError } from '../../index.ts';
import type { JsonEntry } from './insert-json.ts';

/**
 * The text of a TOML file with one table more at its end. The same text where it has the table with these values.
 * Fails with USAGE where a statement in it is not understood, or where the name is taken otherwise.
 */
export function appendToml(text: string, { section, name, entry }: JsonEntry): string {
  const statements = readStatements(text.replace(/^\ufeff/, ''));
  const table = `${section}.${name}`;
  const taken = statements.filter(
    ({ path }) => path === table || path.startsWith(`${table}.`) || path === section,
  );
  const rows = Object.entries(entry).map(([key, value]) => `${key} = ${tomlValue(value)}`);
  const isThere = rows.every((row) =>
    taken.some(({ source, path }) => source === row && path.startsWith(`${table}.`)),
  );
  if (isThere && taken.length === rows.length + 1) return text;
  if (taken.some(({ path, isTable }) => path !== section || !isTable)) {
    throw refusal(`it has another server named ${name}, or ${section} as a value: change it by hand`);
  }
  const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  return `${text}${gap}[${table}]\n${rows.join('\n')}\n`;
}

function refusal(because: string): CtxError {
  return new CtxError('USAGE', `The file is left as it is: ${because}.`);
}

function tomlValue(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(tomlValue).join(', ')}]` : JSON.stringify(value);
}

interface Statement {
  /** Of a table, or of a key with the table that it stands in. */
  readonly path: string;
  readonly isTable: boolean;
  readonly source: string;
}

const KEY = String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')`;
const KEYS = String.raw`${KEY}(?:[ \t]*\.[ \t]*${KEY})*`;
const END = String.raw`[ \t]*(?:#[^\n]*)?(?:\r?\n|$)`;
const TABLE = new RegExp(String.raw`[ \t]*\[(\[?)[ \t]*(${KEYS})[ \t]*\]\]?${END}`, 'y');
const PAIR = new RegExp(String.raw`[ \t]*(${KEYS})[ \t]*=[ \t]*`, 'y');
const BLANK = new RegExp(END, 'y');
const LINE_END = new RegExp(END, 'y');
/** A piece of a value that holds no bracket: strings may hold any. */
const PIECE =
  /"""(?:[^\\]|\\[\s\S])*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_+\-.:]+(?: \d\d:\d\d[0-9:.Z+-]*)?/y;
/** What stands between the values of a list. */
const BETWEEN = /[\s,=]+|#[^\n]*/y;

/** Every statement of a TOML text. Fails with USAGE at the first that is none. */
function readStatements(text: string): readonly Statement[] {
  const found: Statement[] = [];
  let at = 0;
  let table = '';
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const result = pattern.exec(text);
    if (result !== null) at = pattern.lastIndex;
    return result;
  };
  const value = (depth: number): boolean => {
    const open = text[at];
    if (open !== '[' && open !== '{') return match(PIECE) !== null;
    if (depth > 50) return false;
    at++;
    const close = open === '[' ? ']' : '}';
    while (text[at] !== close) {
      if (match(BETWEEN) === null && !value(depth + 1)) return false;
    }
    at++;
    return true;
  };
  while (at < text.length) {
    const start = at;
    if (match(BLANK) !== null && at > start) continue;
    const head = match(TABLE);
    if (head !== null) {
      table = plainKeys(head[2] ?? '');
      found.push({ path: table, isTable: true, source: head[0].trim() });
      continue;
    }
    const pair = match(PAIR);
    if (pair === null || !value(0)) throw unreadable(text, start);
    const source = text.slice(start, at).trim();
    if (match(LINE_END) === null) throw unreadable(text, start);
    const keys = plainKeys(pair[1] ?? '');
    found.push({ path: table === '' ? keys : `${table}.${keys}`, isTable: false, source });
  }
  return found;
}

function unreadable(text: string, at: number): CtxError {
  return refusal(`line ${text.slice(0, at).split('\n').length} is not understood as TOML`);
}

function plainKeys(keys: string): string {
  return [...keys.matchAll(new RegExp(KEY, 'g'))].map(([key]) => key.replace(/^["']|["']$/g, '')).join('.');
}
