import { CtxError, type Handoff } from '../../core/index.ts';
import { isRecord, parseJson } from '../json-record.ts';
import { EMPTY_HANDOFF, HANDOFF_SHAPE, readHandoff } from './handoff-shape.ts';
import type { Shape } from './shape.ts';

/** The nine sections and the fields that stand in each. */
const SECTIONS: readonly (readonly [string, readonly (keyof Handoff)[]])[] = [
  ['Goal', ['goal', 'prose', 'user_statements', 'statements_elided']],
  ['Acceptance and constraints', ['acceptance', 'active_constraints']],
  ['Done, with evidence', ['done', 'commands', 'test_results']],
  ['Workspace changes', ['workspace_revision', 'workspace_changes', 'artifact_refs']],
  ['Decisions and reasons', ['decisions']],
  ['Failed attempts and error signatures', ['failed_attempts']],
  ['Open questions', ['open_questions', 'open_tool_calls']],
  ['Next step', ['next_actions']],
  ['Files to read again', ['must_reread', 'files_read']],
];

const TITLE = '# Handoff';
const MARK = /^<!-- ctx-handoff (\{.*\}) -->$/m;

/**
 * The handoff in nine sections; fields at their empty value are left out. `parseHandoffMarkdown` gives back the same
 * handoff.
 */
export function renderHandoff(handoff: Handoff): string {
  const { schema_version, at, sources } = handoff;
  const mark = JSON.stringify({ schema_version, at, sources }).replaceAll('--', '-\\u002d');
  const lines = [TITLE, '', `<!-- ctx-handoff ${mark} -->`];
  for (const [index, [title, fields]] of SECTIONS.entries()) {
    lines.push('', `## ${index + 1}. ${title}`);
    const filled = fields.filter((field) => !isEmpty(handoff[field], EMPTY_HANDOFF[field]));
    if (filled.length === 0) lines.push('', 'none');
    for (const field of filled) lines.push('', `### ${field}`, ...renderField(field, handoff[field]));
  }
  return `${lines.join('\n')}\n`;
}

function isEmpty(value: unknown, empty: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : value === empty;
}

function renderField(field: string, value: unknown): readonly string[] {
  const shape = HANDOFF_SHAPE.fields[field];
  if (!Array.isArray(value) || shape?.kind !== 'list') return entry('', '', value, shape);
  return value.flatMap((item) => entry('- ', '  ', item, shape.of));
}

/** A value after `head`; the lines below it are indented by `indent`. Fields at their default are left out. */
function entry(head: string, indent: string, value: unknown, shape: Shape | undefined): readonly string[] {
  if (isRecord(value) && shape?.kind === 'record') {
    const told = Object.entries(shape.fields).filter(
      ([name]) => name === shape.main || !isDefault(value[name], shape.defaults[name]),
    );
    return told.flatMap(([name, field], index) =>
      entry(`${index === 0 ? head : indent}${name}: `, `${indent}  `, value[name], field),
    );
  }
  if (typeof value === 'string' && value.includes('\n') && isPlain(value.replaceAll('\n', '')))
    return [`${head}|`, ...value.split('\n').map((line) => `${indent}> ${line}`)];
  return [head + scalar(value)];
}

function isDefault(value: unknown, usual: unknown): boolean {
  return usual !== undefined && JSON.stringify(value) === JSON.stringify(usual);
}

function scalar(value: unknown): string {
  return typeof value === 'string' && isPlain(value) && !READ_AS_JSON.test(value)
    ? value
    : JSON.stringify(value);
}

/** A text that would be read as something else has to be quoted. */
const READ_AS_JSON = /^(?:["[{|>#\s-]|[\d.]+(?:e[+-]?\d+)?$|(?:null|true|false)$)|\s$|^$/i;

function isPlain(text: string): boolean {
  // Control characters, line separators and lone surrogates do not survive as they are.
  return !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);
}

/** True for a text that `renderHandoff` made, whatever stands around it. */
export function isHandoffMarkdown(text: string): boolean {
  return MARK.test(text);
}

/** The handoff of a rendered text, or of one edited by hand in the same form. Fails with USAGE, saying where. */
export function parseHandoffMarkdown(text: string): Handoff {
  const mark = MARK.exec(text);
  const head = parseJson(mark?.[1] ?? '');
  if (mark === null || !isRecord(head))
    throw new CtxError(
      'USAGE',
      'This is no handoff: its line `<!-- ctx-handoff … -->` is missing or damaged.',
    );
  const fields: Record<string, unknown> = { goal: '', ...head };
  const lines = text.slice(mark.index + mark[0].length).split('\n');
  let at = 0;
  while (at < lines.length) {
    const field = /^### (\w+)\s*$/.exec(lines[at] ?? '')?.[1];
    at++;
    if (field === undefined) continue;
    const end = endOfField(lines, at);
    fields[field] = parseField(field, lines.slice(at, end));
    at = end;
  }
  return readHandoff(fields);
}

function endOfField(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length && !/^#{2,3} /.test(lines[end] ?? '')) end++;
  while (end > from && lines[end - 1]?.trim() === '') end--;
  return end;
}

function parseField(field: string, lines: readonly string[]): unknown {
  const shape = HANDOFF_SHAPE.fields[field];
  if (shape === undefined) throw new CtxError('USAGE', `The handoff has no field ${field}.`, { field });
  if (shape.kind !== 'list') return parseEntry(shape, lines, field);
  const items: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('- ')) items.push([line.slice(2)]);
    else if (line.trim() !== '' || items.length > 0) items.at(-1)?.push(line.slice(2));
  }
  return items.map((item) => parseEntry(shape.of, item, field));
}

/** The value that the lines stand for, without their common indent. */
function parseEntry(shape: Shape, lines: readonly string[], field: string): unknown {
  if (shape.kind === 'nullable') return parseEntry(shape.of, lines, field);
  const [first = ''] = lines;
  if (shape.kind !== 'record') return parseScalar(shape, first, lines.slice(1));
  const names = Object.keys(shape.fields);
  if (!names.some((name) => first.startsWith(`${name}: `)))
    return parseScalar({ kind: 'text' }, first, lines.slice(1));
  const value: Record<string, unknown> = {};
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const name = names.find((each) => line.startsWith(`${each}: `));
    let end = at + 1;
    while (end < lines.length && (lines[end]?.startsWith('  ') ?? false)) end++;
    if (name !== undefined) {
      const own = [line.slice(name.length + 2), ...lines.slice(at + 1, end).map((each) => each.slice(2))];
      value[name] = parseEntry(shape.fields[name] ?? { kind: 'text' }, own, field);
    } else if (line.trim() !== '') {
      throw new CtxError('USAGE', `In the handoff, a line of ${field} cannot be read: ${line.slice(0, 80)}`, {
        field,
      });
    }
    at = end;
  }
  return value;
}

function parseScalar(shape: Shape, first: string, rest: readonly string[]): unknown {
  if (first === '|') return rest.map((line) => line.replace(/^> ?/, '')).join('\n');
  const value = READ_AS_JSON.test(first) ? parseJson(first) : undefined;
  return value === undefined || (shape.kind === 'text' && typeof value !== 'string' && value !== null)
    ? first
    : value;
}
