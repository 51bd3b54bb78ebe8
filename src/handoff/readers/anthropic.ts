import { isRecord, type JsonRecord, textAt } from '../json-record.ts';
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

const OWN_BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use']);

/** Messages of the Messages API: `tool_use` blocks of the assistant, `tool_result` blocks of the user. */
export const anthropic: SessionReader = {
  format: 'anthropic',
  recognises: (record) => {
    const role = textAt(record, 'role');
    if (role === null || (role !== 'user' && role !== 'assistant' && role !== 'system')) return 0;
    const content = record['content'];
    if (!Array.isArray(content) || 'tool_calls' in record) return 0;
    return content.some((block) => isRecord(block) && OWN_BLOCKS.has(textAt(block, 'type') ?? '')) ? 2 : 1;
  },
  head: () => NO_HEAD,
  read: eachRecord((record) => readAnthropicMessage(record, null)),
};

/** Events of one message. */
export function readAnthropicMessage(record: JsonRecord, at: string | null): readonly EventDraft[] {
  const role = textAt(record, 'role');
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    return [opaque(record, 'a message without a known role', at)];
  const content = record['content'];
  if (!Array.isArray(content)) return readText(role, contentText(content), at);
  return content.flatMap((block) => readBlock(role, block, at));
}

type AnthropicRole = 'user' | 'assistant' | 'system';

function readText(role: AnthropicRole, text: string, at: string | null): readonly EventDraft[] {
  return role === 'user' ? userMessage(text, at) : message(role, text, at);
}

function readBlock(role: AnthropicRole, block: unknown, at: string | null): readonly EventDraft[] {
  if (typeof block === 'string') return readText(role, block, at);
  if (!isRecord(block)) return [opaque(block, 'a block that is no object', at)];
  const type = textAt(block, 'type');
  if (type === 'text') return readText(role, textAt(block, 'text') ?? '', at);
  if (type === 'tool_use') {
    const callId = textAt(block, 'id');
    const tool = textAt(block, 'name');
    if (callId === null || tool === null) return [opaque(block, 'a tool call without id or name', at)];
    return [{ kind: 'call', at, callId, tool, input: toolInput(block['input']) }];
  }
  if (type === 'tool_result') return [readResult(block, at)];
  return [opaque(block, type === 'thinking' ? 'reasoning' : `a block of type ${type ?? 'none'}`, at)];
}

function readResult(block: JsonRecord, at: string | null): EventDraft {
  const text = contentText(block['content']);
  const failed = typeof block['is_error'] === 'boolean' ? block['is_error'] : null;
  const callId = textAt(block, 'tool_use_id') ?? '';
  return { kind: 'result', at, callId, text, failed, exitCode: statedExitCode(text) };
}
