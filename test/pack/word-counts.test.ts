import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWordCounts } from '../../src/pack/tokens/word-counts.ts';

test('gives what was kept for a piece, wherever it stands, or nothing once all was forgotten', () => {
  const pieces = fc.array(fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom('a', 'b', '界') }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 6 }), (words, capacity) => {
      const counts = createWordCounts(capacity);
      const kept = new Map<string, number>();
      for (const [value, word] of words.entries()) {
        const text = `${'-'.repeat(value % 3)}${word}-`;
        const start = value % 3;
        const end = start + word.length;
        const known = kept.get(word) ?? -1;
        expect(counts.get(text, start, end)).toBe(known);
        if (known >= 0) continue;
        if (kept.size === capacity) kept.clear();
        counts.set(text, start, end, value);
        kept.set(word, value);
      }
    }),
    { seed: 3, numRuns: 500 },
  );
});
