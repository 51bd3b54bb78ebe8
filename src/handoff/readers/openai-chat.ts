import { isRecord, type JsonRecord, recordAt, textAt } from '../json-record.ts';
import {
  blocksOf,
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

/** Messages of the Chat Completions API: `tool_calls` of the assistant, answered by messages of role `tool`. */
export const openaiChat: SessionReader = {
  format: 'openai-chat',
  recognises: (record) => {
    const role = textAt(record, 'role');
    if (role === null || 'type' in record || 'parts' in record) return 0;
    if (role === 'tool' || role === 'function' || role === 'developer' || Array.isArray(record['tool_calls']))
      return 2;
    return ['system', 'user', 'assistant'].includes(role) ? 1 : 0;
  },
  head: () => NO_HEAD,
  read: eachRecord(readMessage),
};

function readMessage(record: JsonRecord): readonly EventDraft[] {
  const text = contentText(record['content']);
  switch (textAt(record, 'role')) {
    case 'user':
      return userMessage(text, null);
    case 'system':
    case 'developer':
      return message('system', text, null);
    case 'assistant':
      return [...message('assistant', text, null), ...blocksOf(record, 'tool_calls').map(readCall)];
    case 'tool':
    case 'function':
      return [
        {
          kind: 'result',
          at: null,
          callId: textAt(record, 'tool_call_id', 'name') ?? '',
          text,
          failed: null,
          exitCode: statedExitCode(text),
        },
      ];
    default:
      return [opaque(record, 'no role of the chat format')];
  }
}

function readCall(call: JsonRecord): EventDraft {
  const callId = textAt(call, 'id');
  const target = isRecord(call['function']) ? recordAt(call, 'function') : recordAt(call, 'custom');
  const tool = textAt(target, 'name');
  if (callId === null || tool === null) return opaque(call, 'a tool call without id or name');
  return { kind: 'call', at: null, callId, tool, input: toolInput(target['arguments'] ?? target['input']) };
}
