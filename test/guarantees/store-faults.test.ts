import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { isCtxError, openContext } from '../../src/index.ts';
import { authCache, ctx, ctxHere, ENV, emptyFolder, MAIN, removeFolders } from '../cli/run-ctx.ts';
import { createWorkbench, makeRepository, tempFolder } from '../engine/make-repository.ts';

afterAll(removeFolders);

/** A file system of its own in the name space of one process: no right of the superuser is needed. */
const OWN_MOUNTS = spawnSync('unshare', ['-rm', 'true']).status === 0;

/** Files that no small store holds. */
function manyFiles(): Record<string, string> {
  const line = (i: number, j: number): string =>
    `def work_${i}_${j}(value_${j}):\n    return other_${i * j}(value_${j})\n`;
  return Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [
      `src/big${i}.py`,
      Array.from({ length: 150 }, (_, j) => line(i, j)).join('\n'),
    ]),
  );
}

const LIBRARY = join(MAIN, '../../lib/index.js');
/** Answers, and tries to write each kind of memory, when nothing can be written any more. */
const LONG_LIVED = `
  import { execSync } from 'node:child_process';
  const { openContext, writeHandoff } = await import(process.env.LIBRARY);
  const context = await openContext('.');
  const written = await writeHandoff(JSON.stringify([{ role: 'user', content: 'Fix src/auth/cache.py' }]));
  await context.query('refresh_token');
  execSync('cat /dev/zero >store/filler 2>/dev/null || true');
  const query = await context.query('refresh_token');
  const pack = await context.pack('refresh_token', 'edit', { budget: 3_000 });
  const failed = (work) => work.then(() => 'written', (error) => error.code ?? String(error));
  const decision = await failed(context.decisions.record({ claim: 'Written to a full disk', status: 'accepted', reason: 'x'.repeat(9_000) }));
  const handoff = await failed(context.handoffs.save(written));
  const memory = await failed(context.memories.remember({ subject: 'cache', text: 'src/auth/cache.py holds tokens' }));
  const kept = [await context.decisions.list(), await context.handoffs.list(), await context.memories.list()].map((list) => list.length);
  await context.close();
  execSync('rm store/filler');
  console.log(JSON.stringify({ query, pack: { tokens: pack.tokens }, decision, handoff, memory, kept }));`;

describe('a full disk', () => {
  it.runIf(OWN_MOUNTS)(
    'ends the run with what to do, keeps the old index and all of memory.db',
    () => {
      const own = authCache();
      const tree = JSON.stringify(manyFiles());
      writeFileSync(join(own, '../many.json'), tree);
      writeFileSync(join(own, '../long-lived.mjs'), LONG_LIVED);
      const script = `
      set -e
      mkdir store && mount -t tmpfs -o size=2m none store
      export CTX_DIR="$PWD/store"
      node "$MAIN" index -q
      node "$MAIN" decisions add -q 'Keep the lease in SQLite' --reason 'one file' >/dev/null
      node "$MAIN" query refresh_token -q --json >before.json
      node "$MAIN" decisions list --json >decisions.json
      # One process that has the index open while the last byte goes.
      node ../long-lived.mjs >long.json
      node -e 'const m=JSON.parse(require("fs").readFileSync("../many.json"));require("fs").mkdirSync("src",{recursive:true});for(const[p,t]of Object.entries(m))require("fs").writeFileSync(p,t)'
      set +e
      node "$MAIN" index --json >full.json 2>full.txt; echo $? >code
      # Not one byte is left.
      cat /dev/zero >store/filler 2>/dev/null
      for run in query pack symbol refs map status; do
        case $run in map|status) text= ;; *) text=refresh_token ;; esac
        node "$MAIN" $run $text --json >$run.json 2>$run.txt; echo $? >$run.code
      done
      node "$MAIN" decisions add 'Written to a full disk' --json >added.json; echo $? >added.code
      rm store/filler; rm -r src/big*
      node "$MAIN" index --json >after.json; echo $? >after.code
      node "$MAIN" decisions list --json >later.json
      node "$MAIN" query refresh_token --json >again.json
      node -e 'const D=require(process.env.SQLITE);for(const n of ["index.db","memory.db"])console.log(new D("store/"+n).pragma("integrity_check",{simple:true}))' >check`;
      const sqlite = join(import.meta.dirname, '../../node_modules/better-sqlite3');
      execFileSync('unshare', ['-rm', 'bash', '-c', script], {
        cwd: own,
        env: { ...ENV, MAIN, SQLITE: sqlite, LIBRARY },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const text = (name: string): string => readFileSync(join(own, name), 'utf8').trim();
      const json = (name: string) => JSON.parse(text(name));
      const { query, pack, ...written } = json('long.json');
      expect([query.index.completeness, query.hits[0].path]).toEqual(['complete', 'src/auth/cache.py']);
      expect(query.notes).toEqual(['The disk is full: the trace of this answer was not kept.']);
      expect(pack.tokens).toBeLessThanOrEqual(3_000);
      expect(written).toEqual({
        decision: 'DISK_FULL',
        handoff: 'DISK_FULL',
        memory: 'DISK_FULL',
        kept: [1, 0, 0],
      });
      expect([text('code'), json('full.json').error.code]).toEqual(['1', 'DISK_FULL']);
      expect(text('full.txt')).toMatch(/^ctx: The disk is full.*Free some space, or set CTX_DIR/m);
      // SQLite itself needs a few bytes to read: without them the answer is what to do, and nothing is lost.
      for (const run of ['query', 'pack', 'symbol', 'refs', 'map', 'status'])
        expect([run, json(`${run}.json`).index?.completeness ?? json(`${run}.json`).error.code]).toEqual([
          run,
          expect.stringMatching(/^(?:partial|stale|DISK_FULL)$/),
        ]);
      expect([text('added.code'), json('added.json').error.code]).toEqual(['1', 'DISK_FULL']);
      expect(text('after.code')).toBe('0');
      expect(json('later.json').decisions).toEqual(json('decisions.json').decisions);
      expect(json('later.json').decisions).toHaveLength(1);
      expect(json('again.json').index.completeness).toBe('complete');
      expect(json('again.json').hits[0].path).toBe(json('before.json').hits[0].path);
      expect(text('check')).toBe('ok\nok');
    },
    240_000,
  );
});

describe('a folder that cannot be written', () => {
  /** The superuser writes anywhere but in a file system that is mounted for reading. */
  it.runIf(OWN_MOUNTS)(
    'has its index in the cache of the user, which is said, and answers from there',
    () => {
      const own = authCache();
      const out = emptyFolder();
      const script = `
      mount --bind "$TREE" "$TREE" && mount -o remount,ro,bind "$TREE" || exit 9
      cd "$TREE"
      node "$MAIN" symbol x --json >"$OUT/before.json"
      node "$MAIN" index --json >"$OUT/index.json" || exit 8
      for run in query pack symbol refs map status; do
        case $run in map|status) text= ;; *) text=refresh_token ;; esac
        node "$MAIN" $run $text --json >"$OUT/$run.json" || exit 7
      done`;
      const env = { ...ENV, XDG_CACHE_HOME: join(out, 'cache'), TREE: own, OUT: out, MAIN };
      execFileSync('unshare', ['-rm', 'bash', '-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const json = (name: string) => JSON.parse(readFileSync(join(out, `${name}.json`), 'utf8'));
      expect(json('before').error).toMatchObject({
        code: 'NO_INDEX',
        message: expect.stringContaining('ctx index'),
      });
      expect(json('index').notes.join()).toMatch(/cannot be written: the index is kept in .*cache/);
      for (const run of ['query', 'pack', 'symbol', 'refs', 'map', 'status'])
        expect([run, json(run).index.completeness]).toEqual([run, 'complete']);
      expect(json('query').hits[0].path).toBe('src/auth/cache.py');
      expect(existsSync(join(own, '.ctx'))).toBe(false);
    },
  );

  it('without write permission gives a clear error or an answer', async () => {
    const own = authCache();
    await ctx(own, ['index']);
    chmodSync(join(own, '.ctx'), 0o500);
    const run = await ctxHere(own, ['query', 'refresh_token', '--json']);
    chmodSync(join(own, '.ctx'), 0o700);
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout).hits[0].path).toBe('src/auth/cache.py');
  });
});

const bench = createWorkbench();

describe('an index file with noise in it', () => {
  const TRIALS = process.env['CTX_SOAK'] ? 200 : 12;

  /** Numbers in [0, 1) from a seed (mulberry32). */
  function randomFrom(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  function spoil(file: string, seed: number): void {
    const random = randomFrom(seed);
    const bytes = readFileSync(file);
    if (seed % 4 === 0) {
      truncateSync(file, Math.floor(random() * bytes.length));
      return;
    }
    const length = 1 + Math.floor(random() * (seed % 4 === 1 ? 64 : 20_000));
    const start = Math.floor(random() * bytes.length);
    for (let at = start; at < Math.min(bytes.length, start + length); at++)
      bytes[at] = Math.floor(random() * 256);
    writeFileSync(file, bytes);
  }

  const FILES = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `m${i}.py`,
      `def f${i}(x):\n    """Doc ${i}."""\n    return f${i + 1}(x)\n`,
    ]),
  );

  it(`answers, or says INDEX_CORRUPT or NO_INDEX, and the next full run is a clean build (seeds 0 to ${TRIALS - 1})`, async () => {
    const root = makeRepository(FILES);
    const store = join(root, '.ctx');
    const whole = join(tempFolder(), 'whole.db');
    await bench.index(root, store);
    const file = join(store, 'index.db');
    const db = new Database(file);
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    copyFileSync(file, whole);
    const clean = await bench.cleanDump(root);
    let noticed = 0;
    for (let seed = 0; seed < TRIALS; seed++) {
      for (const tail of ['-wal', '-shm', '.set-aside']) rmSync(file + tail, { force: true });
      copyFileSync(whole, file);
      spoil(file, seed);
      const context = await openContext(root);
      const failures: unknown[] = [];
      const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => failures.push(error));
      await attempt(context.query('f7 doc'));
      await attempt(context.symbols.related('f7', 'callers'));
      await attempt(context.pack('change f7', 'edit', { budget: 3_000 }));
      await attempt(context.map());
      await attempt(context.status());
      for (const error of failures)
        expect(
          isCtxError(error, 'INDEX_CORRUPT') || isCtxError(error, 'NO_INDEX'),
          `seed ${seed}: ${String(error)} ${error instanceof Error ? error.stack : ''}`,
        ).toBe(true);
      noticed += failures.length > 0 ? 1 : 0;
      // Noise in the text of a row is no damage that a database could notice: a new index is.
      if (failures.length === 0) await context.clean();
      await context.index({ full: true });
      expect((await context.query('f7 doc')).hits.length).toBeGreaterThan(0);
      await context.close();
      expect(await bench.dump(root, store)).toBe(clean);
    }
    expect(noticed).toBeGreaterThan(0);
  }, 240_000);
});
