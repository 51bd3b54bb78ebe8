import { isRecord, type JsonRecord, numberAt, parseJson, recordAt, textAt } from '../json-record.ts';
import {
  contentText,
  type EventDraft,
  eachRecord,
  message,
  NO_HEAD,
  opaque,
  type SessionReader,
  statedExitCode,
  toolInput,
  userMessage,
} from './reader.ts';

const ITEM =
  /^(?:(?:function|custom_tool|local_shell|shell|apply_patch)_call(?:_output)?|reasoning|web_search_call|file_search_call|computer_call(?:_output)?|item_reference|compaction)$/;

/** Items of the Responses API: calls and outputs are items of their own, joined by `call_id`. */
export const openaiResponses: SessionReader = {
  format: 'openai-responses',
  recognises: (record) => {
    const type = textAt(record, 'type');
    if (type === null || 'payload' in record) return 0;
    if (ITEM.test(type)) return 2;
    return type === 'message' && 'role' in record && !('timestamp' in record) ? 2 : 0;
  },
  head: () => NO_HEAD,
  read: eachRecord((record) => readItem(record, null)),
};

/** Events of one item; `at` is the time of the line it stands on. */
export function readItem(item: JsonRecord, at: string | null): readonly EventDraft[] {
  const type = textAt(item, 'type') ?? (textAt(item, 'role') === null ? '' : 'message');
  if (type === 'message') return readMessage(item, at);
  if (type.endsWith('_call_output')) return [readOutput(item, at)];
  if (type.endsWith('_call') && 'call_id' in item) return [readCall(item, type, at)];
  if (type === 'compaction' && textAt(item, 'summary') !== null)
    return message('summary', textAt(item, 'summary') ?? '', at);
  return [opaque(item, type === 'reasoning' ? 'reasoning' : `an item of type ${type || 'none'}`, at)];
}

function readMessage(item: JsonRecord, at: string | null): readonly EventDraft[] {
  const text = contentText(item['content']);
  const role = textAt(item, 'role');
  if (role === 'user') return userMessage(text, at);
  if (role === 'assistant') return message('assistant', text, at);
  if (role === 'system' || role === 'developer') return message('system', text, at);
  return [opaque(item, 'a message without a known role', at)];
}

function readCall(item: JsonRecord, type: string, at: string | null): EventDraft {
  const callId = textAt(item, 'call_id', 'id') ?? '';
  const tool = textAt(item, 'name') ?? type.replace(/_call$/, '');
  const input = item['arguments'] ?? item['input'] ?? item['action'] ?? item['operation'];
  return { kind: 'call', at, callId, tool, input: toolInput(input) };
}

function readOutput(item: JsonRecord, at: string | null): EventDraft {
  const { text, exitCode } = outputText(item['output']);
  return {
    kind: 'result',
    at,
    callId: textAt(item, 'call_id') ?? '',
    text,
    failed: failureOf(item['output']),
    exitCode: exitCode ?? statedExitCode(text),
  };
}

function failureOf(output: unknown): boolean | null {
  return isRecord(output) && typeof output['success'] === 'boolean' ? !output['success'] : null;
}

const EXEC_HEAD =
  /^(?:(?:Chunk ID|Exit code|Wall time|Process exited with code|Total output lines|Original token count)[^\n]*\n)+Output:\n/;

/** Output as text: shells wrap it into JSON with metadata or put a head before it. */
function outputText(output: unknown): { readonly text: string; readonly exitCode: number | null } {
  const value = isRecord(output) ? output : typeof output === 'string' ? parseWrapped(output) : undefined;
  if (value !== undefined) {
    return {
      text: contentText(value['output'] ?? value['content']),
      exitCode: numberAt(recordAt(value, 'metadata'), 'exit_code'),
    };
  }
  const text = contentText(output);
  const head = EXEC_HEAD.exec(text)?.[0] ?? '';
  return { text: text.slice(head.length), exitCode: head === '' ? null : statedExitCode(head) };
}

function parseWrapped(output: string): JsonRecord | undefined {
  if (!output.startsWith('{"output"') && !output.startsWith('{"content"')) return undefined;
  const value = parseJson(output);
  return isRecord(value) ? value : undefined;
}
