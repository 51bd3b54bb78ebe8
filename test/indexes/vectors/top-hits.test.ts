import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareHits, createTopHits } from '../../../src/indexes/vectors/top-hits.ts';

describe('top hits', () => {
  it('are the first of the sorted whole', () => {
    const scores = fc.array(fc.integer({ min: -2, max: 6 }), { maxLength: 80 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 20 }), (values, limit) => {
        const fileOf = (chunk: number) => (chunk % 5 === 0 ? -1 : chunk % 7);
        const top = createTopHits({ limit, fileOf });
        for (const [chunk, score] of values.entries()) top.offer(chunk, score);
        const all = values
          .map((score, chunk) => ({ chunk, file: fileOf(chunk), score }))
          .filter(({ file, score }) => file >= 0 && score > 0)
          .sort(compareHits);
        expect(top.sorted()).toEqual(all.slice(0, limit));
      }),
    );
  });

  it('ask for the file only of scores that can enter', () => {
    const asked: number[] = [];
    const top = createTopHits({ limit: 1, fileOf: (chunk) => asked.push(chunk) });
    top.offer(1, 0.5);
    top.offer(2, 0.4);
    top.offer(3, 0);
    top.offer(4, Number.NaN);
    top.offer(5, 0.6);
    expect(asked).toEqual([1, 5]);
    expect(top.floor()).toBe(0.6);
  });
});
