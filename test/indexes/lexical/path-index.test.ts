import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from '../../../src/indexes/lexical/index.ts';
import { createPathIndex } from '../../../src/indexes/lexical/path-index.ts';

it('inverts the terms of paths', () => {
  const segment = fc.constantFrom(
    'src',
    'authCache',
    'auth',
    'cache.test.ts',
    'refresh_token.py',
    'größe',
    'x',
  );
  const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/'));
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 30 }), (paths) => {
      const index = createPathIndex(paths);
      expect([...index.lengths]).toEqual(paths.map((of) => analyze(of).length));
      for (const term of new Set([...paths.flatMap(analyze), 'nowhere'])) {
        const expected = paths.flatMap((of, file) => {
          const frequency = analyze(of).filter((other) => other === term).length;
          return frequency > 0 ? [[file, frequency]] : [];
        });
        const found = index.postings(term);
        const entries = Array.from(found?.files ?? [], (file, i) => [file, found?.frequencies[i]]);
        expect(entries).toEqual(expected);
      }
    }),
  );
});
