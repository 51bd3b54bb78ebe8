import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, readsUses } from '../../src/parse/index.ts';
import { relationCount } from '../../src/relation-text.ts';
import { relatedSymbols } from '../../src/symbol-relations.ts';
import { createFakeSnapshot } from '../fake-snapshot.ts';

const TREE = {
  'a.py': 'class Cache:\n    def get(self): pass\n    def unused(self): pass\n',
  'b.py': 'def use(thing):\n    thing.get()\n',
  'c.py': 'def lonely():\n    other()\n\ndef quiet(): pass\n',
  'style.css': '.card { color: red; }\n',
};

describe('what is said where nothing is found', () => {
  it('is none, none found with uses left open, or not read at all', async () => {
    const snapshot = await createFakeSnapshot(TREE);
    const said = (name: string, relation: 'callers' | 'callees' | 'references') =>
      relationCount(relatedSymbols(snapshot, name, relation, {}));
    expect(said('unused', 'callers')).toBe('no callers');
    expect(said('get', 'callers')).toBe('no callers found; 1 uses of the name could not be resolved');
    expect(said('lonely', 'callees')).toBe('no callees found; 1 calls in it could not be resolved');
    expect(said('quiet', 'callees')).toBe('no callees');
    expect(said('.card', 'callers')).toBe('no callers found: they are not read in css');
    expect(said('.card', 'references')).toBe('no references found: they are not read in css');
  });

  it('is never none while pages are left', () => {
    const page = { edges: [], total: 0, exact: true, unresolved: 0, unsupported: [], cursor: '0/1:0:a.py' };
    expect(relationCount({ relation: 'callers', symbols: [], suggestions: [], ...page })).toBe(
      'no callers found',
    );
  });

  it('is of the definitions that pass the filter, and at least so much where not all are looked at', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`a${at}.py`, 'def get():\n    pass\n\n\nget()\n']),
    );
    const snapshot = await createFakeSnapshot({ ...many, 'z/last.py': 'def get():\n    pass\n\n\nget()\n' });
    const all = relatedSymbols(snapshot, 'get', 'callers', {});
    expect(all.symbols).toHaveLength(20);
    expect(relationCount(all)).toBe('20 of at least 20 callers');
    const last = relatedSymbols(snapshot, 'get', 'callers', { include: ['/z'] });
    expect(last.symbols.map(({ file }) => file.path)).toEqual(['z/last.py']);
    expect(relationCount(last)).toBe('1 of 1 callers');
  });

  it('knows in which languages nothing is read, by the captures of their queries', () => {
    expect(LANGUAGES.length).toBeGreaterThan(20);
    for (const { id, read } of LANGUAGES) {
      const queries = read.how === 'grammar' ? read.queries : [];
      const embeds = read.how === 'format' && (read.embeds ?? []).length > 0;
      const query = queries
        .map((folder) => readFileSync(new URL(`../../grammars/${folder}/tags.scm`, import.meta.url), 'utf8'))
        .join('\n');
      expect({ id, uses: readsUses(id, 'uses') }).toEqual({
        id,
        uses: embeds || query.includes('@reference.'),
      });
      expect({ id, calls: readsUses(id, 'calls') }).toEqual({
        id,
        calls: embeds || query.includes('@reference.call'),
      });
    }
  });
});
