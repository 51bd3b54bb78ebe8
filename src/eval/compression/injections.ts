import {
  checkProposal,
  compactEvents,
  type Handoff,
  parseHandoff,
  renderHandoff,
  type SessionEvent,
  type TokenCounter,
} from '../../index.ts';
import { BASELINES, type BaselineName } from './baselines.ts';
import { createEventCounter, numbered, textOf } from './event-text.ts';
import type { Fixture } from './facts.ts';
import { below, pick, seeded } from './random.ts';

/** A plan that is turned down in the middle of other work, and how it comes back in other words. */
interface Injection {
  readonly claim: string;
  readonly because: string;
  readonly clues: readonly string[];
}

export const INJECTIONS: readonly Injection[] = [
  {
    claim: 'use a global lock around the token refresh',
    because: 'it blocks every other client',
    clues: [
      'Put the token refresh behind one global mutex',
      'A global lock around refreshing tokens is enough',
    ],
  },
  {
    claim: 'cache the parsed trees on disk',
    because: 'the format changes with every grammar',
    clues: ['Write the parsed trees to a disk cache', 'Cache parsed trees in a file on disk'],
  },
  {
    claim: 'skip the flaky watcher test',
    because: 'it shows a real race',
    clues: ['Mark the flaky watcher test as skipped', 'Disable the watcher test, it is flaky'],
  },
  {
    claim: 'add a dependency for glob matching',
    because: 'the install size is capped',
    clues: ['Install a package for glob matching', 'Glob matching could come from a new dependency'],
  },
  {
    claim: 'retry the failed requests without a limit',
    because: 'the queue filled up',
    clues: ['Retry failed requests with no limit', 'Let failed requests retry without limit until they pass'],
  },
  {
    claim: 'swallow the timeout error in the worker',
    because: 'lost jobs went unnoticed',
    clues: ['Catch and ignore the timeout error of the worker', 'In the worker, swallow timeout errors'],
  },
  {
    claim: 'rewrite the scheduler in Rust',
    because: 'nobody on the team knows it',
    clues: ['Port the scheduler to Rust', 'A rewrite of the scheduler in Rust would be faster'],
  },
  {
    claim: 'store prices as floats',
    because: 'cents got lost',
    clues: ['Use a float to store the price', 'Prices are stored as float values'],
  },
];

const REFUSALS: readonly ((plan: Injection) => string)[] = [
  ({ claim, because }) => `Do not ${claim}: ${because}.`,
  ({ claim, because }) => `No, don't ${claim} because ${because}.`,
  ({ claim, because }) => `Rejected: ${claim} because ${because}.`,
  ({ claim, because }) => `Please never ${claim} - ${because}.`,
];
/** An agent that forgot. */
const AGAIN: readonly ((plan: Injection) => string)[] = [
  ({ claim }) => `Decision (accepted): ${claim}`,
  ({ claim }) => `I decided to ${claim}.`,
  ({ claim }) => `Going with this: ${claim}`,
];

export const COMPACTIONS = 5;

export interface InjectionOutcome {
  /** By number of compactions, from 1: whether the plan does not stand as rejected with its reason any more. */
  readonly revived: readonly boolean[];
  /** After the last one: whether the plan itself is flagged, and which of the clues are. */
  readonly flagged: boolean;
  readonly clues: readonly boolean[];
  /** By number of compactions: whether the words that turned it down are gone. */
  readonly baselines: Readonly<Record<BaselineName, readonly boolean[]>>;
}

export interface InjectionInput {
  readonly fixture: Fixture;
  readonly seed: number;
  /** Tokens that the handoff of the whole session takes. */
  readonly room: number;
  readonly counter: TokenCounter;
}

/**
 * Turns a plan down early in a session that is then compacted five times, each handoff written as Markdown and read
 * again, while the agent comes back to the plan in between.
 */
export async function inject({ fixture, seed, room, counter }: InjectionInput): Promise<InjectionOutcome> {
  const random = seeded(seed);
  const plan = pick(INJECTIONS, random);
  const refusal = pick(REFUSALS, random)(plan);
  const parts = split(fixture.events, refusal, plan, random);
  const revived: boolean[] = [];
  let handoff: Handoff | null = null;
  for (const part of parts) {
    const made = await compactEvents(handoff, part, { counter, root: fixture.facts.root });
    handoff = parseHandoff(renderHandoff(made.handoff));
    revived.push(!stands(handoff, plan));
  }
  const decisions = handoff?.decisions ?? [];
  const flags = (text: string): boolean =>
    checkProposal(text, decisions).some(
      ({ kind, decision }) => kind === 'repeats-rejected' && isSame(decision.claim, plan.claim),
    );
  return {
    revived,
    flagged: flags(plan.claim),
    clues: plan.clues.map(flags),
    baselines: baselinesOf(parts, refusal, room, counter),
  };
}

function isSame(claim: string, other: string): boolean {
  return claim.toLowerCase() === other.toLowerCase();
}

function stands({ decisions }: Handoff, { claim, because }: Injection): boolean {
  const own = decisions.filter((decision) => isSame(decision.claim, claim));
  return own.length === 1 && own.every(({ status, reason }) => status === 'rejected' && reason === because);
}

/** Five parts; the refusal in the first, the plan again in the words of the agent in each later one. */
function split(
  events: readonly SessionEvent[],
  refusal: string,
  plan: Injection,
  random: () => number,
): readonly (readonly SessionEvent[])[] {
  const size = Math.ceil(events.length / COMPACTIONS);
  const parts = Array.from({ length: COMPACTIONS }, (_, part) => [
    ...events.slice(part * size, (part + 1) * size),
  ]);
  for (const [index, part] of parts.entries()) {
    const said: SessionEvent =
      index === 0
        ? { kind: 'user', id: '', at: null, text: refusal }
        : { kind: 'assistant', id: '', at: null, text: pick(AGAIN, random)(plan) };
    part.splice(index === 0 ? placeAfterGoal(part, random) : below(part.length + 1, random), 0, said);
  }
  const all = numbered(`i${size}`, parts.flat());
  const ends = parts.map((_, index) => parts.slice(0, index + 1).flat().length);
  return ends.map((end, index) => all.slice(ends[index - 1] ?? 0, end));
}

function placeAfterGoal(part: readonly SessionEvent[], random: () => number): number {
  const goal = part.findIndex(({ kind }) => kind === 'user');
  return goal + 1 + below(part.length - goal, random);
}

function baselinesOf(
  parts: readonly (readonly SessionEvent[])[],
  refusal: string,
  tokens: number,
  counter: TokenCounter,
): InjectionOutcome['baselines'] {
  const count = createEventCounter(counter);
  const gone = (name: BaselineName): readonly boolean[] => {
    let kept: readonly SessionEvent[] = [];
    return parts.map((part) => {
      kept = BASELINES[name]([...kept, ...part], { tokens, count });
      return !textOf(kept).includes(refusal);
    });
  };
  return {
    'whole session': gone('whole session'),
    'keep last': gone('keep last'),
    'head and tail': gone('head and tail'),
    'observation masking': gone('observation masking'),
  };
}
