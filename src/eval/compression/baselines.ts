import type { SessionEvent } from '../../index.ts';

export interface Room {
  /** Tokens that may be kept. */
  readonly tokens: number;
  readonly count: (event: SessionEvent) => number;
}

/** What stays of the events; the room is what the handoff of the same session takes. */
export type Baseline = (events: readonly SessionEvent[], room: Room) => readonly SessionEvent[];

/** Other ways to go on with a conversation, none of which needs a model. */
export const BASELINES = {
  'whole session': (events: readonly SessionEvent[]) => events,
  'keep last': keepLast,
  'head and tail': headAndTail,
  'observation masking': maskObservations,
} as const satisfies Readonly<Record<string, Baseline>>;
export type BaselineName = keyof typeof BASELINES;

/** The newest events that fit; of the last that does not, the end of its text where that is worth it. */
function keepLast(events: readonly SessionEvent[], { tokens, count }: Room): readonly SessionEvent[] {
  let from = events.length;
  let room = tokens;
  while (from > 0) {
    const next = count(events[from - 1] as SessionEvent);
    if (next > room) break;
    room -= next;
    from--;
  }
  const event = events[from - 1];
  const cut = event?.kind === 'result' ? { ...event, text: event.text.slice(-room * CHARACTERS) } : null;
  const fits = cut !== null && room >= LEAST && count(cut) <= room;
  return fits ? [cut, ...events.slice(from)] : events.slice(from);
}

/** Of text to a token, at most: what is cut has to fit. */
const CHARACTERS = 3;
const LEAST = 100;

/** Half of the room for the beginning, the rest for the end. */
function headAndTail(events: readonly SessionEvent[], { tokens, count }: Room): readonly SessionEvent[] {
  let to = 0;
  let used = 0;
  while (to < events.length) {
    const next = count(events[to] as SessionEvent);
    if (used + next > tokens / 2) break;
    used += next;
    to++;
  }
  return [...events.slice(0, to), ...keepLast(events.slice(to), { tokens: tokens - used, count })];
}

/** Results of tools before the newest ten by a mark; words and calls stay. It keeps to no room. */
const NEWEST = 10;
const MASK = '[output left out]';

function maskObservations(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const results = events.filter(({ kind }) => kind === 'result');
  const shown = new Set(results.slice(-NEWEST).map(({ id }) => id));
  return events.map((event) =>
    event.kind === 'result' && !shown.has(event.id) && event.text !== MASK ? { ...event, text: MASK } : event,
  );
}
