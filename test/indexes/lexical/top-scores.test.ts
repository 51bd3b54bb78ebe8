import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topScores } from '../../../src/indexes/lexical/top-scores.ts';

/** Few different values: most of them tie. */
const score = fc.oneof(fc.integer({ min: -1, max: 4 }), fc.double({ min: 0, max: 2, noNaN: true }));

function sorted(scores: Float64Array, limit: number, rank: readonly number[] | undefined): number[] {
  return [...scores.keys()]
    .filter((index) => (scores[index] ?? 0) > 0)
    .sort(
      (a, b) =>
        (scores[b] ?? 0) - (scores[a] ?? 0) ||
        (rank === undefined ? 0 : (rank[a] ?? 0) - (rank[b] ?? 0)) ||
        a - b,
    )
    .slice(0, limit);
}

describe('topScores', () => {
  it('gives what sorting everything gives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(score, fc.integer({ min: 0, max: 3 })), { maxLength: 300 }),
        fc.integer({ min: 0, max: 40 }),
        fc.boolean(),
        (rows, limit, ranked) => {
          const scores = Float64Array.from(rows, ([value]) => value);
          const rank = ranked ? rows.map(([, place]) => place) : undefined;
          expect(topScores(scores, limit, rank)).toEqual(sorted(scores, limit, rank));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('finds the few best of rising, falling and equal scores', () => {
    const rising = Float64Array.from({ length: 1000 }, (_, i) => i);
    expect(topScores(rising, 3)).toEqual([999, 998, 997]);
    expect(topScores(rising.toReversed(), 3)).toEqual([0, 1, 2]);
    expect(topScores(new Float64Array(1000).fill(1), 3)).toEqual([0, 1, 2]);
  });
});
