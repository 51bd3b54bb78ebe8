import type { ChunkId, Evidence, IndexedChunk, Query } from '../../core/index.ts';
import type { RankFacts } from '../rank-facts.ts';

/** A candidate with the score of the stages before. */
export interface ScoredChunk {
  readonly chunk: IndexedChunk;
  readonly score: number;
  /** The part of it that is its file's. */
  readonly fileScore: number;
  /** Some penalty with a negative weight applies to it: nothing is compared with it or reached from it. */
  readonly demoted: boolean;
}

export interface SignalContext {
  readonly evidence: Evidence;
  readonly query: Query;
  /** Seconds since the epoch. */
  readonly now: number;
  readonly facts: RankFacts;
  readonly similarity: (a: ChunkId, b: ChunkId) => number;
  /** Every candidate, ordered by the score of the stages before; empty in the first stage. */
  readonly ranked: readonly ScoredChunk[];
}

/** In this order. A signal of a later stage depends on the order that the earlier ones give. */
export const STAGES = ['evidence', 'neighbourhood', 'redundancy'] as const;
export type Stage = (typeof STAGES)[number];

/** How one signal is measured. */
export interface SignalRule {
  /** `file` signals make up the score by which files are ordered. */
  readonly level: 'chunk' | 'file';
  readonly stage: Stage;
  /** Looks at all candidates once; what it returns gives each its value in [0, 1]. */
  readonly prepare: (context: SignalContext) => (chunk: IndexedChunk) => number;
}
