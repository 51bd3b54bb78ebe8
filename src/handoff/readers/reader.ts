import type { SessionEvent, SessionFormat } from '../../core/index.ts';
import { isRecord, type JsonRecord, listAt, parseJson, textAt } from '../json-record.ts';

type WithoutId<E> = E extends unknown ? Omit<E, 'id'> : never;
/** An event before it has a place in its session. */
export type EventDraft = WithoutId<SessionEvent>;

/** A line that is no JSON object. */
export interface BrokenLine {
  readonly broken: string;
}

export interface SessionHead {
  readonly id: string | null;
  readonly cwd: string | null;
  readonly revision: string | null;
}

export interface SessionReader {
  readonly format: SessionFormat;
  /** How surely one record is of this format: 2 could be no other's, 1 could be, 0 is not. */
  readonly recognises: (record: JsonRecord) => 0 | 1 | 2;
  readonly head: (records: readonly JsonRecord[]) => SessionHead;
  /** Events of the records in order; what is not known becomes an opaque event. */
  readonly read: (records: readonly (JsonRecord | BrokenLine)[]) => readonly EventDraft[];
}

export const NO_HEAD: SessionHead = { id: null, cwd: null, revision: null };

export function isBroken(record: JsonRecord | BrokenLine): record is BrokenLine {
  return typeof record['broken'] === 'string' && Object.keys(record).length === 1;
}

/** A reader's `read` where each record stands for itself. */
export function eachRecord(
  read: (record: JsonRecord) => readonly EventDraft[],
): (records: readonly (JsonRecord | BrokenLine)[]) => readonly EventDraft[] {
  return (records) =>
    records.flatMap((record) => (isBroken(record) ? [brokenLine(record.broken)] : read(record)));
}

export function brokenLine(raw: string): EventDraft {
  return { kind: 'opaque', at: null, reason: 'not a JSON object', raw };
}

export function opaque(record: unknown, reason: string, at: string | null = null): EventDraft {
  return { kind: 'opaque', at, reason, raw: JSON.stringify(record) ?? String(record) };
}

/** Arguments as a record: JSON text is parsed, any other text stands under `raw`. */
export function toolInput(value: unknown): JsonRecord {
  if (isRecord(value)) return value;
  if (typeof value !== 'string') return value === undefined || value === null ? {} : { raw: value };
  const parsed = parseJson(value);
  return isRecord(parsed) ? parsed : { raw: value };
}

const TEXT_PARTS = new Set(['text', 'input_text', 'output_text', 'refusal']);

/** Text of a content: a string, or the text parts of a list; other parts are named in brackets. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) return JSON.stringify(content) ?? '';
  return content
    .map((part: unknown) => {
      if (typeof part === 'string') return part;
      if (!isRecord(part)) return '';
      const type = textAt(part, 'type');
      const text = textAt(part, 'text', 'refusal');
      if (text !== null && (type === null || TEXT_PARTS.has(type))) return text;
      return `[${type ?? 'part'}]`;
    })
    .filter((text) => text !== '')
    .join('\n');
}

const EXIT_CODE =
  /^(?:<exit_code>|(?:\[?exit(?:ed)?(?: with)?(?: code| status)?[:= ]+)|process exited with code |.{0,40}\bcommand failed with exit code )(-?\d{1,10})/im;

/** The exit code that an output states in its first or last lines, or null. */
export function statedExitCode(text: string): number | null {
  const ends = text.length > 1_200 ? `${text.slice(0, 600)}\n${text.slice(-600)}` : text;
  const code = EXIT_CODE.exec(ends)?.[1];
  return code === undefined ? null : Number(code);
}

export function message(
  kind: 'user' | 'assistant' | 'system' | 'summary',
  text: string,
  at: string | null,
): readonly EventDraft[] {
  return text.trim() === '' ? [] : [{ kind, at, text }];
}

const HARNESS_TAGS = [
  'system-reminder',
  'environment_context',
  'user_instructions',
  'local-command-stdout',
  'local-command-caveat',
  'command-name',
  'command-message',
  'command-args',
  'task-notification',
  'permissions instructions',
  'ide_opened_file',
  'ide_selection',
];

/** The text without blocks of the harness, and the blocks. */
function apart(text: string): { readonly own: string; readonly blocks: readonly string[] } {
  const blocks: string[] = [];
  let own = text;
  for (const tag of HARNESS_TAGS) {
    let kept = '';
    let from = 0;
    for (let start = own.indexOf(`<${tag}>`); start >= 0; start = own.indexOf(`<${tag}>`, from)) {
      const close = own.indexOf(`</${tag}>`, start);
      if (close < 0) break;
      const end = close + tag.length + 3;
      blocks.push(own.slice(start, end));
      kept += own.slice(from, start);
      from = end;
    }
    if (from > 0) own = kept + own.slice(from);
  }
  return { own, blocks };
}

const HARNESS_START =
  /^\s*(?:# AGENTS\.md instructions\b|Caveat: The messages below\b|\[Request interrupted by user)/;
const SUMMARY_START =
  /^\s*(?:This session is being continued from a previous conversation|Another language model started to solve this problem)/;

/** A user message apart: blocks that the harness wrote into it become system events. */
export function userMessage(text: string, at: string | null): readonly EventDraft[] {
  if (SUMMARY_START.test(text)) return message('summary', text, at);
  if (HARNESS_START.test(text)) return message('system', text, at);
  const { own, blocks } = apart(text);
  const words = blocks.length === 0 ? text : own.trim();
  return [...blocks.flatMap((block) => message('system', block, at)), ...message('user', words, at)];
}

/** Content blocks that are lists of records. */
export function blocksOf(record: JsonRecord, key: string): readonly JsonRecord[] {
  return listAt(record, key).filter(isRecord);
}
