import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openContext, type RelationOptions } from '../../src/index.ts';
import { LANGUAGES, readsUses } from '../../src/parse/index.ts';
import { relationCount } from '../../src/relation-text.ts';
import { relatedSymbols } from '../../src/symbol-relations.ts';
import { createFakeSnapshot } from '../fake-snapshot.ts';
import { makeRepository, tempFolder } from './make-repository.ts';

const TREE = {
  'a.py': 'class Cache:\n    def get(self): pass\n    def unused(self): pass\n',
  'b.py': 'def use(thing):\n    thing.get()\n',
  'c.py': 'def lonely():\n    other()\n\ndef quiet(): pass\n',
  'style.css': '.card { color: red; }\n',
};

/** What is said of the references of each name in a repository. */
async function answersOn(
  files: Readonly<Record<string, string>>,
  names: readonly string[],
  options: readonly RelationOptions[] = [],
): Promise<readonly string[]> {
  // A store that was asked for is nothing to point out.
  await using context = await openContext(makeRepository(files), { env: { CTX_DIR: tempFolder() } });
  expect((await context.index()).notes).toEqual([]);
  const answers = names.map((name, i) => context.symbols.related(name, 'references', options[i]));
  return (await Promise.all(answers)).map(relationCount);
}

describe('definitions of a name', () => {
  it('are code before data and what it is before what opens it again; near names the same', async () => {
    await using context = await openContext(
      makeRepository({
        'a.json': '{ "Router": 1 }\n',
        'b/ext.rs': 'impl Clone for Router {}\n',
        'c/tests/t.rs': 'struct Router;\n',
        'd/mod.rs': 'impl Drop for Router {}\npub struct Router;\n',
      }),
      { env: {} },
    );
    await context.index();
    const places = [
      { path: 'd/mod.rs', line: 2 },
      { path: 'b/ext.rs', line: 1 },
      { path: 'd/mod.rs', line: 1 },
      { path: 'c/tests/t.rs', line: 1 },
      { path: 'a.json', line: 1 },
    ];
    const { found } = await context.symbols.find('Router');
    expect(found.map(({ file, nameLine }) => ({ path: file.path, line: nameLine }))).toEqual(places);
    const { suggestions } = await context.symbols.find('Routers');
    expect(suggestions.map(({ file }) => file.path)).toEqual([
      'b/ext.rs',
      'd/mod.rs',
      'd/mod.rs',
      'c/tests/t.rs',
      'a.json',
    ]);
  });
});

describe('what is said where nothing is found', () => {
  it('is none, none found with uses left open, or not read at all', async () => {
    const snapshot = await createFakeSnapshot(TREE);
    const said = (name: string, relation: 'callers' | 'callees' | 'references') =>
      relationCount({ ...relatedSymbols(snapshot, name, relation, {}), elsewhere: 0 });
    expect(said('unused', 'callers')).toBe('no callers');
    expect(said('get', 'callers')).toBe('no callers found; 1 use of the name could not be resolved');
    expect(said('lonely', 'callees')).toBe('no callees found; 1 call in it could not be resolved');
    expect(said('quiet', 'callees')).toBe('no callees');
    expect(said('.card', 'callers')).toBe('no callers found: they are not read in css');
    expect(said('.card', 'references')).toBe('no references found: they are not read in css');
  });

  it('is never none while pages are left', () => {
    const none = {
      edges: [],
      total: 0,
      exact: true,
      unresolved: 0,
      unsupported: [],
      elsewhere: 0,
      omitted: 0,
    };
    const page = { ...none, cursor: '0/1:0:a.py' };
    expect(relationCount({ relation: 'callers', symbols: [], suggestions: [], ...page })).toBe(
      'no callers found',
    );
  });

  it('is none only where the name stands nowhere else', async () => {
    const said = await answersOn(
      {
        'keys.js':
          'function byAge(a) { return a.age }\nfunction $idle() {}\nlist.sort(byAge)\nlet byAgeToo, x$idle;\n',
        'other.py': 'def key(x):\n    return x\n\nsorted([1], key=key)\nTABLE = [key]\n',
        'notes.md': 'Call `$idle` or `byAge`.\n',
      },
      ['byAge', '$idle', 'key'],
    );
    expect(said).toEqual([
      'no references found; 1 other line holds the name, as a value or in words: a regex search shows them',
      'no references',
      'no references found; 2 other lines hold the name, as a value or in words: a regex search shows them',
    ]);
  });

  it('counts a use of several clauses, overloads or look-alikes once', async () => {
    const files = {
      'lib/a.ex':
        'defmodule A do\n  def put(x), do: put(x, 1)\n  def put(x, nil), do: x\n  def put(x, y), do: {x, y}\n\n  def use_it(x), do: put(x, 2)\nend\n',
      'one.sh': 'list() { echo 1; }\n',
      'two.sh': 'list() { echo 2; }\n',
      'run.sh': 'list\n',
    };
    await using context = await openContext(makeRepository(files), { env: {} });
    await context.index();
    const linesOf = async (name: string) =>
      (await context.symbols.related(name, 'references')).edges.map(
        ({ site }) => `${site.file.path}:${site.line}`,
      );
    expect(await linesOf('put')).toEqual(['lib/a.ex:2', 'lib/a.ex:6']);
    expect(await linesOf('list')).toEqual(['run.sh:1']);
    const [put, list] = [
      await context.symbols.related('put', 'callers', { limit: 1 }),
      await context.symbols.related('list', 'references'),
    ];
    expect(relationCount(put)).toBe('1 of 2 callers');
    const rest = await context.symbols.related('put', 'callers', { cursor: put.cursor ?? '' });
    expect(rest.edges.map(({ site }) => site.line)).toEqual([6]);
    expect(list.edges[0]?.targets).toHaveLength(2);
    expect(relationCount(list)).toBe('1 of 1 references');
  });

  it('says how many definitions of a name it did not look at, after those that are not asked for', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 25 }, (_, i) => [`data/${i + 10}.json`, '{ "create": 1 }\n']),
    );
    const [all, here] = await answersOn(
      { ...files, 'src/make.js': 'function create() {}\ncreate()\n' },
      ['create', 'create'],
      [{}, { include: ['src/**'] }],
    );
    expect(all).toBe('1 of at least 1 references; 6 more definitions of the name: qualify it or name a path');
    expect(here).toBe('1 of 1 references');
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
