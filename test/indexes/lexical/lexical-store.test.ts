import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePostings } from '../../../src/indexes/lexical/postings.ts';
import { bodyOnly, openStore, write } from './tree-fixture.ts';

function documentsOf(store: ReturnType<typeof openStore>['store'], term: string): number[] {
  return store
    .readPostings('code', term)
    .flatMap(({ firstDoc, data }) => decodePostings(data, 4).map(({ doc }) => doc + firstDoc));
}

describe('createLexicalStore', () => {
  it('reads the lists of a term in document order, corpora apart', () => {
    const { store } = openStore();
    write(store, 'code', 11, [bodyOnly('lock'), bodyOnly('cache'), bodyOnly('lock')]);
    write(store, 'code', 1, [bodyOnly('lock')]);
    write(store, 'commit', 1, [['lock', 'cache']]);
    expect(documentsOf(store, 'lock')).toEqual([1, 11, 13]);
    expect(store.readPostings('commit', 'lock')).toHaveLength(1);
    expect(store.readPostings('code', 'nowhere')).toEqual([]);
  });

  it('gives lengths by document and sees new segments', () => {
    const { store } = openStore();
    expect(store.lengths('code')).toHaveLength(0);
    write(store, 'code', 2, [['a1', 'b', '', 'c d e']]);
    expect([...store.lengths('code')]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 3]);
    write(store, 'code', 3, [bodyOnly('f')]);
    expect([...store.lengths('code')].slice(8)).toEqual([1, 1, 0, 3, 0, 0, 0, 1]);
    expect(store.lengths('code')).toBe(store.lengths('code'));
    expect(store.lengths('commit')).toHaveLength(0);
  });

  it('refuses documents that are in a segment already, and takes an empty segment as nothing', () => {
    const { store } = openStore();
    write(store, 'code', 5, [bodyOnly('a'), bodyOnly('b')]);
    expect(() => write(store, 'code', 6, [bodyOnly('c')])).toThrow(RangeError);
    expect(() => write(store, 'code', 4, [bodyOnly('c'), bodyOnly('d')])).toThrow(RangeError);
    write(store, 'code', 7, []);
    expect(store.segments('code')).toHaveLength(1);
  });

  it('gives lists whole that are stored in pieces, before and after they are joined', () => {
    const { db, store } = openStore();
    const all: number[] = [];
    for (let segment = 0; segment < 9; segment += 1) {
      const first = 1 + segment * 5_000;
      const bodies = Array.from({ length: 5_000 }, (_, i) =>
        bodyOnly(i % 3 === segment % 3 ? 'other' : 'lock'),
      );
      all.push(...bodies.flatMap((fields, i) => (fields.includes('lock') ? [first + i] : [])));
      write(store, 'code', first, bodies);
    }
    const pieces = db.prepare("SELECT count(*) FROM posting WHERE term = 'lock'").pluck();
    expect(pieces.get()).toBe(9 * 4);
    expect(documentsOf(store, 'lock')).toEqual(all);
    expect(store.mergeIfNeeded('code', (doc) => doc !== all[7])).toBe(9);
    expect(pieces.get()).toBe(Math.ceil(all.length / 960));
    expect(documentsOf(store, 'lock')).toEqual(all.filter((_, i) => i !== 7));
    expect(store.readPostings('code', 'lock')).toMatchObject([{ documents: all.length - 1 }]);
  });

  it('keeps at most eight segments, and few on the way of one document', () => {
    const { store } = openStore();
    let rewritten = 0;
    const live = (): boolean => true;
    for (let doc = 1; doc <= 512; doc += 1) {
      write(store, 'code', doc, [bodyOnly(`lock unique${doc}`)]);
      const before = store.segments('code');
      if (store.mergeIfNeeded('code', live) > 0) {
        const after = new Set(store.segments('code').map(({ id }) => id));
        for (const { id, docCount } of before) if (!after.has(id)) rewritten += docCount;
      }
      expect(store.segments('code').length).toBeLessThanOrEqual(8);
    }
    expect(documentsOf(store, 'lock')).toEqual(Array.from({ length: 512 }, (_, i) => i + 1));
    expect(documentsOf(store, 'unique300')).toEqual([300]);
    expect(rewritten).toBeLessThan(512 * Math.log2(512));
  });

  it('removes dead documents when they are more than a fifth', () => {
    const { db, store } = openStore();
    write(
      store,
      'code',
      1,
      Array.from({ length: 10 }, (_, i) => bodyOnly(`lock only${i + 1}`)),
    );
    expect(store.mergeIfNeeded('code', (doc) => doc > 2)).toBe(0);
    expect(store.mergeIfNeeded('code', (doc) => doc > 3)).toBe(1);
    expect(documentsOf(store, 'lock')).toEqual([4, 5, 6, 7, 8, 9, 10]);
    expect(documentsOf(store, 'only1')).toEqual([]);
    expect(store.lengths('code')[3 * 4 + 3]).toBe(0);
    // What is gone is not counted as dead again.
    expect(store.mergeIfNeeded('code', (doc) => doc > 3)).toBe(0);
    expect(store.mergeIfNeeded('code', () => false)).toBe(1);
    expect(store.segments('code')).toEqual([]);
    expect(db.prepare('SELECT count(*) FROM posting').pluck().get()).toBe(0);
  });

  it('reads merges of more terms than a page', () => {
    const { store } = openStore();
    const words = Array.from(
      { length: 20_000 },
      (_, i) =>
        `x${i.toString(16).replace(/./g, (digit) => 'bcdfghjklmnprtvz'[Number.parseInt(digit, 16)] ?? '')}`,
    );
    write(store, 'code', 1, [bodyOnly(words.slice(0, 15_000).join(' '))]);
    write(store, 'code', 2, [bodyOnly(words.slice(10_000).join(' '))]);
    for (let doc = 3; doc <= 9; doc += 1) write(store, 'code', doc, [bodyOnly('𠀀 ﬁ 豈 lock')]);
    expect(store.mergeIfNeeded('code', () => true)).toBe(9);
    const found = words.map((word) => documentsOf(store, word));
    expect(found).toEqual(words.map((_, i) => [...(i < 15_000 ? [1] : []), ...(i >= 10_000 ? [2] : [])]));
    expect(documentsOf(store, 'lock')).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });

  it('loses nothing whatever is written, deleted and merged', () => {
    const step = fc.record({
      texts: fc.array(fc.constantFrom('lock', 'cache lock', 'token', 'cache'), {
        minLength: 1,
        maxLength: 5,
      }),
      gap: fc.nat(2),
      die: fc.array(fc.nat(200), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const { store } = openStore();
        const texts = new Map<number, string>();
        let next = 1;
        for (const { texts: added, gap, die } of steps) {
          next += gap;
          write(store, 'code', next, added.map(bodyOnly));
          for (const text of added) texts.set(next++, text);
          for (const doc of die) texts.delete(doc);
          store.mergeIfNeeded('code', (doc) => texts.has(doc));
        }
        for (const term of ['lock', 'token']) {
          const expected = [...texts].filter(([, text]) => text.includes(term)).map(([doc]) => doc);
          expect(documentsOf(store, term).filter((doc) => texts.has(doc))).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  });
});
