import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecentMap } from '../../src/core/index.ts';

describe('what was asked for lately', () => {
  it('is made once while it is kept', () => {
    const map = createRecentMap<string, number | null>(4);
    let made = 0;
    const ask = (key: string) => map.remember(key, () => ++made);
    expect([ask('a'), ask('b'), ask('a'), ask('b')]).toEqual([1, 2, 1, 2]);
    map.set('none', null);
    expect(map.remember('none', () => 7)).toBeNull();
  });

  it('stays, and what was not goes', () => {
    const map = createRecentMap<number, number>(8);
    for (let key = 0; key < 1_000; key++) {
      map.set(key, key);
      expect(map.get(0)).toBe(0);
    }
    expect(map.get(999)).toBe(999);
    expect(map.get(900)).toBeUndefined();
  });

  it('is counted by its size; what is larger than all is not kept, nor is what it replaces', () => {
    const map = createRecentMap<string, string>(10, (text) => text.length);
    map.set('a', 'four');
    map.set('b', 'more');
    expect([map.get('a'), map.get('b')]).toEqual(['four', 'more']);
    map.set('a', 'much too long');
    expect([map.get('a'), map.get('b')]).toEqual([undefined, 'more']);
  });

  it('is the last value set, of no more than the capacity together', () => {
    const step = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const map = createRecentMap<number, number>(8);
        const last = new Map<number, number>();
        for (const [at, [key, isSet]] of steps.entries()) {
          if (isSet) {
            map.set(key, at);
            last.set(key, at);
          }
          const found = map.get(key);
          expect([last.get(key), undefined]).toContain(found);
          if (isSet) expect(found).toBe(at);
        }
        const held = Array.from({ length: 31 }, (_, key) => map.get(key));
        expect(held.filter((value) => value !== undefined).length).toBeLessThanOrEqual(8);
      }),
    );
  });
});
