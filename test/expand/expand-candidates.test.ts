import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type IndexedChunk,
  type Neighbour,
  type PhasePlan,
  type Query,
  type RankedCandidate,
  RELATIONS,
  type Relation,
  type Snapshot,
} from '../../src/core/index.ts';
import { expandCandidates } from '../../src/expand/index.ts';
import { createFakeSnapshot, type TreeTexts } from '../fake-snapshot.ts';

const everything: PhasePlan['follow'] = {
  enclosing: 0.9,
  caller: 0.8,
  callee: 0.8,
  type: 0.7,
  config: 0.6,
  test: 0.8,
  tested: 0.9,
  rule: 1,
};

function planOf(follow: PhasePlan['follow']): PhasePlan {
  const none = { goal: 0, rules: 0, map: 0, definitions: 1, dataflow: 0, tests: 0, history: 0, reserve: 0 };
  return { phase: 'edit', shares: none, rollover: [], follow };
}

function queryOf(over: Partial<Query> = {}): Query {
  const empty = { identifiers: [], paths: [], frames: [], tests: [], errors: [], quotes: [] };
  return { text: '', kind: 'question', subject: '', spans: [], ...empty, ...over };
}

const candidate = (chunk: IndexedChunk, score: number): RankedCandidate => ({
  chunk,
  hits: [],
  signals: {},
  score,
  fileScore: score,
});

function symbolAt(snapshot: Snapshot, path: string, qualifiedName: string) {
  const file = snapshot.fileByPath(path);
  const symbols = file === null ? [] : snapshot.symbols.inFile(file.id);
  const symbol = symbols.find((one) => one.qualifiedName === qualifiedName);
  if (symbol === undefined) throw new Error(`no ${path}#${qualifiedName}`);
  return symbol;
}

/** The chunk that holds the name of a definition. */
function chunkOf(snapshot: Snapshot, path: string, qualifiedName: string): IndexedChunk {
  const { file, nameLine } = symbolAt(snapshot, path, qualifiedName);
  const chunk = snapshot.chunkAt(file.id, nameLine);
  if (chunk === null) throw new Error(`no chunk for ${path}#${qualifiedName}`);
  return chunk;
}

function expand(
  snapshot: Snapshot,
  seeds: readonly (readonly [path: string, symbol: string])[],
  follow: PhasePlan['follow'] = everything,
  query: Query = queryOf(),
): Neighbour[] {
  const ranked = seeds.map(([path, symbol], i) => candidate(chunkOf(snapshot, path, symbol), 1 - i * 0.1));
  return expandCandidates({ ranked, snapshot, plan: planOf(follow), query });
}

const pathOf = ({ chunk }: Neighbour): string => chunk.file.path;

function byRelation(neighbours: readonly Neighbour[], relation: Relation): Neighbour[] {
  return neighbours.filter((neighbour) => neighbour.relation === relation);
}

function readTree(root: string): TreeTexts {
  const walk = (folder: string): string[] =>
    readdirSync(folder)
      .map((name) => join(folder, name))
      .flatMap((path) => (statSync(path).isDirectory() ? walk(path) : [path]));
  return Object.fromEntries(walk(root).map((path) => [relative(root, path), readFileSync(path, 'utf8')]));
}

const AUTH = new URL('../../fixtures/auth-cache/tree', import.meta.url).pathname;
const authCache = () => createFakeSnapshot(readTree(AUTH));

describe('expansion of the cache example', () => {
  it('finds the caller with its call line, the tests, the rules and nothing legacy or vendored', async () => {
    const snapshot = await authCache();
    const neighbours = expand(snapshot, [['src/auth/cache.py', 'refresh_token']]);
    const callers = byRelation(neighbours, 'caller');
    expect(callers.map((n) => [n.chunk.id, n.role])).toEqual([
      [chunkOf(snapshot, 'src/client.py', 'ApiClient._call').id, 'dataflow'],
    ]);
    const lines = readFileSync(join(AUTH, 'src/client.py'), 'utf8').split('\n');
    const focus = callers.flatMap((n) => n.focus).map(({ startLine }) => lines[startLine - 1]?.trim());
    expect(focus).toContain('token = refresh_token(self.cache, self.client_id, self.secret)');
    expect(byRelation(neighbours, 'callee').map((n) => n.chunk.id)).toContain(
      chunkOf(snapshot, 'src/http.py', 'post_form').id,
    );
    const tests = byRelation(neighbours, 'test');
    expect(tests.map((n) => [n.chunk.id, n.role])).toContainEqual([
      chunkOf(snapshot, 'tests/auth/test_cache.py', 'test_concurrent_refresh_sends_one_request').id,
      'tests',
    ]);
    expect(byRelation(neighbours, 'rule').map(pathOf)[0]).toBe('AGENTS.md');
    expect(neighbours.map(pathOf).filter((path) => /^(legacy|vendor)\//.test(path))).toEqual([]);
  });

  it('finds the code under a test', async () => {
    const snapshot = await authCache();
    const seed = ['tests/auth/test_cache.py', 'test_concurrent_refresh_sends_one_request'] as const;
    const tested = byRelation(expand(snapshot, [seed]), 'tested');
    expect(new Set(tested.map((n) => n.role))).toEqual(new Set(['definitions']));
    expect(tested.map((n) => n.chunk.id)).toEqual(
      expect.arrayContaining([
        chunkOf(snapshot, 'src/auth/cache.py', 'refresh_token').id,
        chunkOf(snapshot, 'src/auth/cache.py', 'TokenCache').id,
      ]),
    );
  });

  it('finds the fixtures that the parameters of a test name', async () => {
    const body = (name: string) => `    value = "${name}"\n`.repeat(50);
    const snapshot = await createFakeSnapshot({
      'tests/conftest.py': `import pytest\n\n@pytest.fixture\ndef server():\n${body('a')}\n@pytest.fixture\ndef unused():\n${body('b')}`,
      'tests/test_it.py': `def test_it(server, tmp_path):\n${body('c')}`,
    });
    const found = byRelation(expand(snapshot, [['tests/test_it.py', 'test_it']]), 'test');
    expect(found.map((n) => n.chunk.id)).toEqual([chunkOf(snapshot, 'tests/conftest.py', 'server').id]);
  });
});

describe('each relation', () => {
  const texts: TreeTexts = {
    'pkg/AGENTS.md': '# Rules here\n\nKeep it small.\n',
    'README.md': '# Project\n\nText.\n',
    'pkg/settings.json': '{\n  "cacheLimit": 10,\n  "retryCount": 3\n}\n',
    'pkg/cache.ts': [
      "import { Store } from './store';",
      '',
      '/** Most entries. */',
      'export const CACHE_LIMIT = 10;',
      '',
      'export class Cache {',
      '  private store: Store = new Store();',
      '  put(key: string): void {',
      '    this.store.write(key, CACHE_LIMIT);',
      '  }',
      '}',
    ].join('\n'),
    'pkg/store.ts':
      'export interface Sink { write(k: string): void }\nexport class Store implements Sink {\n  write(key: string, limit = 1): void {}\n}\n',
    'pkg/cache.test.ts':
      "import { Cache } from './cache';\ntest('puts', () => {\n  new Cache().put('a');\n});\n",
    'pkg/use.ts':
      "import { Cache } from './cache';\nexport function use() {\n  const cache = new Cache();\n  cache.put('a');\n  cache.put('b');\n}\n",
  };

  it('names config keys in any spelling, of the seed and of the task', async () => {
    const snapshot = await createFakeSnapshot(texts);
    const keyOf = (query: Query) =>
      expand(snapshot, [['pkg/use.ts', 'use']], { config: 0.5 }, query).map((n) => n.chunk.file.path);
    const mention = { name: 'retry_count', qualifier: null, confidence: 1 };
    expect(keyOf(queryOf({ identifiers: [mention] }))).toEqual(['pkg/settings.json']);
    expect(keyOf(queryOf())).toEqual([]);
  });

  it('follows tests that are written at the top level of their file, both ways', async () => {
    const snapshot = await createFakeSnapshot(texts);
    const file = snapshot.fileByPath('pkg/cache.test.ts');
    const chunk = file === null ? null : snapshot.chunkAt(file.id, 3);
    if (chunk === null) throw new Error('no chunk of the test');
    const input = { snapshot, plan: planOf({ tested: 0.9 }), query: queryOf() };
    const tested = expandCandidates({ ...input, ranked: [candidate(chunk, 1)] });
    expect(tested.map(pathOf)).toEqual(['pkg/cache.ts']);
    const tests = expand(snapshot, [['pkg/cache.ts', 'Cache']], { test: 0.8 });
    expect(tests.map(pathOf)).toEqual(['pkg/cache.test.ts']);
  });

  it('puts the nearest rules first', async () => {
    const snapshot = await createFakeSnapshot(texts);
    const paths = expand(snapshot, [['pkg/use.ts', 'use']], { rule: 1 }).map((n) => n.chunk.file.path);
    expect(paths).toEqual(['pkg/AGENTS.md', 'README.md']);
  });

  it('follows only the relations of the phase, with its decay', async () => {
    const snapshot = await createFakeSnapshot(texts);
    const full = expand(snapshot, [['pkg/use.ts', 'use']], { callee: 1 });
    const half = expand(snapshot, [['pkg/use.ts', 'use']], { callee: 0.5 });
    expect(full.length).toBeGreaterThan(0);
    expect(half.map((n) => n.confidence * 2)).toEqual(full.map((n) => n.confidence));
    expect(new Set(full.map((n) => n.relation))).toEqual(new Set(['callee']));
    expect(expand(snapshot, [['pkg/use.ts', 'use']], {})).toEqual([]);
  });

  it('returns a seed only where it plays another part for a stronger one', async () => {
    const snapshot = await createFakeSnapshot(texts);
    const seeds = [
      ['pkg/cache.ts', 'Cache'],
      ['pkg/use.ts', 'use'],
    ] as const;
    const ids = new Set(seeds.map(([path, symbol]) => chunkOf(snapshot, path, symbol).id));
    const returned = expand(snapshot, seeds).filter((n) => ids.has(n.chunk.id));
    expect(returned.map(pathOf)).toEqual(['pkg/use.ts']);
    expect(returned[0]?.role).toBe('dataflow');
  });

  it('leaves weak candidates alone', async () => {
    const snapshot = await createFakeSnapshot(texts);
    const strong = candidate(chunkOf(snapshot, 'pkg/store.ts', 'Sink'), 1);
    const weak = candidate(chunkOf(snapshot, 'pkg/use.ts', 'use'), 0.3);
    const plan = planOf({ callee: 1 });
    const input = { snapshot, plan, query: queryOf() };
    expect(expandCandidates({ ...input, ranked: [strong, weak] })).toEqual([]);
    expect(expandCandidates({ ...input, ranked: [weak] }).length).toBeGreaterThan(0);
    expect(expandCandidates({ ...input, ranked: [] })).toEqual([]);
  });

  it('keeps its laws for any seeds and decays', async () => {
    const snapshot = await createFakeSnapshot(texts);
    const chunks = snapshot.files.flatMap((file) => snapshot.chunksOf(file.id));
    const follow = fc.record(
      Object.fromEntries(RELATIONS.map((r) => [r, fc.double({ min: 0.01, max: 1, noNaN: true })])),
      { requiredKeys: [] },
    );
    const seeds = fc.uniqueArray(fc.tuple(fc.constantFrom(...chunks), fc.integer({ min: 1, max: 100 })), {
      selector: ([chunk]) => chunk.id,
      maxLength: 6,
    });
    fc.assert(
      fc.property(seeds, follow, fc.integer({ min: 0, max: 20 }), (picked, decays, limit) => {
        const ranked = picked
          .map(([chunk, score]) => candidate(chunk, score))
          .sort((a, b) => b.score - a.score || a.chunk.id - b.chunk.id);
        const input = { ranked, snapshot, plan: planOf(decays), query: queryOf(), limit };
        const neighbours = expandCandidates(input);
        expect(expandCandidates(input)).toEqual(neighbours);
        expect(neighbours.length).toBeLessThanOrEqual(limit);
        expect(new Set(neighbours.map((n) => n.chunk.id)).size).toBe(neighbours.length);
        for (const { chunk, confidence, relation, via, focus } of neighbours) {
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThanOrEqual(decays[relation] ?? 0);
          expect(ranked.map((r) => r.chunk.id)).toContain(via);
          expect(via).not.toBe(chunk.id);
          for (const span of focus) {
            expect(span.startLine).toBeGreaterThanOrEqual(1);
            expect(span.endLine).toBeLessThanOrEqual(chunk.file.lineCount);
          }
        }
      }),
      { numRuns: 60, seed: 11 },
    );
  });
});
