import type { ChatMessage } from './chat-message.ts';

/** What a sequence breaks, and where. */
export interface SequenceFault {
  readonly index: number;
  readonly fault:
    | 'system message after the start'
    | 'does not begin with a user message'
    | 'two messages of one role in a row'
    | 'result without a call'
    | 'result not right after its call'
    | 'call without a result'
    | 'id used twice'
    | 'empty message'
    | 'calls or answers of a wrong role';
}

/**
 * Faults by the strictest rules that providers have: system messages first, then a user message, then user and
 * assistant in turn, each call answered exactly once and right after it, nothing empty. A user message may follow
 * results; calls of the last message may still be open. Empty when the sequence is legal everywhere.
 */
export function checkMessages(messages: readonly ChatMessage[]): readonly SequenceFault[] {
  const used = new Set<string>();
  const waiting = new Set<string>();
  const faults = messages.flatMap((message, index) => {
    const before = messages[index - 1]?.role ?? null;
    const found = [
      ...ownFaults(message),
      ...(message.role === 'tool'
        ? answerFaults(message, used, waiting)
        : turnFaults(message, before, waiting)),
      ...callFaults(message, used, waiting),
    ];
    return found.map((fault): SequenceFault => ({ index, fault }));
  });
  // Only the calls of the very last message may wait.
  const cutShort = waiting.size > 0 && messages.at(-1)?.role === 'tool';
  return cutShort ? [...faults, { index: messages.length, fault: 'call without a result' }] : faults;
}

type Fault = SequenceFault['fault'];

function answerFaults(
  { answers }: ChatMessage,
  used: ReadonlySet<string>,
  waiting: Set<string>,
): readonly Fault[] {
  if (answers === null || !used.has(answers)) return ['result without a call'];
  return waiting.delete(answers) ? [] : ['result not right after its call'];
}

function turnFaults(
  { role }: ChatMessage,
  before: ChatMessage['role'] | null,
  waiting: Set<string>,
): readonly Fault[] {
  const unanswered: readonly Fault[] = waiting.size > 0 ? ['call without a result'] : [];
  waiting.clear();
  const fault = orderFault(before, role);
  return fault === null ? unanswered : [...unanswered, fault];
}

function callFaults({ calls }: ChatMessage, used: Set<string>, waiting: Set<string>): readonly Fault[] {
  return calls.flatMap(({ id }): readonly Fault[] => {
    const twice = used.has(id);
    used.add(id);
    waiting.add(id);
    return twice ? ['id used twice'] : [];
  });
}

function ownFaults(message: ChatMessage): readonly Fault[] {
  const { role, calls, answers } = message;
  const misplaced = (role !== 'assistant' && calls.length > 0) || (role !== 'tool' && answers !== null);
  return [
    ...(misplaced ? ['calls or answers of a wrong role' as const] : []),
    ...(isEmpty(message) ? ['empty message' as const] : []),
  ];
}

function orderFault(before: ChatMessage['role'] | null, role: ChatMessage['role']): Fault | null {
  const start = before === null || before === 'system';
  if (role === 'system') return start ? null : 'system message after the start';
  if (start) return role === 'user' ? null : 'does not begin with a user message';
  return before === role ? 'two messages of one role in a row' : null;
}

/** Stands where a provider wants a message and there is none. */
const CONTINUE = 'Continue.';
const NO_RESULT = '[no result: the call was cut short]';

/**
 * The messages in a legal sequence, with as little change as it takes: later system messages become user messages,
 * results move right behind their calls, calls without one get a result that says so (the last message's may wait),
 * results without a call become user text, repeated results and empty messages go, messages of one role are joined.
 */
export function repairMessages(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return inTurn(paired(messages.map(clean).filter((message) => !isEmpty(message))));
}

function clean(message: ChatMessage): ChatMessage {
  const calls = message.role === 'assistant' ? message.calls : [];
  return { ...message, calls, answers: message.role === 'tool' ? message.answers : null };
}

function isEmpty({ role, text, calls, images = [] }: ChatMessage): boolean {
  return role !== 'tool' && text.trim() === '' && calls.length === 0 && images.length === 0;
}

/** Each call once, followed by its first result wherever that stood. */
function paired(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const results = new Map<string, ChatMessage>();
  for (const message of messages) {
    if (message.role === 'tool' && message.answers !== null && !results.has(message.answers))
      results.set(message.answers, message);
  }
  const last = messages.length - 1;
  const used = new Set<string>();
  const made: ChatMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const owned = message.answers !== null && hasCall(messages, message.answers);
      if (!owned && !isEmpty({ ...message, role: 'user' }))
        made.push(withImages(userText(`Result of an earlier tool call:\n${message.text}`), message.images));
      continue;
    }
    const calls = message.calls.filter(({ id }) => !used.has(id) && used.add(id));
    const kept = { ...message, calls };
    if (isEmpty(kept)) continue;
    made.push(kept);
    const open = index === last && calls.every(({ id }) => !results.has(id));
    if (!open) made.push(...calls.map(({ id }) => results.get(id) ?? missingResult(id)));
  }
  return made;
}

function hasCall(messages: readonly ChatMessage[], id: string): boolean {
  return messages.some(({ calls }) => calls.some((call) => call.id === id));
}

function missingResult(id: string): ChatMessage {
  return { role: 'tool', text: NO_RESULT, calls: [], answers: id };
}

function withImages(message: ChatMessage, images: ChatMessage['images'] = []): ChatMessage {
  return images.length === 0 ? message : { ...message, images };
}

function userText(text: string): ChatMessage {
  return { role: 'user', text, calls: [], answers: null };
}

/** System first, then user and assistant in turn. */
function inTurn(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const made: ChatMessage[] = [];
  for (const message of messages) {
    const before = made.at(-1);
    const start = before === undefined || before.role === 'system';
    const next = message.role === 'system' && !start ? { ...message, role: 'user' as const } : message;
    if (next.role === 'tool' || next.role === 'system') made.push(next);
    else if (start && next.role === 'assistant') made.push(userText(CONTINUE), next);
    else if (before?.role === next.role) made[made.length - 1] = joined(before, next);
    else made.push(next);
  }
  return made;
}

/** Two of one role as one; an assistant that has called something was answered before it spoke again. */
function joined(first: ChatMessage, second: ChatMessage): ChatMessage {
  const text = [first.text, second.text].filter((each) => each.trim() !== '').join('\n\n');
  const images = [...(first.images ?? []), ...(second.images ?? [])];
  return withImages({ ...first, text, calls: [...first.calls, ...second.calls] }, images);
}
