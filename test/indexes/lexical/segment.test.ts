import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../src/core/index.ts';
import { analyze, createSegmentBuilder, mergeSegments } from '../../../src/indexes/lexical/index.ts';
import { decodePostings } from '../../../src/indexes/lexical/postings.ts';

const word = fc.constantFrom(
  'cache',
  'Lock',
  'getToken',
  'get_token',
  'x',
  'größe',
  '缓存',
  'a1b2',
  '__init__',
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
const documents = (fieldCount: number) =>
  fc.array(fc.array(text, { minLength: fieldCount, maxLength: fieldCount }), { maxLength: 20 });

function segmentOf(fieldCount: number, docs: readonly (readonly string[])[]): Segment {
  const builder = createSegmentBuilder(fieldCount);
  for (const doc of docs) builder.add(doc);
  return builder.build();
}

describe('createSegmentBuilder', () => {
  it('inverts documents', () => {
    fc.assert(
      fc.property(documents(3), (docs) => {
        const segment = segmentOf(3, docs);
        const expected = new Map<string, Map<number, number[]>>();
        docs.forEach((fields, doc) => {
          fields.forEach((field, f) => {
            for (const term of analyze(field)) {
              const list = expected.get(term) ?? new Map<number, number[]>();
              expected.set(term, list);
              const frequencies = list.get(doc) ?? [0, 0, 0];
              list.set(doc, frequencies);
              frequencies[f] = (frequencies[f] ?? 0) + 1;
            }
          });
        });
        expect(segment.terms).toEqual([...expected.keys()].sort());
        segment.terms.forEach((term, i) => {
          const data = segment.postings.subarray(segment.offsets[i], segment.offsets[i + 1]);
          const list = [...(expected.get(term) ?? [])].map(([doc, frequencies]) => ({ doc, frequencies }));
          expect(decodePostings(data, 3)).toEqual(list);
          expect(segment.docFrequencies[i]).toBe(list.length);
        });
        expect([...segment.lengths]).toEqual(docs.flatMap((fields) => fields.map((f) => analyze(f).length)));
      }),
    );
  });

  it('caps frequencies and lengths', () => {
    const segment = segmentOf(2, [['lock '.repeat(300), 'lock '.repeat(70_000)]]);
    expect(decodePostings(segment.postings, 2)).toEqual([{ doc: 0, frequencies: [255, 255] }]);
    expect([...segment.lengths]).toEqual([300, 65_535]);
  });

  it('refuses a wrong number of fields', () => {
    expect(() => createSegmentBuilder(5)).toThrow(RangeError);
    expect(() => createSegmentBuilder(2).add(['one'])).toThrow(RangeError);
  });
});

describe('mergeSegments', () => {
  it('gives what one build of all documents gives', () => {
    fc.assert(
      fc.property(documents(4), fc.array(fc.nat(20), { maxLength: 5 }), (docs, cuts) => {
        const bounds = [0, ...[...cuts].sort((a, b) => a - b), docs.length];
        const parts = bounds.slice(1).map((to, i) => ({ segment: segmentOf(4, docs.slice(bounds[i], to)) }));
        expect(mergeSegments(parts)).toEqual(segmentOf(4, docs));
      }),
    );
  });

  it('drops documents as if they had been empty, and leaves gaps empty', () => {
    fc.assert(
      fc.property(documents(2), documents(2), fc.nat(4), fc.func(fc.boolean()), (a, b, gap, alive) => {
        const keepIn = (side: string) => (doc: number) => alive(side, doc);
        const merged = mergeSegments([
          { segment: segmentOf(2, a), keep: keepIn('a') },
          { segment: segmentOf(2, b), keep: keepIn('b'), gap },
        ]);
        const empty = ['', ''];
        const expected = segmentOf(2, [
          ...a.map((doc, i) => (alive('a', i) ? doc : empty)),
          ...Array<readonly string[]>(gap).fill(empty),
          ...b.map((doc, i) => (alive('b', i) ? doc : empty)),
        ]);
        expect({ ...merged, lengths: [...merged.lengths] }).toEqual({
          ...expected,
          // Parts without a document do not say how many fields there are.
          lengths: a.length + b.length === 0 ? Array(gap).fill(0) : [...expected.lengths],
        });
      }),
    );
  });

  it('merges nothing to nothing', () => {
    expect(mergeSegments([])).toMatchObject({ docCount: 0, terms: [] });
  });
});
