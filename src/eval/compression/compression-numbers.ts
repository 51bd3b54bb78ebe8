import { BASELINES, type BaselineName } from './baselines.ts';
import { COMPACTIONS, type InjectionOutcome } from './injections.ts';
import { type CheckedFact, FACT_KINDS, type FactKind, type Share } from './measures.ts';
import type { CompressionSummary, SystemResult } from './run-compression.ts';

interface Held {
  readonly facts: number;
  readonly held: number;
}

/** A run in numbers: single facts only where they were lost. */
export interface CompressionNumbers {
  readonly fixtures: CompressionSummary['fixtures'];
  readonly results: readonly (Omit<SystemResult, 'facts'> & {
    readonly recall: Readonly<Record<FactKind, Held>>;
    readonly lost: readonly string[];
  })[];
  readonly variants: { readonly count: number; readonly recall: Readonly<Record<FactKind, Held>> };
  readonly staleFound: Share;
  readonly injections: {
    readonly count: number;
    /** By number of compactions, from 1. */
    readonly revived: readonly number[];
    readonly flagged: number;
    readonly clues: Held;
    readonly baselines: Readonly<Record<BaselineName, readonly number[]>>;
  };
  readonly cpuMsPerMb: number;
}

export function compressionNumbers(summary: CompressionSummary): CompressionNumbers {
  const { results, variants, injections } = summary;
  const clues = injections.flatMap((outcome) => outcome.clues);
  return {
    ...summary,
    results: results.map(({ facts, ...result }) => ({
      ...result,
      recall: recallOf(facts),
      lost: facts.filter(({ held }) => !held).map(({ kind, text }) => `${kind}: ${text}`),
    })),
    variants: { count: variants.count, recall: recallOf(variants.facts) },
    injections: {
      count: injections.length,
      revived: byRound(injections, ({ revived }) => revived),
      flagged: injections.filter(({ flagged }) => flagged).length,
      clues: { facts: clues.length, held: clues.filter(Boolean).length },
      baselines: Object.fromEntries(
        Object.keys(BASELINES).map((name) => [
          name,
          byRound(injections, ({ baselines }) => baselines[name as BaselineName]),
        ]),
      ) as Record<BaselineName, readonly number[]>,
    },
  };
}

function byRound(
  outcomes: readonly InjectionOutcome[],
  marks: (outcome: InjectionOutcome) => readonly boolean[],
): readonly number[] {
  return Array.from(
    { length: COMPACTIONS },
    (_, k) => outcomes.filter((each) => marks(each)[k] === true).length,
  );
}

function recallOf(facts: readonly CheckedFact[]): Readonly<Record<FactKind, Held>> {
  return Object.fromEntries(
    FACT_KINDS.map((kind) => {
      const own = facts.filter((fact) => fact.kind === kind);
      return [kind, { facts: own.length, held: own.filter(({ held }) => held).length }];
    }),
  ) as Record<FactKind, Held>;
}
