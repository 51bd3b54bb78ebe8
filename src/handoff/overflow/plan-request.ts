import type { TokenCounter } from '../../core/index.ts';
import type { ChatMessage } from './chat-message.ts';

export interface RequestInput {
  /** Tokens that the model's context holds, answer included. */
  readonly window: number;
  readonly reserveOutput: number;
  readonly system: string;
  /** Tool definitions as they are sent. */
  readonly tools: readonly unknown[];
  readonly messages: readonly ChatMessage[];
  readonly counter: TokenCounter;
  /** Share of the room for input at which compaction should start. */
  readonly softThreshold?: number;
  /** Share that the estimate may be off by: other tokenizers, hidden wrapping. */
  readonly margin?: number;
}

export interface RequestPlan {
  /** Tokens by part, as estimated. */
  readonly estimate: {
    readonly system: number;
    readonly tools: number;
    readonly messages: number;
    readonly total: number;
  };
  /** Tokens that the input may have. */
  readonly room: number;
  readonly soft: number;
  readonly verdict: 'fits' | 'compact-soon' | 'too-big';
  /** Messages before this index are to be compacted; 0 when nothing is. */
  readonly compactBefore: number;
  /** Tokens that stay if exactly those are compacted to nothing. */
  readonly keptTokens: number;
}

const SOFT = 0.75;
const MARGIN = 0.03;
/** What a provider adds around a message, and around one tool call: role, ids, separators. */
const MESSAGE_TOKENS = 4;
const CALL_TOKENS = 8;
/** The most that providers charge for one picture of the size that they scale it to. */
const IMAGE_TOKENS = 1_600;
/** Share of the room that the newest messages keep, so that the handoff and new turns fit beside them. */
const KEPT_SHARE = 0.3;

/**
 * Whether a request fits, before it is sent, and which messages to compact when it is over the soft threshold: all
 * but the newest that fill less than a third of the room, cut where no tool call is parted from its result.
 */
export function planRequest(input: RequestInput): RequestPlan {
  const { window, reserveOutput, system, tools, messages, counter } = input;
  const margin = 1 + (input.margin ?? MARGIN);
  const each = messages.map((message) => messageTokens(message, counter) * margin);
  const parts = {
    system: Math.ceil(counter.count(system) * margin),
    tools: Math.ceil(
      tools.reduce((sum: number, tool) => sum + counter.count(JSON.stringify(tool)), 0) * margin,
    ),
    messages: Math.ceil(each.reduce((sum, tokens) => sum + tokens, 0)),
  };
  const total = parts.system + parts.tools + parts.messages;
  const room = Math.max(0, window - reserveOutput);
  const soft = Math.floor(room * (input.softThreshold ?? SOFT));
  const verdict = total > room ? 'too-big' : total > soft ? 'compact-soon' : 'fits';
  const compactBefore = verdict === 'fits' ? 0 : cutBefore(messages, each, room * KEPT_SHARE);
  const keptTokens = Math.ceil(each.slice(compactBefore).reduce((sum, tokens) => sum + tokens, 0));
  return { estimate: { ...parts, total }, room, soft, verdict, compactBefore, keptTokens };
}

/** Tokens of one message with its calls. */
export function messageTokens(message: ChatMessage, counter: TokenCounter): number {
  const calls = message.calls.reduce(
    (sum, { name, input }) => sum + CALL_TOKENS + counter.count(name) + counter.count(input),
    0,
  );
  const images = (message.images?.length ?? 0) * IMAGE_TOKENS;
  return MESSAGE_TOKENS + counter.count(message.text) + calls + images;
}

/** Index of the first message to keep: the newest up to the limit, at least one, never beginning with a result. */
function cutBefore(messages: readonly ChatMessage[], tokens: readonly number[], limit: number): number {
  let at = messages.length;
  let kept = 0;
  while (at > 0 && (at === messages.length || kept + (tokens[at - 1] ?? 0) <= limit)) {
    at--;
    kept += tokens[at] ?? 0;
  }
  while (at > 0 && messages[at]?.role === 'tool') at--;
  return at;
}
