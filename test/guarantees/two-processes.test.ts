import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { ctx, type Run, removeFolders, start } from '../cli/run-ctx.ts';
import { commitAll, createWorkbench, makeRepository, write } from '../engine/make-repository.ts';

afterAll(removeFolders);
const bench = createWorkbench();

/** `npm run test:soak` searches longer. */
const TRIALS = process.env['CTX_SOAK'] ? 60 : 9;
const FILES = 40;

/** Every name tells its version; a dozen files differ between a version and the next. */
function treeOf(version: number, files = FILES, changed = 12): Record<string, string> {
  const functionOf = (i: number, j: number, of: number): string =>
    `def work_${i}_${j}_v${of}(a):\n${`    a = work_${i}_${j - 1}_v${of}(a)\n`.repeat(30)}    return a\n`;
  const textOf = (i: number, of: number): string =>
    Array.from({ length: 5 }, (_, j) => functionOf(i, j, of)).join('\n');
  return Object.fromEntries(
    Array.from({ length: files }, (_, i) => [`src/m${i}.py`, textOf(i, i < changed ? version : 0)]),
  );
}

function outcomeOf({ code, stdout, stderr }: Run): unknown {
  const said: { readonly error?: { readonly code: string } } = JSON.parse(stdout);
  if (code === 0) return 'done';
  return said.error?.code === 'LOCKED' ? 'LOCKED' : [code, stdout, stderr];
}

describe('two processes that index one tree at once', () => {
  /** Two that were told to, two that were asked something, one of each. */
  const PAIRS: readonly (readonly (readonly string[])[])[] = [
    [['index'], ['index']],
    [
      ['query', 'work'],
      ['query', 'work'],
    ],
    [['index'], ['pack', 'work', '--budget', '3000']],
  ];

  it.each(Array.from({ length: TRIALS }, (_, trial) => trial))(
    'leave what a clean build gives, nothing doubled (trial %i)',
    async (trial) => {
      const root = makeRepository(treeOf(0));
      const store = join(root, '.ctx');
      const fromNothing = trial % 2 === 0;
      if (!fromNothing) await bench.index(root, store);
      write(root, treeOf(trial + 1));
      rmSync(join(root, `src/m${FILES - 1}.py`));
      commitAll(root, `version ${trial + 1}`, 1_700_000_100);
      // Without an index only `ctx index` makes one.
      const [first = [], second = []] = fromNothing
        ? [['index'], ['index']]
        : (PAIRS[trial % PAIRS.length] ?? []);
      const later = delay((trial * 37) % 90).then(() => ctx(root, [...second, '--json']));
      const outcomes = (await Promise.all([ctx(root, [...first, '--json']), later])).map(outcomeOf);
      expect(['LOCKED', 'done']).toEqual(expect.arrayContaining(outcomes));
      expect(outcomes).toContain('done');
      expect(await bench.dump(root, store)).toBe(await bench.cleanDump(root));
      const db = new Database(join(store, 'index.db'), { readonly: true });
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(db.prepare('SELECT count(*) FROM lease').pluck().get()).toBe(0);
      db.close();
    },
    120_000,
  );
});

describe('a process that reads while another writes', () => {
  it('answers each time, with whole files only, and says how complete the index is', async () => {
    const many = 120;
    const root = makeRepository(treeOf(0, many, many));
    await bench.index(root, join(root, '.ctx'));
    write(root, treeOf(1, many, many));
    const writer = start(root, ['index', '-q']);
    const ended = new Promise<number | null>((resolve) => writer.once('close', resolve));
    const seen: string[] = [];
    while (writer.exitCode === null) {
      const run = await ctx(root, ['query', 'work', '--mode', 'lexical', '--no-sync', '--json', '-n', '400']);
      expect([run.code, run.stderr.includes('locked')]).toEqual([0, false]);
      const { hits, index } = JSON.parse(run.stdout);
      expect(hits.length).toBeGreaterThan(many);
      const versions = new Map<string, Set<string>>();
      for (const { path, symbol } of hits) {
        const version = /_v(\d)$/.exec(symbol?.name ?? '')?.[1];
        if (version !== undefined) versions.set(path, (versions.get(path) ?? new Set()).add(version));
      }
      expect(versions.size).toBeGreaterThan(0);
      for (const [path, of] of versions) expect([path, of.size]).toEqual([path, 1]);
      seen.push(index.completeness);
    }
    expect(await ended).toBe(0);
    expect(seen.length).toBeGreaterThan(0);
    for (const said of seen) expect(['complete', 'partial']).toContain(said);
    expect(await bench.dump(root, join(root, '.ctx'))).toBe(await bench.cleanDump(root));
  }, 240_000);
});
