import { isRecord, type JsonRecord, listAt, recordAt, textAt } from '../json-record.ts';
import {
  type BrokenLine,
  blocksOf,
  brokenLine,
  contentText,
  type EventDraft,
  isBroken,
  message,
  opaque,
  type SessionReader,
  statedExitCode,
  toolInput,
  userMessage,
} from './reader.ts';

/**
 * Transcripts of the Gemini CLI. Recordings: a head with `sessionId` and `projectHash`, then messages by `id`, each
 * written again whenever it grows, and `$set` or `$rewindTo` lines. Also plain contents with `role` and `parts`.
 */
export const gemini: SessionReader = {
  format: 'gemini',
  recognises: (record) => {
    if ('projectHash' in record || '$set' in record || '$rewindTo' in record) return 2;
    if (Array.isArray(record['parts']) && (record['role'] === 'user' || record['role'] === 'model')) return 2;
    return isMessage(record) ? 2 : 0;
  },
  head: (records) => {
    const head = records.find((record) => 'projectHash' in record) ?? {};
    const folder = listAt(head, 'directories').find((each) => typeof each === 'string');
    return { id: textAt(head, 'sessionId'), cwd: typeof folder === 'string' ? folder : null, revision: null };
  },
  read: readRecording,
};

const MESSAGE_TYPES = new Set(['user', 'gemini', 'info', 'warning', 'error']);

function isMessage(record: JsonRecord): boolean {
  return MESSAGE_TYPES.has(textAt(record, 'type') ?? '') && 'id' in record && 'content' in record;
}

function readRecording(records: readonly (JsonRecord | BrokenLine)[]): readonly EventDraft[] {
  return lastVersions(records).flatMap((record) => {
    if (isBroken(record)) return [brokenLine(record.broken)];
    if (Array.isArray(record['parts'])) return readContent(record);
    if (isMessage(record)) return readMessage(record);
    const known = 'projectHash' in record || '$set' in record || '$rewindTo' in record;
    return [opaque(record, known ? 'metadata of the recording' : 'no message of a recording')];
  });
}

/** Each message once, in its first place with its last content; a rewind takes back what came after. */
function lastVersions(records: readonly (JsonRecord | BrokenLine)[]): readonly (JsonRecord | BrokenLine)[] {
  let kept = new Map<string, JsonRecord | BrokenLine>();
  for (const [index, record] of records.entries()) {
    const own = isBroken(record) ? {} : record;
    const rewind = textAt(own, '$rewindTo');
    if (rewind !== null) kept = before(kept, rewind);
    // A key that is set again keeps its first place.
    kept.set(textAt(own, 'id') ?? `line ${index}`, record);
  }
  return [...kept.values()];
}

function before<T>(entries: ReadonlyMap<string, T>, key: string): Map<string, T> {
  const keys = [...entries.keys()];
  return new Map([...entries].slice(0, Math.max(0, keys.indexOf(key))));
}

function readMessage(record: JsonRecord): readonly EventDraft[] {
  const at = textAt(record, 'timestamp');
  const text = contentText(record['content']);
  const type = textAt(record, 'type');
  if (type === 'user') return userMessage(text, at);
  if (type !== 'gemini') return message('system', text, at);
  return [...message('assistant', text, at), ...blocksOf(record, 'toolCalls').flatMap(readToolCall)];
}

const ENDED = new Set(['success', 'error', 'cancelled']);

function readToolCall(call: JsonRecord): readonly EventDraft[] {
  const at = textAt(call, 'timestamp');
  const callId = textAt(call, 'id');
  const tool = textAt(call, 'name');
  if (callId === null || tool === null) return [opaque(call, 'a tool call without id or name', at)];
  const made: EventDraft = { kind: 'call', at, callId, tool, input: toolInput(call['args']) };
  const status = textAt(call, 'status') ?? '';
  if (!ENDED.has(status) && !('result' in call)) return [made];
  const text = resultText(call['result']) || (textAt(call, 'resultDisplay') ?? '');
  const failed = ENDED.has(status) ? status !== 'success' : null;
  return [made, { kind: 'result', at, callId, text, failed, exitCode: statedExitCode(text) }];
}

function resultText(result: unknown): string {
  const parts = Array.isArray(result) ? result : [result];
  return parts
    .map((part: unknown) => {
      if (typeof part === 'string') return part;
      if (!isRecord(part)) return '';
      const response = recordAt(recordAt(part, 'functionResponse'), 'response');
      return textAt(response, 'output', 'error', 'content') ?? textAt(part, 'text') ?? JSON.stringify(part);
    })
    .join('\n');
}

function readContent(record: JsonRecord): readonly EventDraft[] {
  const own = record['role'] === 'user';
  return listAt(record, 'parts').flatMap((part): readonly EventDraft[] => {
    if (!isRecord(part)) return [opaque(part, 'a part that is no object')];
    const text = textAt(part, 'text');
    if (text !== null) return own ? userMessage(text, null) : message('assistant', text, null);
    const call = recordAt(part, 'functionCall');
    const name = textAt(call, 'name');
    if (name !== null) {
      const callId = textAt(call, 'id') ?? name;
      return [{ kind: 'call', at: null, callId, tool: name, input: toolInput(call['args']) }];
    }
    const answer = recordAt(part, 'functionResponse');
    const answered = textAt(answer, 'id', 'name');
    if (answered === null) return [opaque(part, 'a part of an unknown kind')];
    const output = resultText(part);
    const failed = 'error' in recordAt(answer, 'response');
    return [
      { kind: 'result', at: null, callId: answered, text: output, failed, exitCode: statedExitCode(output) },
    ];
  });
}
