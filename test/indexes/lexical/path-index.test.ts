import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from '../../../src/indexes/lexical/index.ts';
import { createPathIndex } from '../../../src/indexes/lexical/path-index.ts';
import { openStore, write } from './tree-fixture.ts';

it('finds the files of one tree by the terms of their paths', () => {
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
  const numbered = fc.uniqueArray(path, { maxLength: 30 });
  fc.assert(
    fc.property(numbered, fc.infiniteStream(fc.boolean()), fc.nat(30), (known, isPresent, cut) => {
      const { store } = openStore();
      // Two segments, and paths that other trees have.
      for (const [first, some] of [
        [0, known.slice(0, cut)],
        [Math.min(cut, known.length), known.slice(cut)],
      ] as const)
        write(
          store,
          'path',
          first,
          some.map((of) => [of]),
        );
      const present = known.filter(() => isPresent.next().value);
      const files = [...present].sort();
      const fileOfPath = Int32Array.from(known, (of) => files.indexOf(of));
      const index = createPathIndex(store, fileOfPath, files.length);
      expect([...index.lengths]).toEqual(files.map((of) => analyze(of).length));
      for (const term of new Set([...known.flatMap(analyze), 'nowhere'])) {
        const expected = present.flatMap((of) => {
          const frequency = analyze(of).filter((other) => other === term).length;
          return frequency > 0 ? [[files.indexOf(of), frequency]] : [];
        });
        const found = index.postings(term);
        expect(Array.from(found.files, (file, i) => [file, found.frequencies[i]])).toEqual(expected);
      }
    }),
  );
});
