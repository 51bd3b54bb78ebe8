import { describe, expect, it } from 'vitest';
import { candidateItems } from '../../src/candidate-items.ts';
import type { IndexedChunk, Neighbour, RankedCandidate, Signal } from '../../src/core/index.ts';
import { createFakeSnapshot } from '../fake-snapshot.ts';

const SOURCE = 'export function evict(key: string): void {\n  table.delete(key);\n}\n';
const TREE = {
  'src/cache.ts': SOURCE,
  'src/cache_old.ts': SOURCE,
  'src/fetch_old.ts': SOURCE.replace('evict', 'refetch'),
};

const snapshot = await createFakeSnapshot(TREE);

function chunkOf(path: string): IndexedChunk {
  const file = snapshot.fileByPath(path);
  const chunk = file && snapshot.chunkAt(file.id, 1);
  if (chunk === null || chunk === undefined) throw new Error(`no chunk in ${path}`);
  return chunk;
}

function candidate(path: string, signals: Partial<Record<Signal, number>>): RankedCandidate {
  return { chunk: chunkOf(path), score: 2, fileScore: 1, signals, hits: [] };
}

function neighbour(path: string, via: string): Neighbour {
  return {
    chunk: chunkOf(path),
    via: chunkOf(via).id,
    relation: 'callee',
    role: 'dataflow',
    distance: 1,
    confidence: 0.6,
    focus: [],
  };
}

function pathsFor(ranked: readonly RankedCandidate[], neighbours: readonly Neighbour[]) {
  const { items, leftOut } = candidateItems({ ranked, neighbours, snapshot, weights: {}, budget: 8_000 });
  return {
    shown: items.map(({ content }) => (content.kind === 'lines' ? content.path : '')),
    leftOut: leftOut.map(({ path, because }) => `${path}: ${because}`),
  };
}

it('takes as many candidates as a diff over a whole tree makes', () => {
  const weak = { ...candidate('src/fetch_old.ts', {}), score: 0.1 };
  const { items } = candidateItems({
    ranked: [candidate('src/cache.ts', {}), ...Array<RankedCandidate>(200_000).fill(weak)],
    neighbours: [],
    snapshot,
    weights: {},
    budget: 8_000,
  });
  expect(items.map(({ score }) => score)).toEqual([2]);
});

describe('a copy kept beside its original', () => {
  it('is not shown for a name that both define', () => {
    const pointed = { mention: 1, legacy: 0.6 };
    expect(
      pathsFor([candidate('src/cache.ts', { mention: 1 }), candidate('src/cache_old.ts', pointed)], []),
    ).toEqual({
      shown: ['src/cache.ts'],
      leftOut: ['src/cache_old.ts: legacy'],
    });
  });

  it('is not shown as a neighbour', () => {
    const ranked = [candidate('src/fetch_old.ts', {})];
    expect(pathsFor(ranked, [neighbour('src/cache_old.ts', 'src/fetch_old.ts')]).shown).toEqual([
      'src/fetch_old.ts',
    ]);
    expect(pathsFor(ranked, [neighbour('src/cache.ts', 'src/fetch_old.ts')]).shown).toEqual([
      'src/fetch_old.ts',
      'src/cache.ts',
    ]);
  });
});

describe('a file that is only called old', () => {
  it('is shown where the task points at it', () => {
    const ranked = [candidate('src/fetch_old.ts', { mention: 1, legacy: 0.6 })];
    expect(pathsFor(ranked, [])).toEqual({ shown: ['src/fetch_old.ts'], leftOut: [] });
  });
});

it('takes the first line for the head of what defines nothing, but not that of imports', async () => {
  const tree = await createFakeSnapshot({ 'cache.test.ts': "it('evicts', () => {\n  evict('a');\n});\n" });
  const chunk = tree.chunkAt(0, 1);
  if (chunk === null) throw new Error('no chunk');
  const headsAs = (kind: IndexedChunk['kind']) => {
    const ranked = [{ ...candidate('src/cache.ts', {}), chunk: { ...chunk, kind } }];
    const { items } = candidateItems({ ranked, neighbours: [], snapshot: tree, weights: {}, budget: 8_000 });
    return items.map(({ content }) => (content.kind === 'lines' ? content.heads : null));
  };
  expect(headsAs('block')).toEqual([[{ startLine: 1, endLine: 1 }]]);
  expect(headsAs('imports')).toEqual([[]]);
});
