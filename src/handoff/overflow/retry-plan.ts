import type { OverflowError } from './classify-error.ts';

/** How to make a request smaller, weakest first. */
export const COMPACTION_STRENGTHS = ['trim', 'compact', 'compact-hard', 'handoff-only'] as const;
export type CompactionStrength = (typeof COMPACTION_STRENGTHS)[number];

export type RetryStep =
  | {
      readonly action: 'retry';
      readonly strength: CompactionStrength;
      /** Tokens that the input should have at most, or null where nothing is known of the limit. */
      readonly inputTarget: number | null;
      /** Tokens to reserve for the answer, or null to leave it. */
      readonly reserveOutput: number | null;
    }
  | { readonly action: 'give-up'; readonly because: string };

export interface RetryInput {
  readonly error: OverflowError;
  /** Overflows of this request so far, this one included. */
  readonly attempt: number;
  readonly reserveOutput: number;
  /** Tokens as estimated for the request that failed. */
  readonly estimated: number;
  readonly maxAttempts?: number;
}

const MAX_ATTEMPTS = 4;
/** Share of the room that an attempt of each strength aims at. */
const SHARES: Readonly<Record<CompactionStrength, number>> = {
  trim: 0.9,
  compact: 0.7,
  'compact-hard': 0.45,
  'handoff-only': 0.25,
};
const SMALLEST_ANSWER = 1_024;

/**
 * The next attempt after an overflow: stronger each time, and never more than `maxAttempts` of them. Where the input
 * alone fits, the first attempt only reserves less for the answer.
 */
export function planRetry({
  error,
  attempt,
  reserveOutput,
  estimated,
  maxAttempts = MAX_ATTEMPTS,
}: RetryInput): RetryStep {
  const strength = COMPACTION_STRENGTHS[attempt - 1];
  if (strength === undefined || attempt > maxAttempts) {
    return { action: 'give-up', because: `The request is still too long after ${attempt - 1} compactions.` };
  }
  const halved = Math.max(SMALLEST_ANSWER, Math.floor(reserveOutput / 2));
  const reserve = error.outputOnly && halved < reserveOutput ? halved : null;
  const room = error.limit === null ? null : Math.max(0, error.limit - (reserve ?? reserveOutput));
  // The provider counts otherwise than the estimate: scale the target by what it said.
  const scale =
    error.requested === null || error.requested === 0 ? 1 : Math.min(1, estimated / error.requested);
  const base = room ?? estimated;
  return {
    action: 'retry',
    strength,
    inputTarget: Math.floor(base * SHARES[strength] * scale),
    reserveOutput: reserve,
  };
}
