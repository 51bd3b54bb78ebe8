import type { SessionEvent, TokenCounter } from '../../index.ts';

/** What of an event a model would be sent. */
export function eventText(event: SessionEvent): string {
  if (event.kind === 'call') return `${event.tool} ${JSON.stringify(event.input)}`;
  return event.kind === 'opaque' ? event.raw : event.text;
}

export function textOf(events: readonly SessionEvent[]): string {
  return events.map(eventText).join('\n');
}

/** Tokens of events; each event is counted once in all. */
export function createEventCounter({ count }: TokenCounter): (event: SessionEvent) => number {
  const known = new WeakMap<SessionEvent, number>();
  return (event) => {
    const tokens = known.get(event) ?? count(eventText(event));
    known.set(event, tokens);
    return tokens;
  };
}

/** Events with ids in their order, as if they were one session. */
export function numbered(name: string, events: readonly SessionEvent[]): readonly SessionEvent[] {
  return events.map((event, index) => ({ ...event, id: `${name}.${index + 1}` }));
}
