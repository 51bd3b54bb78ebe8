import type { SessionEvent } from '../../index.ts';
import { numbered } from './event-text.ts';
import { below, pick, seeded } from './random.ts';

const CHATTER = [
  'Thanks, that makes sense.',
  'I ran it on my laptop as well.',
  'What does the log say?',
  'It still takes a while here.',
  'Go on.',
];
const TALK = [
  'Looking at it now.',
  'This is as expected.',
  'I will read one more file.',
  'Nothing new in there.',
];

type Mutation = (events: SessionEvent[], random: () => number) => void;

/** Changes of a session that change nothing of what has to survive it. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  chatter: (events, random) =>
    insert(events, random, { kind: 'user', id: '', at: null, text: pick(CHATTER, random) }),
  talk: (events, random) =>
    insert(events, random, { kind: 'assistant', id: '', at: null, text: pick(TALK, random) }),
  broken: (events, random) =>
    insert(events, random, {
      kind: 'opaque',
      id: '',
      at: null,
      reason: 'not a JSON object',
      raw: '{"type":"tool',
    }),
  lookup: (events, random) => {
    const callId = `extra-${below(1e9, random)}`;
    const call: SessionEvent = {
      kind: 'call',
      id: '',
      at: null,
      callId,
      tool: 'bash',
      input: { command: 'ls -la src' },
    };
    const text = `total 8\n${'-rw-r--r-- 1 dev dev 812 Nov 20 09:00 index.ts\n'.repeat(1 + below(20, random))}`;
    insert(events, random, call, {
      kind: 'result',
      id: '',
      at: null,
      callId,
      text,
      failed: false,
      exitCode: 0,
    });
  },
  colours: (events, random) =>
    change(events, random, (text) => text.replace(/^/gm, '\u001B[32m').replace(/$/gm, '\u001B[39m')),
  progress: (events, random) =>
    change(events, random, (text) => `downloading 1%\rdownloading 100%\r\n${text}`),
  blob: (events, random) =>
    change(events, random, (text) => `${text}\ndata:image/png;base64,${'iVBORw0KGgo9aA1'.repeat(200)}`),
};

/** A session with some harmless changes; the same seed gives the same. Calls and results stay in order. */
export function mutate(events: readonly SessionEvent[], seed: number): readonly SessionEvent[] {
  const random = seeded(seed);
  const changed = [...events];
  const count = 4 + below(12, random);
  for (let n = 0; n < count; n++) pick(Object.values(MUTATIONS), random)(changed, random);
  return numbered(`v${seed}`, changed);
}

/** Never before the first words of the user, nor between a call and its result. */
function insert(events: SessionEvent[], random: () => number, ...added: readonly SessionEvent[]): void {
  const first = events.findIndex(({ kind }) => kind === 'user');
  const places = events.flatMap((event, at) => (at > first && event.kind !== 'result' ? [at] : []));
  if (places.length > 0) events.splice(pick(places, random), 0, ...added);
}

/** Results of reads have to stay as they are: their hash is a fact. */
function change(events: SessionEvent[], random: () => number, alter: (text: string) => string): void {
  const places = events.flatMap((event, at) =>
    event.kind === 'result' && event.exitCode !== null ? [at] : [],
  );
  const at = places.length === 0 ? -1 : pick(places, random);
  const event = events[at];
  if (event?.kind === 'result') events[at] = { ...event, text: alter(event.text) };
}
