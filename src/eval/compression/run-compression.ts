import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  compactEvents,
  createTokenCounter,
  type Handoff,
  parseHandoff,
  renderHandoff,
  type SessionEvent,
  type TokenCounter,
} from '../../index.ts';
import { BASELINES, type BaselineName } from './baselines.ts';
import { createEventCounter, numbered, textOf } from './event-text.ts';
import { type Fixture, readFixtures } from './facts.ts';
import { COMPACTIONS, type InjectionOutcome, inject } from './injections.ts';
import { type Judge, judged } from './judge.ts';
import {
  agrees,
  type CheckedFact,
  contradictions,
  factsInHandoff,
  factsInText,
  nextAction,
  recovers,
  type Share,
  staleFound,
  staleHashes,
  staleQuotes,
} from './measures.ts';
import { mutate } from './mutate.ts';
import { below, seeded } from './random.ts';

export interface CompressionOptions {
  /** Folder of `NAME.facts.json` with their sessions. */
  readonly fixtures: string;
  /** Folder of `NAME.md`: what a free-text prompt made of each session. */
  readonly summaries: string | null;
  /** Variants and injections of each fixture. */
  readonly variants: number;
  readonly injections: number;
  readonly judge: Judge | null;
  readonly say: (text: string) => void;
}

export type SystemName = 'ctx handoff' | BaselineName | 'recorded summary';

/** One way to compact one session. */
export interface SystemResult {
  readonly system: SystemName;
  readonly fixture: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** By the field that has to say it for ctx, by any mention for the others. */
  readonly facts: readonly CheckedFact[];
  readonly contradictions: Share;
  /** File contents held that are not so in the work tree any more. */
  readonly stale: Share;
  /** The fixed rule picks the action that a person wrote down; the same as from the whole session. */
  readonly nextAsWritten: boolean;
  readonly nextAsFull: boolean;
  readonly recovered: boolean;
  readonly judged: number | null;
}

export interface CompressionSummary {
  readonly fixtures: readonly { readonly name: string; readonly tokens: number; readonly events: number }[];
  readonly results: readonly SystemResult[];
  readonly variants: { readonly count: number; readonly facts: readonly CheckedFact[] };
  readonly staleFound: Share;
  readonly injections: readonly InjectionOutcome[];
  /** CPU milliseconds for a megabyte of session text, the long sessions together, second round. */
  readonly cpuMsPerMb: number;
}

/** Measures what compaction keeps, on sessions with known facts. Deterministic, but for the CPU time and a judge. */
export async function runCompression(options: CompressionOptions): Promise<CompressionSummary> {
  const counter = await createTokenCounter('o200k_base');
  const fixtures = readFixtures(options.fixtures);
  const results: SystemResult[] = [];
  const injections: InjectionOutcome[] = [];
  const variantFacts: CheckedFact[] = [];
  const found: Share[] = [];
  for (const [index, fixture] of fixtures.entries()) {
    options.say(`${fixture.facts.name}: ${fixture.events.length} events`);
    const own = await resultsOf(fixture, counter, options);
    results.push(...own);
    const room = own[0]?.tokensAfter ?? 0;
    found.push(staleFound(fixture, await inSteps(fixture, fixture.events, counter, index)));
    for (let n = 0; n < options.variants; n++) {
      const seed = index * 10_000 + n;
      const handoff = await inSteps(fixture, mutate(fixture.events, seed), counter, seed);
      variantFacts.push(...factsInHandoff(fixture.facts, handoff));
    }
    for (let n = 0; n < options.injections; n++)
      injections.push(await inject({ fixture, seed: index * 10_000 + n, room, counter }));
  }
  return {
    fixtures: fixtures.map(({ facts, events }) => {
      const tokens = results.find(({ fixture }) => fixture === facts.name)?.tokensBefore ?? 0;
      return { name: facts.name, tokens, events: events.length };
    }),
    results,
    variants: { count: options.variants * fixtures.length, facts: variantFacts },
    staleFound: sumOf(found),
    injections,
    cpuMsPerMb: await cpuMsPerMb(fixtures, counter),
  };
}

export function sumOf(shares: readonly Share[]): Share {
  return shares.reduce((sum, { wrong, all }) => ({ wrong: sum.wrong + wrong, all: sum.all + all }), {
    wrong: 0,
    all: 0,
  });
}

/** The handoff after up to five compactions at seeded places, each written and read again. */
async function inSteps(
  { facts }: Fixture,
  events: readonly SessionEvent[],
  counter: TokenCounter,
  seed: number,
): Promise<Handoff> {
  const random = seeded(seed);
  const cuts = Array.from({ length: below(COMPACTIONS, random) }, () => below(events.length, random));
  let handoff: Handoff | null = null;
  let from = 0;
  for (const to of [...cuts.sort((a, b) => a - b), events.length]) {
    const made = await compactEvents(handoff, events.slice(from, to), { counter, root: facts.root });
    handoff = parseHandoff(renderHandoff(made.handoff));
    from = to;
  }
  return handoff as Handoff;
}

async function resultsOf(
  fixture: Fixture,
  counter: TokenCounter,
  { summaries, judge }: CompressionOptions,
): Promise<readonly SystemResult[]> {
  const { facts } = fixture;
  const events = numbered('f', fixture.events);
  const full = (await compactEvents(null, events, { counter, root: facts.root })).handoff;
  const count = createEventCounter(counter);
  const tokensBefore = events.reduce((sum, event) => sum + count(event), 0);
  const handoff = await inSteps(fixture, events, counter, 0);
  const markdown = renderHandoff(handoff);
  const room = counter.count(markdown);

  const result = async (
    system: SystemName,
    state: Handoff,
    text: string,
    own: Pick<SystemResult, 'facts' | 'stale' | 'tokensAfter'>,
  ): Promise<SystemResult> => ({
    system,
    fixture: facts.name,
    tokensBefore,
    ...own,
    contradictions: contradictions(facts, state),
    nextAsWritten: agrees(nextAction(state), facts.next),
    nextAsFull: JSON.stringify(nextAction(state)) === JSON.stringify(nextAction(full)),
    recovered: recovers(facts, state),
    judged: judge === null ? null : await judged(judge, text, own.facts),
  });

  const made = [
    await result('ctx handoff', handoff, markdown, {
      facts: factsInHandoff(facts, handoff),
      stale: staleHashes(fixture, handoff),
      tokensAfter: room,
    }),
  ];
  for (const [name, keep] of Object.entries(BASELINES)) {
    const kept = keep(events, { tokens: room, count });
    // The best that could be read out of what is left.
    const state = (await compactEvents(null, kept, { counter, root: facts.root })).handoff;
    const text = textOf(kept);
    const shown = kept.flatMap((event) => (event.kind === 'result' ? [event.text] : []));
    made.push(
      await result(name as BaselineName, state, text, {
        facts: factsInText(facts, text),
        stale: staleQuotes(fixture, shown),
        tokensAfter: kept.reduce((sum, event) => sum + count(event), 0),
      }),
    );
  }
  const summary = summaries === null ? null : join(summaries, `${facts.name}.md`);
  if (summary === null || !existsSync(summary)) return made;
  const text = readFileSync(summary, 'utf8');
  const event: SessionEvent = { kind: 'user', id: 's.1', at: null, text };
  const state = (await compactEvents(null, [event], { counter })).handoff;
  const own = {
    facts: factsInText(facts, text),
    stale: staleQuotes(fixture, [text]),
    tokensAfter: counter.count(text),
  };
  return [...made, await result('recorded summary', state, text, own)];
}

const LONG = 60_000;

/** The first round warms the code up. */
async function cpuMsPerMb(fixtures: readonly Fixture[], counter: TokenCounter): Promise<number> {
  const long = fixtures.filter(({ events }) => textOf(events).length > LONG);
  const bytes = long.reduce((sum, { events }) => sum + Buffer.byteLength(textOf(events)), 0);
  let spent = 0;
  for (let round = 0; round < 2; round++) {
    const before = process.cpuUsage();
    for (const { events, facts } of long) await compactEvents(null, events, { counter, root: facts.root });
    const { user, system } = process.cpuUsage(before);
    spent = (user + system) / 1_000;
  }
  return bytes === 0 ? 0 : (spent / bytes) * 1e6;
}
