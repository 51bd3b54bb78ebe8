import { isRecord, type JsonRecord, recordAt, textAt } from '../json-record.ts';
import { readItem } from './openai-responses.ts';
import {
  type BrokenLine,
  brokenLine,
  type EventDraft,
  isBroken,
  message,
  opaque,
  type SessionReader,
} from './reader.ts';

const LINES = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
]);

/** Rollouts of the Codex CLI: lines with `timestamp`, `type` and `payload`; the payloads are Responses items. */
export const codex: SessionReader = {
  format: 'codex',
  recognises: (record) => (LINES.has(textAt(record, 'type') ?? '') && isRecord(record['payload']) ? 2 : 0),
  head: (records) => {
    const meta = recordAt(records.find((record) => record['type'] === 'session_meta') ?? {}, 'payload');
    return {
      id: textAt(meta, 'id', 'session_id'),
      cwd: textAt(meta, 'cwd'),
      revision: textAt(recordAt(meta, 'git'), 'commit_hash'),
    };
  },
  read: readRollout,
};

/** Words stand twice in a rollout, as item and as event; older ones have the user's words as events only. */
function readRollout(records: readonly (JsonRecord | BrokenLine)[]): readonly EventDraft[] {
  const hasUserItems = records.some((record) => !isBroken(record) && isUserItem(record));
  return records.flatMap((record) =>
    isBroken(record) ? [brokenLine(record.broken)] : readLine(record, hasUserItems),
  );
}

function isUserItem(line: JsonRecord): boolean {
  const payload = recordAt(line, 'payload');
  return line['type'] === 'response_item' && payload['type'] === 'message' && payload['role'] === 'user';
}

function readLine(line: JsonRecord, hasUserItems: boolean): readonly EventDraft[] {
  const at = textAt(line, 'timestamp');
  const type = textAt(line, 'type');
  const payload = recordAt(line, 'payload');
  if (type === 'response_item') return readItem(payload, at);
  if (type === 'compacted') return message('summary', textAt(payload, 'message') ?? '', at);
  if (type === 'event_msg' && !hasUserItems && payload['type'] === 'user_message')
    return message('user', textAt(payload, 'message') ?? '', at);
  return [opaque(line, `a line of type ${type ?? 'none'}`, at)];
}
