import {
  CtxError,
  SESSION_FORMATS,
  type Session,
  type SessionEvent,
  type SessionFormat,
} from '../core/index.ts';
import { contentHash } from './content-hash.ts';
import { isRecord, type JsonRecord, parseJson } from './json-record.ts';
import { READERS } from './readers/index.ts';
import { type BrokenLine, isBroken } from './readers/reader.ts';

/** Records looked at to find the format. */
const SAMPLE = 200;

/**
 * The events of a session: a JSON array of messages, an object that holds one (`messages`, `input`, `history`,
 * `contents`), or JSON lines. Without a format the best fitting one is taken. What no reader knows, broken lines
 * included, becomes an opaque event. Fails with USAGE when nothing in the text is of a known format.
 */
export function readSession(text: string, format?: SessionFormat): Session {
  return readRecords(recordsOf(text), format);
}

/** The same for messages that are values already. */
export function readMessages(messages: readonly unknown[], format?: SessionFormat): Session {
  return readRecords(messages.map(asRecord), format);
}

type SourceRecord = JsonRecord | BrokenLine;

function readRecords(records: readonly SourceRecord[], given: SessionFormat | undefined): Session {
  const format = given ?? detectFormat(records);
  if (format === null) {
    throw new CtxError(
      'USAGE',
      `The session is in no known format. Known are ${SESSION_FORMATS.join(', ')}; name one if it is one of them.`,
    );
  }
  const reader = READERS[format];
  const whole = records.flatMap((record) => (isBroken(record) ? [] : [record]));
  const head = reader.head(whole);
  const id = contentHash(head.id ?? JSON.stringify(records[0] ?? '')).slice(0, 8);
  const events = reader
    .read(records)
    .map((draft, index): SessionEvent => ({ ...draft, id: `${id}.${index + 1}` }));
  const opaque = events.filter(({ kind }) => kind === 'opaque').length;
  return { format, id, cwd: head.cwd, revision: head.revision, events, opaque };
}

/** The format that most records are surely of; null when no record is of any. */
function detectFormat(records: readonly SourceRecord[]): SessionFormat | null {
  const sample = records.flatMap((record) => (isBroken(record) ? [] : [record])).slice(0, SAMPLE);
  let best: SessionFormat | null = null;
  let most = 0;
  for (const format of SESSION_FORMATS) {
    const points = sample.reduce((sum, record) => sum + READERS[format].recognises(record), 0);
    if (points > most) [best, most] = [format, points];
  }
  return best;
}

function asRecord(value: unknown): SourceRecord {
  return isRecord(value) ? value : { broken: JSON.stringify(value) ?? String(value) };
}

function recordsOf(text: string): readonly SourceRecord[] {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const value = parseJson(body);
  if (Array.isArray(value)) return value.map(asRecord);
  if (isRecord(value)) return recordsIn(value);
  return body
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const record = parseJson(line);
      return isRecord(record) ? record : { broken: line };
    });
}

/** A request body or a recording: its messages, with what stands beside them as the first record. */
function recordsIn(value: JsonRecord): readonly SourceRecord[] {
  for (const key of ['messages', 'input', 'history', 'contents', 'items']) {
    const list = value[key];
    if (!Array.isArray(list)) continue;
    const { [key]: _, ...rest } = value;
    return [...headOf(rest), ...list.map(asRecord)];
  }
  return [value];
}

function headOf(rest: JsonRecord): readonly JsonRecord[] {
  if ('projectHash' in rest) return [rest];
  const system = rest['system'] ?? rest['instructions'];
  return system === undefined ? [] : [{ role: 'system', content: system }];
}
