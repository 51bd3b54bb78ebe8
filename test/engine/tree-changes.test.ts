import { expect, it } from 'vitest';
import type { IndexWriter, ManifestEntry } from '../../src/core/index.ts';
import { createTreeChanges } from '../../src/tree-changes.ts';

const stamp = { size: 1, mtimeMs: 1, ctimeMs: 1, inode: 1 };

it('takes as many removed paths as a large tree loses at once', () => {
  const paths = Array.from({ length: 300_000 }, (_, at) => `src/${at}.ts`);
  const entry = (path: string): ManifestEntry => ({
    path,
    stamp,
    kind: 'code',
    hash: 'a'.repeat(32),
    language: null,
    skip: null,
    racy: false,
  });
  const written: (readonly string[])[] = [];
  const writer: Pick<IndexWriter, 'begin' | 'updateManifest' | 'restamp'> = {
    begin: () => {},
    updateManifest: (_, removed) => written.push(removed),
    restamp: () => {},
  };
  const changes = createTreeChanges(writer as IndexWriter, new Map(paths.map((path) => [path, entry(path)])));
  changes.settle([], [...paths, 'never/there.ts']);
  changes.finish();
  expect(written).toEqual([paths]);
  expect(changes.summary()).toEqual({ changed: true, removed: 300_000 });
});
