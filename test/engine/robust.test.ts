import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnalysisPool, createAnalysisPool } from '../../src/analysis-pool.ts';
import { CtxError, isCtxError } from '../../src/core/index.ts';
import { createWorkbench, git, makeRepository, tempFolder, write } from './make-repository.ts';

const bench = createWorkbench();

function filesOf(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`src/m${i}.py`, `def f${i}():\n    return ${i}\n`]),
  );
}

/** The pool, with something done before each job. */
function poolWith(before: (paths: readonly string[]) => void): AnalysisPool {
  return {
    ...bench.pool,
    analyze: async (files) => {
      before(files.map(({ path }) => path));
      return bench.pool.analyze(files);
    },
  };
}

describe('indexing', () => {
  it('knows a file that stops the parser by path only, and the others whole', async () => {
    const root = makeRepository({
      ...filesOf(5),
      'src/poison.py': 'def p():\n    pass\n',
      'src/twin.py': 'def p():\n    pass\n',
    });
    const store = tempFolder();
    let deaths = 0;
    const pool = poolWith((paths) => {
      if (!paths.includes('src/poison.py')) return;
      deaths++;
      throw new CtxError('PARSER_FAILED', 'The thread died.');
    });
    const report = await bench.index(root, store, { pool });
    expect(deaths).toBe(1 + 3);
    expect(report.skipped).toEqual({ quarantined: 2 });
    expect(report.files).toBe(5);
    expect(report.notes.join()).toContain('src/poison.py');
    // It is not tried again until it changes.
    await bench.index(root, store, { pool, now: () => Date.now() + 10_000 });
    await bench.index(root, store, { pool, now: () => Date.now() + 10_000 });
    expect(deaths).toBeLessThanOrEqual(1 + 3 + 4);
    write(root, { 'src/poison.py': 'def cured():\n    pass\n', 'src/twin.py': 'def p():\n    return 1\n' });
    await bench.index(root, store);
    expect(await bench.dump(root, store)).toBe(await bench.cleanDump(root));
  });

  it('passes on what is no fault of a file', async () => {
    const root = makeRepository(filesOf(2));
    const pool = poolWith(() => {
      throw new CtxError('RUNTIME', 'No thread could be started.');
    });
    await expect(bench.index(root, tempFolder(), { pool })).rejects.toMatchObject({ code: 'RUNTIME' });
  });

  it('survives files that go or change between the listing and the reading', async () => {
    const root = makeRepository({ ...filesOf(3), 'src/z.py': 'def z():\n    pass\n' });
    const store = tempFolder();
    let done = false;
    const vanish = (): void => {
      if (done) return;
      done = true;
      rmSync(join(root, 'src/m1.py'));
      writeFileSync(join(root, 'src/z.py'), 'def changed_on_the_way():\n    pass\n');
    };
    // The walk is over when the step `files` begins; the clock is asked before every file.
    let calls = 0;
    await bench.index(root, store, {
      now: () => {
        if (++calls === 2) vanish();
        return Date.now();
      },
    });
    expect(done).toBe(true);
    expect(await bench.dump(root, store)).not.toContain('unreadable');
    expect(await bench.dump(root, store)).toContain('changed_on_the_way');
    expect(await bench.dump(root, store)).toBe(await bench.cleanDump(root));
  });

  it('can be cancelled, and goes on from there', async () => {
    const root = makeRepository(filesOf(200));
    const store = tempFolder();
    const stop = new AbortController();
    let jobs = 0;
    const pool = poolWith(() => {
      if (++jobs === 3) stop.abort();
    });
    await expect(bench.index(root, store, { pool, signal: stop.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    const reader = bench.reader(root, store);
    const { snapshot, release } = await reader.hold();
    expect(snapshot.complete).toBe(false);
    const kept = snapshot.files.length;
    expect(kept).toBeGreaterThan(0);
    release();
    reader.close();
    const report = await bench.index(root, store);
    expect(report.parsed).toBe(200 - kept);
    expect(await bench.dump(root, store)).toBe(await bench.cleanDump(root));
  });

  it('keeps the files when the history cannot be read', async () => {
    const root = makeRepository(filesOf(2));
    const tip = git(root, ['rev-parse', 'HEAD']);
    write(root, { 'src/new.py': 'def fresh():\n    pass\n' });
    git(root, ['commit', '-q', '--allow-empty', '-m', 'second']);
    rmSync(join(root, '.git/objects', tip.slice(0, 2), tip.slice(2)));
    const store = tempFolder();
    const report = await bench.index(root, store);
    expect(report.notes.join()).toContain('history');
    const reader = bench.reader(root, store);
    const { snapshot, release } = await reader.hold();
    expect(snapshot.complete).toBe(true);
    expect(snapshot.files.map(({ path }) => path)).toContain('src/new.py');
    release();
    reader.close();
  });

  it('works outside git and in a repository without commits', async () => {
    const folder = tempFolder();
    write(folder, { 'a.py': 'def f():\n    pass\n', 'b/c.md': '# Title\n\nText\n' });
    const store = tempFolder();
    expect((await bench.index(folder, store)).files).toBe(2);
    execFileSync('git', ['init', '-q'], {
      cwd: folder,
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    });
    expect((await bench.index(folder, store)).parsed).toBe(0);
    expect(await bench.dump(folder, store)).toBe(await bench.cleanDump(folder));
    expect(existsSync(join(folder, '.ctx'))).toBe(false);
  });
});

describe('the pool', () => {
  it('starts its threads in a program that was started with flags of its own', () => {
    const root = makeRepository(filesOf(2));
    const library = join(import.meta.dirname, '../../dist/lib/index.js');
    const program = `
      const { openContext } = await import(${JSON.stringify(library)});
      const context = await openContext('.');
      console.log((await context.index()).parsed);
      await context.close();`;
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    const args = ['--input-type=module', '-e', program];
    expect(execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' }).trim()).toBe('2');
  });

  it('fails a job that hangs, and works on', async () => {
    const pool = createAnalysisPool({ embed: { dimensions: 32 }, size: 1, deadlineMs: 1 });
    const file = { path: 'a.txt', hash: '0'.repeat(32), language: null, text: 'word\n'.repeat(1_000) };
    const failure = await pool.analyze([file]).catch((error: unknown) => error);
    expect(isCtxError(failure)).toBe(true);
    await pool.close();
    await expect(pool.analyze([file])).rejects.toMatchObject({ code: 'ABORTED' });
    const patient = createAnalysisPool({ embed: { dimensions: 32 }, size: 1 });
    expect((await patient.analyze([file])).files).toHaveLength(1);
    await patient.close();
  });
});
