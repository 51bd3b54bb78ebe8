import { afterAll, describe, expect, it } from 'vitest';
import { type Context, openContext } from '../../src/index.ts';
import { ctxHere, removeFolders } from '../cli/run-ctx.ts';
import { makeRepository } from './make-repository.ts';

afterAll(removeFolders);

const CALLERS = 200;
const CALLS = 100;
const CHILDREN = 400;
const MEGABYTE = 1_000_000;

/** `hub` is called 20 000 times, `Base` has 400 children, `spread` calls 20 000 times, `same` is defined 1 500 times. */
function hubRepository(): string {
  const files: Record<string, string> = {
    'hub.py': 'def hub(value):\n    return value\n\n\nclass Base:\n    pass\n',
    'spread.py': `from hub import hub\n\n\ndef spread():\n${'    hub(2)\n'.repeat(20_000)}`,
    'same.py': Array.from(
      { length: 1_500 },
      (_, i) => `class Holder${i}:\n    def same(self):\n        pass\n`,
    ).join('\n'),
  };
  for (let i = 0; i < CALLERS; i++)
    files[`users/user${i}.py`] =
      `from hub import hub\n\n\ndef use_hub${i}():\n${'    hub(1)\n'.repeat(CALLS)}`;
  for (let i = 0; i < CHILDREN; i++)
    files[`kinds/kind${i}.py`] = `from hub import Base\n\n\nclass Kind${i}(Base):\n    pass\n`;
  return makeRepository(files);
}

/** Bytes of one answer of the command line, whatever is asked for. */
const JSON_CAP = 500_000;

interface RelationPage {
  readonly edges: readonly { readonly path: string; readonly line: number }[];
  readonly cursor: string | null;
}

type Relation = Parameters<Context['symbols']['related']>[1];

async function allPages(context: Context, name: string, relation: Relation) {
  const places: string[] = [];
  let largest = 0;
  for (let cursor: string | null = null; ; ) {
    const page = await context.symbols.related(name, relation, { freshness: 'stored', limit: 5_000, cursor });
    largest = Math.max(largest, page.edges.length);
    places.push(...page.edges.map(({ site }) => `${site.file.path}:${site.line}:${site.kind}`));
    cursor = page.cursor;
    if (cursor === null) return { places, largest, total: page.total, exact: page.exact };
  }
}

describe('a name that everything uses', () => {
  it('comes through the command line in pages of a bounded size, nothing twice', async () => {
    const root = hubRepository();
    await using context = await openContext(root);
    await context.index();
    const ask = async (args: readonly string[]) => {
      const run = await ctxHere(root, [...args, '--no-sync', '--json']);
      expect([run.code, run.stderr]).toEqual([0, '']);
      expect(run.stdout.length).toBeLessThan(JSON_CAP);
      return JSON.parse(run.stdout);
    };
    const used = CALLERS * CALLS + 20_000;
    const places: string[] = [];
    let cursor: string | null = null;
    // All pages are read through the library below: a few show that the commands hand the cursor on.
    for (let pages = 0; pages < 4; pages++) {
      const more: readonly string[] = cursor === null ? [] : ['--cursor', cursor];
      const page: RelationPage = await ask(['callers', 'hub', '-n', '1000000', ...more]);
      expect(page).toMatchObject({ total: used, exact: true });
      expect(page.edges).toHaveLength(1_000);
      places.push(...page.edges.map(({ path, line }) => `${path}:${line}`));
      cursor = page.cursor;
    }
    expect(cursor).not.toBeNull();
    expect(new Set(places).size).toBe(4_000);
    for (const command of ['refs', 'callers']) {
      const first = await ask([command, 'hub']);
      expect([first.edges.length, typeof first.cursor]).toEqual([50, 'string']);
    }
    expect((await ask(['callees', 'spread', '-n', '1000000'])).edges.length).toBeLessThanOrEqual(1_000);
    expect((await ask(['symbol', 'same', '-n', '1000000'])).found.length).toBeLessThanOrEqual(1_000);
    const text = await ctxHere(root, ['callers', 'hub', '-n', '1000000', '--no-sync']);
    expect(text.stdout.length).toBeLessThan(JSON_CAP);
    expect(text.stdout).toMatch(/1000 of 40000 callers; more with --cursor /);
  }, 240_000);

  it('has lists with caps, exact totals, and every entry once; its packs and traces stay small', async () => {
    await using context = await openContext(hubRepository());
    await context.index();
    const used = CALLERS * CALLS + 20_000;
    const expected: readonly (readonly [string, Relation, number])[] = [
      ['hub', 'callers', used],
      ['hub', 'references', used + CALLERS + 1],
      ['Base', 'implementations', CHILDREN],
      ['spread', 'callees', 20_000],
    ];
    for (const [name, relation, total] of expected) {
      const first = await context.symbols.related(name, relation, { freshness: 'stored' });
      expect(first.edges, relation).toHaveLength(100);
      expect(first, relation).toMatchObject({ total, exact: true });
      expect(JSON.stringify(first).length, relation).toBeLessThan(MEGABYTE);
      const all = await allPages(context, name, relation);
      expect(all.largest, relation).toBeLessThanOrEqual(1_000);
      expect(all.places, relation).toHaveLength(total);
      expect(new Set(all.places).size, relation).toBe(total);
    }
    const { found } = await context.symbols.find('same', { freshness: 'stored' });
    expect(found).toHaveLength(50);
    const many = await context.symbols.find('same', { freshness: 'stored', limit: 1_000_000 });
    expect(many.found).toHaveLength(1_000);
    expect(JSON.stringify(await context.map({ freshness: 'stored' })).length).toBeLessThan(100_000);
    const pack = await context.pack('Change what `hub` returns', 'edit', { freshness: 'stored' });
    expect(pack.tokens).toBeLessThanOrEqual(pack.budget);
    expect(JSON.stringify(pack).length).toBeLessThan(MEGABYTE);
    const trace = await context.trace(pack.traceId);
    expect(JSON.stringify(trace).length).toBeLessThan(MEGABYTE);
    expect((await context.explain(pack.traceId)).length).toBeLessThan(100_000);
    const answer = await context.query('hub', { freshness: 'stored', limit: 20 });
    expect(JSON.stringify(answer).length).toBeLessThan(100_000);
  }, 240_000);
});
