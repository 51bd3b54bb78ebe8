import type { SessionFormat } from '../../core/index.ts';
import { anthropic } from './anthropic.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import type { SessionReader } from './reader.ts';

export const READERS: Readonly<Record<SessionFormat, SessionReader>> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  anthropic,
  'claude-code': claudeCode,
  codex,
  gemini,
};
