import type { Artifact, Compaction, Handoff, SessionEvent, TokenCounter } from '../../core/index.ts';
import { compact } from '../compact.ts';
import { trimEvents } from '../layers/trim.ts';
import { readMessages } from '../read-session.ts';
import { renderHandoff } from '../state/handoff-markdown.ts';
import type { ChatMessage } from './chat-message.ts';
import { type MessageFormat, readChat, writeChat } from './message-formats.ts';
import { messageTokens, planRequest } from './plan-request.ts';
import { checkMessages, repairMessages } from './repair-messages.ts';
import type { CompactionStrength } from './retry-plan.ts';

export interface CompactMessagesInput {
  readonly messages: readonly unknown[];
  readonly format: MessageFormat;
  readonly counter: TokenCounter;
  /** Tokens that the model's context holds, answer included. */
  readonly window: number;
  readonly reserveOutput?: number;
  readonly system?: string;
  readonly tools?: readonly unknown[];
  /** `compact` where nothing is said; what `planRetry` says after an overflow. */
  readonly strength?: CompactionStrength;
  /** Compacts also below the soft threshold. */
  readonly force?: boolean;
  readonly root?: string | null;
  readonly revision?: string | null;
  /** Handoff of what came before these messages, where none of them holds it. */
  readonly previous?: Handoff | null;
}

export interface CompactedMessages {
  /** In the format that they came in; legal for strict providers. */
  readonly messages: readonly unknown[];
  readonly outcome: 'fits' | 'trimmed' | 'compacted' | 'inflated';
  readonly compaction: Compaction | null;
  readonly artifacts: readonly Artifact[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** Share of the room that the newest messages may keep. */
const KEPT: Readonly<Record<CompactionStrength, number>> = {
  trim: 1,
  compact: 0.3,
  'compact-hard': 0.12,
  'handoff-only': 0,
};

const INTRODUCTION =
  'The conversation so far, as a handoff. Its constraints and decisions hold; texts of files are to be read again.';

/**
 * Messages that fit: the older ones become a handoff in a user message, the newest stay as they are. Messages that
 * fit already, and those whose handoff would not be smaller, come back unchanged.
 */
export function compactMessages(input: CompactMessagesInput): CompactedMessages {
  const { messages, format, counter, strength = 'compact', force = false } = input;
  const parts = messages.map((message) => readChat([message], format));
  const chat = parts.flat();
  const tokensBefore = tokensOf(chat, counter);
  const done = (
    result: readonly unknown[],
    outcome: CompactedMessages['outcome'],
    compaction: Compaction | null = null,
  ): CompactedMessages => {
    const legal = legalMessages(result, format);
    const tokensAfter = tokensOf(readChat(legal, format), counter);
    return {
      messages: legal,
      outcome,
      compaction,
      artifacts: compaction?.artifacts ?? [],
      tokensBefore,
      tokensAfter,
    };
  };

  const { window, reserveOutput = 0, system = '', tools = [] } = input;
  const plan = planRequest({ window, reserveOutput, system, tools, messages: chat, counter });
  if (plan.verdict === 'fits' && !force) return done(messages, 'fits');
  if (strength === 'trim') return done(writeChat(trimChat(chat), format), 'trimmed');

  const cut = cutAt(parts, plan.room * KEPT[strength], counter);
  const older = parts.slice(0, cut).flat();
  const events = eventsOf(older.filter(({ role }) => role !== 'system'));
  const { previous = null, root = null, revision = null } = input;
  const compaction = compact(previous, events, { counter, root, revision });
  if (compaction.inflated) return done(messages, 'inflated', compaction);
  const head = older.filter(({ role }) => role === 'system');
  const text = `${INTRODUCTION}\n\n${renderHandoff(compaction.handoff)}`;
  const handoff: ChatMessage = { role: 'user', text, calls: [], answers: null };
  return done([...writeChat([...head, handoff], format), ...messages.slice(cut)], 'compacted', compaction);
}

function tokensOf(chat: readonly ChatMessage[], counter: TokenCounter): number {
  return chat.reduce((sum, message) => sum + messageTokens(message, counter), 0);
}

/** Repairs only what is broken: legal messages keep parts that the common form does not have. */
function legalMessages(messages: readonly unknown[], format: MessageFormat): readonly unknown[] {
  const chat = readChat(messages, format);
  return checkMessages(chat).length === 0 ? messages : writeChat(repairMessages(chat), format);
}

/** Index of the first message to keep: the newest up to the limit, at least one, never parting call and result. */
function cutAt(parts: readonly (readonly ChatMessage[])[], limit: number, counter: TokenCounter): number {
  let at = parts.length;
  let kept = 0;
  while (at > 0) {
    const tokens = tokensOf(parts[at - 1] ?? [], counter);
    if (at < parts.length && kept + tokens > limit) break;
    kept += tokens;
    at--;
  }
  while (at > 0 && parts[at]?.[0]?.role === 'tool') at--;
  return at;
}

function eventsOf(chat: readonly ChatMessage[]): readonly SessionEvent[] {
  if (chat.length === 0) return [];
  return readMessages(writeChat(chat, 'openai-chat'), 'openai-chat').events;
}

function trimChat(chat: readonly ChatMessage[]): readonly ChatMessage[] {
  const events = chat.map(
    ({ text, answers }, index): SessionEvent => ({
      kind: 'result',
      id: `message.${index + 1}`,
      at: null,
      callId: answers ?? '',
      text,
      failed: null,
      exitCode: null,
    }),
  );
  const trimmed = trimEvents(events.filter((_, index) => chat[index]?.role === 'tool')).events;
  const texts = new Map(trimmed.map((event) => [event.id, event.kind === 'result' ? event.text : '']));
  return chat.map((message, index) => ({
    ...message,
    text: texts.get(`message.${index + 1}`) ?? message.text,
  }));
}
