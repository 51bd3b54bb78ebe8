import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { type Context, type IndexState, openContext } from '../../src/index.ts';
import { ctxHere, emptyFolder, removeFolders, start } from '../cli/run-ctx.ts';
import { commitAll, git, write } from '../engine/make-repository.ts';

afterAll(removeFolders);

type Freshness = { readonly freshness: 'stored' | 'check' };

/** Every call of the library that answers from the index. */
const CALLS: Readonly<
  Record<string, (context: Context, options: Freshness) => Promise<{ readonly index: IndexState | null }>>
> = {
  query: (context, options) => context.query('work', options),
  'query --mode lexical': (context, options) => context.query('work', { mode: 'lexical', ...options }),
  'query --mode regex': (context, options) => context.query('work', { mode: 'regex', ...options }),
  symbol: (context, options) => context.symbols.find('work_1_1', options),
  refs: (context, options) => context.symbols.related('work_1_1', 'references', options),
  callers: (context, options) => context.symbols.related('work_1_1', 'callers', options),
  callees: (context, options) => context.symbols.related('work_1_1', 'callees', options),
  map: (context, options) => context.map(options),
  pack: (context, options) => context.pack('work', 'explore', { budget: 3_000, ...options }),
  status: (context) => context.status(),
};

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  query: ['query', 'work'],
  'query --mode lexical': ['query', 'work', '--mode', 'lexical'],
  'query --mode regex': ['query', 'work', '--mode', 'regex'],
  symbol: ['symbol', 'work_1_1'],
  refs: ['refs', 'work_1_1'],
  callers: ['callers', 'work_1_1'],
  callees: ['callees', 'work_1_1'],
  map: ['map'],
  pack: ['pack', 'work', '--budget', '3000'],
  status: ['status'],
};

function manyFiles(): string {
  const folder = emptyFolder();
  git(folder, ['init', '-q', '-b', 'main']);
  const rows = (i: number): string =>
    Array.from({ length: 60 }, (_, j) => `def work_${i}_${j}(a):\n    return work_${i}_${j - 1}(a)\n`).join(
      '\n',
    );
  write(folder, Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`src/m${i}.py`, rows(i)])));
  commitAll(folder, 'first');
  return folder;
}

function hasFiles(file: string): boolean {
  try {
    const db = new Database(file, { readonly: true });
    try {
      return db.prepare('SELECT 1 FROM entry LIMIT 1').get() !== undefined;
    } finally {
      db.close();
    }
  } catch {
    // Not made yet.
    return false;
  }
}

/** What each call and each command says, as a program reads it and, of the commands, as a person does. */
async function states(folder: string, freshness: 'stored' | 'check') {
  const said: Record<string, readonly [unknown, unknown, string]> = {};
  await using context = await openContext(folder);
  for (const [name, call] of Object.entries(CALLS)) {
    const flags = name === 'status' ? [] : freshness === 'stored' ? ['--no-sync'] : [];
    const { index } = await call(context, { freshness });
    const run = await ctxHere(folder, [...(COMMANDS[name] ?? []), ...flags, '--json']);
    const json = JSON.parse(run.stdout);
    said[name] = [index?.completeness, json.index?.completeness, run.stderr];
  }
  return said;
}

describe('every answer says how complete its index is', () => {
  it('partial after a kill, until the next run', async () => {
    const folder = manyFiles();
    const child = start(folder, ['index', '-q']);
    // The tree is marked with the first batch: only then is there something to answer from.
    while (!hasFiles(join(folder, '.ctx/index.db'))) await delay(2);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((ended) => child.once('exit', ended));
    expect(child.signalCode).toBe('SIGKILL');
    const said = await states(folder, 'stored');
    expect(Object.keys(said)).toEqual(Object.keys(COMMANDS));
    for (const [name, [library, json, text]] of Object.entries(said)) {
      expect([name, library, json]).toEqual([name, 'partial', 'partial']);
      expect([name, text]).toEqual([name, expect.stringContaining('index: partial')]);
    }
    await ctxHere(folder, ['index', '-q']);
    for (const [name, [library, json, text]] of Object.entries(await states(folder, 'stored'))) {
      expect([name, library, json]).toEqual([name, 'complete', 'complete']);
      expect(text).not.toContain('index: partial');
    }
    // More lines match than are counted: ripgrep is stopped in the middle of one.
    await using context = await openContext(folder);
    expect((await context.query('work', { mode: 'regex', freshness: 'stored' })).total).toBe(10_000);
  }, 240_000);

  it('stale, with the number of files, where the tree has changed and is not looked at', async () => {
    const folder = emptyFolder();
    git(folder, ['init', '-q', '-b', 'main']);
    write(folder, { 'src/a.py': 'def work_1_1(a):\n    return a\n', 'ctx.config.json': '{"syncLimit": 0}' });
    commitAll(folder, 'first');
    await ctxHere(folder, ['index', '-q']);
    appendFileSync(join(folder, 'src/a.py'), '\ndef late():\n    pass\n');
    write(folder, { 'src/new.py': 'def newer():\n    pass\n' });
    for (const [name, [library, json, text]] of Object.entries(await states(folder, 'check'))) {
      expect([name, library, json]).toEqual([name, 'stale', 'stale']);
      expect([name, text]).toEqual([
        name,
        expect.stringMatching(/index: stale \(2 files\): src\/a\.py, src\/new\.py/),
      ]);
    }
  });
});
