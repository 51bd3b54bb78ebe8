import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSink,
  createWeightedList,
  decodePostings,
  decodeWeighted,
  encodePostings,
  fieldWeights,
  joinPostings,
  type Posting,
} from '../../../src/indexes/lexical/postings.ts';

/** Lists over up to four fields, with small and large gaps and frequencies. */
const lists = fc.integer({ min: 1, max: 4 }).chain((fieldCount) =>
  fc.record({
    fieldCount: fc.constant(fieldCount),
    list: fc
      .array(
        fc.record({
          gap: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 1 << 16 })),
          frequencies: fc
            .array(fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 255 })), {
              minLength: fieldCount,
              maxLength: fieldCount,
            })
            .filter((frequencies) => frequencies.some((frequency) => frequency > 0)),
        }),
        { maxLength: 40 },
      )
      .map((entries) => {
        let doc = -1;
        return entries.map(({ gap, frequencies }): Posting => {
          doc += gap;
          return { doc, frequencies };
        });
      }),
  }),
);

describe('postings', () => {
  it('decode to what was encoded', () => {
    fc.assert(
      fc.property(lists, ({ list, fieldCount }) => {
        expect(decodePostings(encodePostings(list, fieldCount), fieldCount)).toEqual(list);
      }),
    );
  });

  it('take one byte for a term that occurs once in the last field of near documents', () => {
    const list = [3, 4, 60].map((doc) => ({ doc, frequencies: [0, 0, 0, 1] }));
    expect(encodePostings(list, 4)).toHaveLength(3);
    expect(encodePostings([{ doc: 0, frequencies: [0, 0, 0, 17] }], 4)).toHaveLength(2);
  });

  it('decode to weighted sums, of the documents that someone owns', () => {
    const weights = [4, 2, 0.5, 1];
    fc.assert(
      fc.property(lists, fc.integer({ min: 0, max: 1000 }), ({ list, fieldCount }, base) => {
        const into = createWeightedList();
        const owners = new Int32Array((list.at(-1)?.doc ?? 0) + base).fill(7);
        const second = (list[1]?.doc ?? 0) + base;
        if (second < owners.length) owners[second] = -1;
        const kept = list.filter(({ doc }) => owners[doc + base] === 7);
        const used = weights.slice(0, fieldCount);
        decodeWeighted(encodePostings(list, fieldCount), base, fieldWeights(used), owners, into);
        expect(Array.from(into.docs.subarray(0, into.length))).toEqual(kept.map(({ doc }) => doc + base));
        const sums = kept.map(({ frequencies }) =>
          frequencies.reduce((sum, frequency, field) => sum + frequency * (used[field] ?? 0), 0),
        );
        expect(Array.from(into.values.subarray(0, into.length))).toEqual(sums);
      }),
    );
  });

  it('join to the encoding of the whole list, dropped documents left out', () => {
    const cuts = fc.array(fc.nat(40), { maxLength: 5 });
    fc.assert(
      fc.property(lists, cuts, fc.option(fc.nat(6)), ({ list, fieldCount }, at, dropped) => {
        const keep = dropped === null ? null : (doc: number) => doc % 7 !== dropped;
        const bounds = [0, ...[...at].sort((a, b) => a - b), list.length];
        const pieces = bounds.slice(1).map((to, i) => {
          const part = list.slice(bounds[i], to);
          const base = part[0]?.doc ?? 0;
          return {
            data: encodePostings(
              part.map(({ doc, frequencies }) => ({ doc: doc - base, frequencies })),
              fieldCount,
            ),
            documents: part.length,
            base,
            keep: keep === null ? null : (doc: number) => keep(doc + base),
          };
        });
        const sink = createSink(0);
        const documents = joinPostings(sink, pieces);
        const expected = list.filter(({ doc }) => keep === null || keep(doc));
        expect(documents).toBe(expected.length);
        expect(sink.bytes.slice(0, sink.length)).toEqual(encodePostings(expected, fieldCount));
      }),
    );
  });
});
