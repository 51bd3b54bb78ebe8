import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Handoff, SessionEvent } from '../../src/core/index.ts';
import {
  acceptanceIn,
  checkProposal,
  compact,
  constraintsIn,
  digestOutput,
  EMPTY_HANDOFF,
  parseHandoffMarkdown,
  renderHandoff,
} from '../../src/handoff/index.ts';
import { assistant, countWords, type EventInput, fixture, tool, user } from './sample-session.ts';

interface Proposals {
  readonly decisions: readonly { readonly id: string; readonly claim: string; readonly reason: string }[];
  readonly proposals: readonly { readonly text: string; readonly repeats: string | null }[];
}
const { decisions, proposals } = JSON.parse(fixture('handoff/proposals.json')) as Proposals;
const PYTEST = fixture('handoff/outputs/pytest.txt');

describe('what a user binds', () => {
  interface Sentences {
    readonly binding: readonly string[];
    readonly free: readonly string[];
  }
  const measure = (name: string) => {
    const { binding, free } = JSON.parse(fixture(`handoff/${name}.json`)) as Sentences;
    const kept = (text: string) => constraintsIn(text, 's.1').length + acceptanceIn(text, 's.1').length > 0;
    return {
      recall: binding.filter(kept).length / binding.length,
      extra: free.filter(kept).length / free.length,
    };
  };

  it('is found in sentences that nothing was tuned on, and a few others with it', () => {
    // 44 of 74 on first contact; the rest by taking for a rule what is of no free kind, tuned on the other files.
    const { recall, extra } = measure('user-sentences-held-out');
    expect(recall).toBeGreaterThanOrEqual(0.98);
    expect(extra).toBeLessThanOrEqual(0.05);
  });

  it.each(['user-sentences', 'user-sentences-unseen', 'user-sentences-tuning'])(
    'is found in those that it was tuned on: %s',
    (name) => {
      const { recall, extra } = measure(name);
      expect(recall).toBeGreaterThanOrEqual(0.98);
      expect(extra).toBeLessThanOrEqual(0.2);
    },
  );
});

/** Work that goes on around a rejection, with an agent that comes back to it. */
function filler(claim: string, random: () => number): readonly EventInput[] {
  const pick = <T>(...items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const steps = Array.from({ length: 25 }, (_, i): readonly EventInput[] =>
    pick<() => readonly EventInput[]>(
      () => [assistant(`Looking at module ${i}.`)],
      () => [
        assistant(
          pick(`Decision (accepted): ${claim}`, `I decided to ${claim}.`, `Going with this: ${claim}`),
        ),
      ],
      () => [user(pick('ok', 'go on', 'And now the next file.', 'What does the log say?'))],
      () => tool('Read', { file_path: `src/m${i}.ts` }, `text of module ${i}\n`.repeat(20)),
      () => tool('Edit', { file_path: `src/m${i % 5}.ts`, old_string: 'a', new_string: 'b' }, 'ok'),
      () => tool('Bash', { command: 'pytest -q' }, PYTEST, { exitCode: 1 }),
    )(),
  );
  return steps.flat();
}

const numbered = (name: string, events: readonly EventInput[]): readonly SessionEvent[] =>
  events.map((event, index): SessionEvent => ({ ...event, id: `${name}.${index + 1}`, at: null }));

function seeded(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The handoff after five compactions, each written and read again. */
function afterFive(claim: string, reason: string, seed: number): Handoff {
  const random = seeded(seed);
  const opening = [user('Please fix the issue.'), user(`Rejected: ${claim} because ${reason}.`)];
  let handoff: Handoff | null = null;
  for (let round = 0; round < 5; round++) {
    const events = [...(round === 0 ? opening : []), ...filler(claim, random)];
    const { handoff: next } = compact(handoff, numbered(`r${round}`, events), { counter: countWords });
    handoff = parseHandoffMarkdown(renderHandoff(next));
  }
  return handoff ?? EMPTY_HANDOFF;
}

describe('a rejected plan', () => {
  const cases = decisions.flatMap((decision, index) =>
    Array.from({ length: 13 }, (_, seed) => ({ ...decision, seed: index * 100 + seed })),
  );
  const outcomes = cases.map(({ id, claim, reason, seed }) => {
    const kept = afterFive(claim, reason, seed).decisions;
    const own = kept.filter((decision) => decision.claim === claim);
    const flags = (text: string) =>
      checkProposal(text, kept).some((warning) => warning.decision.claim === claim);
    const again = proposals.filter(({ repeats }) => repeats === id);
    return {
      stands: own.length === 1 && own[0]?.status === 'rejected' && own[0].reason === reason && flags(claim),
      asked: again.length,
      flagged: again.filter(({ text }) => flags(text)).length,
    };
  });
  const sum = (pick: (outcome: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((total, outcome) => total + pick(outcome), 0);

  it('is never revived in 208 seeded sessions of five compactions', () => {
    expect(outcomes).toHaveLength(208);
    expect(outcomes.filter(({ stands }) => !stands)).toEqual([]);
  });

  it('is seen again in other words', () => {
    expect(sum(({ flagged }) => flagged) / sum(({ asked }) => asked)).toBeGreaterThanOrEqual(0.9);
  });
});

describe('output made to hurt', () => {
  const long = (piece: string) => piece.repeat(Math.ceil(60_000 / piece.length));
  it.each([
    '\n',
    '\r',
    ' ',
    'a',
    '=',
    '_ x ',
    '<testcase a="',
    '--- FAIL: a (0.0s)\n',
    'error: ',
    'expected: ',
    'FAIL a.ts > b\n',
    '✓ a\n',
    '\u001b[',
    '/tmp/',
    '<<EOF\n',
  ])('is read in time: many of %j', (piece) => {
    const text = long(piece);
    const start = process.cpuUsage();
    digestOutput(text);
    const events = numbered('s', [
      user(text),
      assistant(text),
      ...tool('bash', { command: text }, text, { exitCode: 1 }),
    ]);
    compact(null, events, { counter: countWords });
    // Processor time, not the clock: what is quadratic takes minutes of it.
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
  });

  it('gives a handoff that can be written, whatever the words are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 6 }), (words) => {
        const events = numbered('s', [
          ...words.map((text) => user(text)),
          ...words.flatMap((text) => tool('bash', { command: text }, text, { exitCode: 1 })),
        ]);
        const { handoff } = compact(null, events, { counter: countWords });
        expect(parseHandoffMarkdown(renderHandoff(handoff))).toEqual(handoff);
      }),
      { numRuns: 200 },
    );
  });
});
