import { expect, it } from 'vitest';
import type { Trace, TracedCandidate } from '../../src/core/index.ts';
import type { ReadParts } from '../../src/pack-context.ts';
import { nextHits } from '../../src/query-page.ts';
import { createFakeSnapshot } from '../fake-snapshot.ts';

const TREE = {
  'a.ts': 'export function evict(): void {\n  drop();\n}\n\nexport function keep(): void {\n  hold();\n}\n',
  'b.ts': 'export function refetch(): void {\n  load();\n}\n',
};

it('orders the files of a later page by their own largest scores', async () => {
  const snapshot = await createFakeSnapshot(TREE);
  const traced = (path: string, line: number, fileScore: number): TracedCandidate => {
    const file = snapshot.fileByPath(path);
    const chunk = file && snapshot.chunkAt(file.id, line);
    if (!chunk) throw new Error(`no chunk at ${path}:${line}`);
    const { startLine, endLine } = chunk;
    const rest = { symbol: null, signals: {}, hits: [], score: 1, reached: null } as const;
    return {
      chunk: chunk.id,
      path,
      span: { startLine, endLine },
      fileScore,
      outcome: { kind: 'ranked' },
      ...rest,
    };
  };
  const candidates = [traced('a.ts', 1, 2), traced('b.ts', 1, 3), traced('a.ts', 5, 1)];
  const trace = {
    id: 't-0000000000000',
    call: 'query',
    query: { text: 'evict' },
    candidates,
    considered: 3,
    weights: {},
  };
  const parts = { snapshot, notes: [], readLines: () => null, trace: () => trace as unknown as Trace };
  const page = await nextHits(parts as unknown as ReadParts, 'evict', 'hybrid', {
    cursor: 't-0000000000000.0',
  });
  expect(page.hits.map(({ path }) => path)).toEqual(['a.ts', 'b.ts', 'a.ts']);
  expect(page.files).toEqual([
    { path: 'b.ts', score: 3 },
    { path: 'a.ts', score: 2 },
  ]);
});
