import {
  type ChunkId,
  DEMOTING_SIGNALS,
  type Evidence,
  type Hit,
  type IndexedChunk,
  type Query,
  type RankedCandidate,
  SIGNALS,
  type Signal,
  type Weights,
} from '../core/index.ts';
import { comparePaths } from './compare-paths.ts';
import type { RankFacts } from './rank-facts.ts';
import { weightedSignals } from './reweigh.ts';
import { SIGNAL_RULES } from './signals/registry.ts';
import { type ScoredChunk, type SignalContext, STAGES, type Stage } from './signals/signal-rule.ts';

export interface RankInput {
  readonly evidence: Evidence;
  readonly query: Query;
  readonly facts: RankFacts;
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
  const { scores, fileScores } = weighed(drafts, input.weights);
  return inOrder(drafts, scores).map((i) => ({
    chunk: drafts.chunks[i] as IndexedChunk,
    hits: drafts.hits[i] ?? [],
    signals: signalsOf(drafts, i),
    score: scores[i] as number,
    fileScore: fileScores[i] as number,
  }));
}

/** The candidates while their signals are being measured: a column a signal, a row a candidate. */
interface Drafts {
  readonly chunks: readonly IndexedChunk[];
  readonly hits: readonly (readonly Hit[])[];
  readonly columns: Readonly<Record<Signal, Float64Array>>;
  /** In the order of the last scores: the next are much like them, and sorted from there in few steps. */
  readonly rows: number[];
}

function gather({ evidence, facts }: RankInput): Drafts {
  const byChunk = new Map<ChunkId, Hit[]>();
  for (const hit of evidence.hits) {
    const list = byChunk.get(hit.chunk);
    if (list === undefined) byChunk.set(hit.chunk, [hit]);
    else list.push(hit);
  }
  const found = [...byChunk]
    .sort(([a], [b]) => a - b)
    .flatMap(([id, hits]) => {
      const chunk = facts.chunk(id);
      return chunk === null ? [] : [{ chunk, hits }];
    });
  const columns = SIGNALS.map((signal) => [signal, new Float64Array(found.length)] as const);
  return {
    chunks: found.map(({ chunk }) => chunk),
    hits: found.map(({ hits }) => hits),
    columns: Object.fromEntries(columns) as Record<Signal, Float64Array>,
    rows: [...found.keys()],
  };
}

function measure(input: RankInput, stage: Stage, drafts: Drafts): void {
  const { chunks, columns } = drafts;
  const context: SignalContext = {
    ...input,
    ranked: stage === STAGES[0] ? [] : scored(drafts, input.weights),
  };
  for (const signal of SIGNALS) {
    if (SIGNAL_RULES[signal].stage !== stage) continue;
    const valueFor = SIGNAL_RULES[signal].prepare(context);
    const column = columns[signal];
    chunks.forEach((chunk, i) => {
      column[i] = valueFor(chunk);
    });
  }
}

function scored(drafts: Drafts, weights: Weights): readonly ScoredChunk[] {
  const { chunks, columns } = drafts;
  const penalties = DEMOTING_SIGNALS.filter((signal) => (weights[signal] ?? 0) < 0).map(
    (signal) => columns[signal],
  );
  const failing = columns.failure;
  const { scores, fileScores } = weighed(drafts, weights);
  return inOrder(drafts, scores).map((i) => ({
    chunk: chunks[i] as IndexedChunk,
    score: scores[i] as number,
    fileScore: fileScores[i] as number,
    demoted: failing[i] === 0 && penalties.some((column) => (column[i] as number) > 0),
  }));
}

/** What `weigher` gives for each candidate, to the last bit: its terms are added in the same order. */
function weighed({ chunks, columns }: Drafts, weights: Weights) {
  const scores = new Float64Array(chunks.length);
  const fileScores = new Float64Array(chunks.length);
  for (const { signal, weight, ofFile } of weightedSignals(weights)) {
    const column = columns[signal];
    for (let i = 0; i < scores.length; i += 1) {
      const part = weight * (column[i] as number);
      scores[i] = (scores[i] as number) + part;
      if (ofFile) fileScores[i] = (fileScores[i] as number) + part;
    }
  }
  return { scores, fileScores };
}

/** Rows in the order of `byScore`. */
function inOrder({ chunks, rows }: Drafts, scores: Float64Array): readonly number[] {
  return rows.sort((a, b) => {
    // Signs: a fraction would be a new object at each comparison.
    const [x, y] = [scores[a] as number, scores[b] as number];
    if (x !== y) return x > y ? -1 : 1;
    const [left, right] = [chunks[a] as IndexedChunk, chunks[b] as IndexedChunk];
    return comparePaths(left.file.path, right.file.path) || left.startLine - right.startLine;
  });
}

const ZEROS = Object.fromEntries(SIGNALS.map((signal) => [signal, 0])) as Readonly<Record<Signal, number>>;

/** Keys in the order of the vocabulary, whatever the order of measuring: a trace compares byte for byte. */
function signalsOf({ columns }: Drafts, row: number): Readonly<Record<Signal, number>> {
  const signals: Record<Signal, number> = { ...ZEROS };
  for (const signal of SIGNALS) {
    const value = columns[signal][row] as number;
    if (value !== 0) signals[signal] = value;
  }
  return signals;
}
