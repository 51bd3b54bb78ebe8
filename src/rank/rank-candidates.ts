import {
  type Candidate,
  type ChunkId,
  type Evidence,
  type Hit,
  type IndexedChunk,
  type Phase,
  type Query,
  type RankedCandidate,
  SIGNALS,
  type Signal,
  type Weights,
} from '../core/index.ts';
import type { RankFacts } from './rank-facts.ts';
import { byScore, type Place, reweigh, weigher } from './reweigh.ts';
import { SIGNAL_RULES } from './signals/registry.ts';
import { type ScoredChunk, type SignalContext, STAGES, type Stage } from './signals/signal-rule.ts';

/** Signals whose presence demotes: nothing is compared with, or reached from, a demoted candidate. */
const PENALTIES: readonly Signal[] = [
  'test',
  'docs',
  'config',
  'generated',
  'vendor',
  'legacy',
  'redundancy',
];

export interface RankInput {
  readonly evidence: Evidence;
  readonly query: Query;
  readonly facts: RankFacts;
  readonly phase: Phase | null;
  readonly weights: Weights;
  /** Seconds since the epoch. */
  readonly now: number;
  /** Cosine of two chunks' vectors, 0 where one is missing. */
  readonly similarity: (a: ChunkId, b: ChunkId) => number;
}

/**
 * Every chunk with a hit, best first, each with all its signals. Scores are Σ weight × signal and mean nothing
 * outside one answer.
 */
export function rankCandidates(input: RankInput): readonly RankedCandidate[] {
  const drafts = gather(input);
  for (const stage of STAGES) measure(input, stage, drafts);
  return reweigh<Candidate>(drafts, input.weights, ({ chunk }) => placeOf(chunk));
}

/** A candidate while its signals are being measured. */
interface Draft {
  readonly chunk: IndexedChunk;
  readonly hits: readonly Hit[];
  readonly signals: Record<Signal, number>;
}

function gather({ evidence, facts }: RankInput): readonly Draft[] {
  const hits = new Map<ChunkId, Hit[]>();
  for (const hit of evidence.hits) {
    const list = hits.get(hit.chunk);
    if (list === undefined) hits.set(hit.chunk, [hit]);
    else list.push(hit);
  }
  return [...hits]
    .sort(([a], [b]) => a - b)
    .flatMap(([id, list]) => {
      const chunk = facts.chunk(id);
      return chunk === null ? [] : [{ chunk, hits: list, signals: noSignals() }];
    });
}

function measure(input: RankInput, stage: Stage, drafts: readonly Draft[]): void {
  const context: SignalContext = {
    ...input,
    ranked: stage === STAGES[0] ? [] : scored(drafts, input.weights),
  };
  for (const signal of SIGNALS) {
    if (SIGNAL_RULES[signal].stage !== stage) continue;
    const valueFor = SIGNAL_RULES[signal].prepare(context);
    for (const { chunk, signals } of drafts) signals[signal] = valueFor(chunk);
  }
}

function scored(drafts: readonly Draft[], weights: Weights): readonly ScoredChunk[] {
  const weigh = weigher(weights);
  const penalties = PENALTIES.filter((signal) => (weights[signal] ?? 0) < 0);
  return drafts
    .map(({ chunk, signals }) => ({
      chunk,
      score: weigh(signals).score,
      demoted: penalties.some((signal) => signals[signal] > 0),
      ...placeOf(chunk),
    }))
    .sort(byScore);
}

function placeOf(chunk: IndexedChunk): Place {
  return { path: chunk.file.path, line: chunk.startLine };
}

const ZEROS = Object.fromEntries(SIGNALS.map((signal) => [signal, 0])) as Readonly<Record<Signal, number>>;

/** Keys in the order of the vocabulary, whatever the order of measuring: a trace compares byte for byte. */
function noSignals(): Record<Signal, number> {
  return { ...ZEROS };
}
