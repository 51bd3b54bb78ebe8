import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  SESSION_FORMATS,
  type SessionEvent,
  type SessionFormat,
  type TokenCounter,
} from '../../src/core/index.ts';

const FOLDER = resolve(import.meta.dirname, '../../fixtures');

export function fixture(path: string): string {
  return readFileSync(resolve(FOLDER, path), 'utf8');
}

const SESSION_FILES: Readonly<Record<SessionFormat, string>> = {
  'openai-chat': 'sessions/openai-chat.json',
  'openai-responses': 'sessions/openai-responses.json',
  anthropic: 'sessions/anthropic.json',
  'claude-code': 'sessions/claude-code.jsonl',
  codex: 'sessions/codex.jsonl',
  gemini: 'sessions/gemini.jsonl',
};

export const SESSIONS = SESSION_FORMATS.map((format) => ({ format, text: fixture(SESSION_FILES[format]) }));

/** A counter that needs no tables: words and signs. */
export const countWords: TokenCounter = {
  name: 'estimate',
  count: (text) => text.match(/\w{1,6}|[^\w\s]/g)?.length ?? 0,
};

export type EventInput = SessionEvent extends infer E
  ? E extends SessionEvent
    ? Omit<E, 'id' | 'at'>
    : never
  : never;

/** Events of a session called `s`. */
export function session(...events: readonly EventInput[]): readonly SessionEvent[] {
  return events.map((event, index): SessionEvent => ({ ...event, id: `s.${index + 1}`, at: null }));
}

export const user = (text: string): EventInput => ({ kind: 'user', text });
export const assistant = (text: string): EventInput => ({ kind: 'assistant', text });

let calls = 0;

/** A tool call and its result. */
export function tool(
  name: string,
  input: Readonly<Record<string, unknown>>,
  text: string,
  status: { readonly failed?: boolean; readonly exitCode?: number } = {},
): readonly [EventInput, EventInput] {
  const callId = `c${++calls}`;
  return [
    { kind: 'call', callId, tool: name, input },
    { kind: 'result', callId, text, failed: status.failed ?? null, exitCode: status.exitCode ?? null },
  ];
}
