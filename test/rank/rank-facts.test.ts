import { expect, it } from 'vitest';
import type { Snapshot } from '../../src/core/index.ts';
import { factsOf } from '../../src/rank/index.ts';

it('an import that also reaches the twin of a file does not count as one of the file', () => {
  const paths = ['src/cache_old.cs', 'src/cache.cs', 'src/namespace-user.cs', 'src/file-user.cs'];
  const imported = [[], [], [0, 1], [0]];
  const files = paths.map((path, id) => ({ path, id }));
  const snapshot = {
    files,
    fileByPath: (path: string) => files.find((file) => file.path === path) ?? null,
    symbols: {
      importers: (file: number) => files.flatMap(({ id }) => (imported[id]?.includes(file) ? [id] : [])),
      importedFiles: (file: number) => imported[file],
    },
  } as unknown as Snapshot;
  const { importers } = factsOf(snapshot);
  expect(importers(0, 'src/cache.cs')).toEqual(['src/file-user.cs']);
  expect(importers(0, null)).toEqual(['src/namespace-user.cs', 'src/file-user.cs']);
  expect(importers(0, 'src/nothing-there.cs')).toEqual(['src/namespace-user.cs', 'src/file-user.cs']);
});
