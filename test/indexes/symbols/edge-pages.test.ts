import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edge, IndexedFile, ParsedFile, SymbolReader } from '../../../src/core/index.ts';
import { createSymbolReader } from '../../../src/indexes/symbols/index.ts';
import { createMemorySource, type ParsedTree, parseTree } from '../../fake-snapshot.ts';

/** One definition and `files` files that each call it `calls` times. */
async function hub(files: number, calls: number): Promise<ParsedTree> {
  const tree = await parseTree({
    'a.py': 'def hub():\n    pass\n',
    'user.py': `from a import hub\n${'hub()\n'.repeat(calls)}`,
  });
  const [definition, user] = tree.files;
  const [defined, using] = tree.parsed;
  if (definition === undefined || user === undefined || defined === undefined || using === undefined)
    throw new Error('two files expected');
  const users = Array.from({ length: files }, (_, i): IndexedFile => {
    return { ...user, id: i + 1, path: `users/u${String(i).padStart(5, '0')}.py` };
  });
  const parsed: ParsedFile[] = [defined, ...users.map(() => using)];
  const texts = [tree.texts[0] ?? '', ...users.map(() => 'hub')];
  return { ...tree, files: [definition, ...users], parsed, texts };
}

const placeOf = ({ site }: Edge): string => `${site.file.path}:${String(site.line).padStart(6, '0')}`;

function allPages(reader: SymbolReader, limit: number): Edge[] {
  const symbol = reader.find('hub')[0];
  if (symbol === undefined) throw new Error('no hub');
  const edges: Edge[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = reader.incoming(symbol, { kinds: ['call'], limit, cursor });
    expect(page.edges.length).toBeLessThanOrEqual(limit);
    edges.push(...page.edges);
    cursor = page.cursor;
    if (cursor === null) return edges;
  }
}

describe('pages of edges', () => {
  it('give every edge once, in the order of path and line, whatever the size of a page', async () => {
    const tree = await hub(7, 5);
    const reader = createSymbolReader(createMemorySource(tree), tree.traitsOf);
    const whole = allPages(reader, 1000).map(placeOf);
    expect(whole).toHaveLength(35);
    expect(whole).toEqual([...whole].sort());
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (limit) => {
        expect(allPages(reader, limit).map(placeOf)).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it('of a name that is used 20 000 times are counted exactly, each file read once for all of them', async () => {
    const tree = await hub(2_000, 10);
    const source = createMemorySource(tree);
    const reader = createSymbolReader(source, tree.traitsOf);
    const symbol = reader.find('hub')[0];
    if (symbol === undefined) throw new Error('no hub');
    const page = reader.incoming(symbol, { kinds: ['call'] });
    expect(page.edges).toHaveLength(100);
    expect(page).toMatchObject({ total: 20_000, unresolved: 0, exact: true });
    const all = allPages(reader, 1_000).map(placeOf);
    expect(new Set(all).size).toBe(20_000);
    expect(all).toHaveLength(20_000);
    expect(Math.max(...source.reads.values())).toBe(1);
  });

  it('that are wanted in a hurry come from the nearest few files', async () => {
    const tree = await hub(2_000, 1);
    const source = createMemorySource(tree);
    const reader = createSymbolReader(source, tree.traitsOf);
    const symbol = reader.find('hub')[0];
    if (symbol === undefined) throw new Error('no hub');
    const page = reader.incoming(symbol, { kinds: ['call'], limit: 30, quick: true });
    expect(page.edges.map(placeOf)).toEqual(allPages(reader, 20).slice(0, 19).map(placeOf));
    // The file of the definition is the nearest of twenty; one more was looked at to see that there are more.
    expect(page).toMatchObject({ total: 20, exact: false });
  });

  it('cap the limit, take odd limits as one, and refuse a cursor of another make', async () => {
    const tree = await hub(150, 10);
    const reader = createSymbolReader(createMemorySource(tree), tree.traitsOf);
    expect(reader.uses('hub', { limit: 5_000, kinds: ['call'] }).edges).toHaveLength(1_000);
    expect(reader.uses('hub', { limit: -1, kinds: ['call'] }).edges).toHaveLength(1);
    expect(() => reader.uses('hub', { cursor: 'elsewhere' })).toThrow(/cursor/);
    expect(reader.uses('nothing')).toEqual({ edges: [], total: 0, unresolved: 0, exact: true, cursor: null });
  });
});

describe('finding symbols', () => {
  it('by name, by qualified name in any notation, and by a slip of the pen', async () => {
    const tree = await parseTree({
      'a.py': 'class Cache:\n    def refresh(self):\n        pass\n\ndef refresh():\n    pass\n',
    });
    const reader = createSymbolReader(createMemorySource(tree), tree.traitsOf);
    expect(reader.find('refresh').map((s) => s.qualifiedName)).toEqual(['Cache.refresh', 'refresh']);
    for (const name of ['Cache.refresh', 'Cache::refresh', 'Cache#refresh'])
      expect(reader.find(name).map((s) => s.qualifiedName)).toEqual(['Cache.refresh']);
    expect(reader.find('Refresh')).toEqual([]);
    expect(reader.suggest('refrsh', 5).map((s) => s.name)).toEqual(['refresh', 'refresh']);
    expect(reader.suggest('CACHE', 5).map((s) => s.name)).toEqual(['Cache']);
    expect(reader.suggest('zzzzzz', 5)).toEqual([]);
    expect(reader.enclosing(0, 3)?.qualifiedName).toBe('Cache.refresh');
    expect(reader.enclosing(0, 4)).toBeNull();
  });
});
