import { isRecord, type JsonRecord, recordAt, textAt } from '../json-record.ts';
import { readAnthropicMessage } from './anthropic.ts';
import { contentText, type EventDraft, eachRecord, message, opaque, type SessionReader } from './reader.ts';

/** Transcripts of Claude Code: one line a message or a note of the harness, with `sessionId`, `cwd`, `uuid`. */
export const claudeCode: SessionReader = {
  format: 'claude-code',
  recognises: (record) => {
    if (typeof record['type'] !== 'string') return 0;
    if ('sessionId' in record && ('uuid' in record || 'parentUuid' in record) && !('projectHash' in record))
      return 2;
    if ((record['type'] === 'user' || record['type'] === 'assistant') && isRecord(record['message']))
      return 2;
    return (record['type'] === 'summary' && 'leafUuid' in record) ||
      record['type'] === 'file-history-snapshot'
      ? 2
      : 0;
  },
  head: (records) => {
    const first = records.find((record) => typeof record['cwd'] === 'string') ?? {};
    const named = records.find((record) => typeof record['sessionId'] === 'string') ?? {};
    return { id: textAt(named, 'sessionId'), cwd: textAt(first, 'cwd'), revision: null };
  },
  read: eachRecord(readLine),
};

function readLine(line: JsonRecord): readonly EventDraft[] {
  const at = textAt(line, 'timestamp');
  const type = textAt(line, 'type');
  if (type !== 'user' && type !== 'assistant') return readNote(line, type, at);
  const body = recordAt(line, 'message');
  if (line['isCompactSummary'] === true) return message('summary', contentText(body['content']), at);
  const events = readAnthropicMessage({ role: type, ...body }, at);
  // Words to or from a subagent, and words that the harness wrote, are not the user's.
  const foreign = line['isSidechain'] === true || line['isMeta'] === true;
  return foreign
    ? events.map((event) => (event.kind === 'user' ? { ...event, kind: 'system' as const } : event))
    : events;
}

function readNote(line: JsonRecord, type: string | null, at: string | null): readonly EventDraft[] {
  if (type === 'summary') return message('summary', textAt(line, 'summary') ?? '', at);
  const content = textAt(line, 'content');
  if (type === 'system' && content !== null) return message('system', content, at);
  const attachment = recordAt(line, 'attachment');
  const queued = textAt(attachment, 'prompt');
  if (type === 'attachment' && attachment['type'] === 'queued_command' && queued !== null)
    return message('user', queued, at);
  return [opaque(line, `a line of type ${type ?? 'none'}`, at)];
}
