import { existsSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CtxConfig } from '../../src/config.ts';
import { openContext, packContext } from '../../src/index.ts';
import { commitAll, createWorkbench, git, makeRepository, tempFolder, write } from './make-repository.ts';

const bench = createWorkbench();

// Retries of the HTTP embedder wait for nothing here.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async () => {},
}));

const FILES = {
  'src/cache.py':
    'import threading\n\nlock = threading.Lock()\n\ndef refresh_token(key):\n    """Refreshes the token under the lock."""\n    with lock:\n        return key\n',
  'src/client.py': 'from cache import refresh_token\n\ndef fetch(key):\n    return refresh_token(key)\n',
  'docs/auth.md': '# Auth\n\nTokens are refreshed once.\n',
};

const outputs = [
  vi.spyOn(process.stdout, 'write'),
  vi.spyOn(process.stderr, 'write'),
  vi.spyOn(console, 'log'),
  vi.spyOn(console, 'warn'),
];
afterEach(() => {
  for (const output of outputs) output.mockClear();
});

function said(): number {
  return outputs.reduce((sum, output) => sum + output.mock.calls.length, 0);
}

describe('a setting that is changed', () => {
  it('takes more or less history at the next answer, without a new commit', async () => {
    const root = makeRepository(FILES);
    for (let at = 1; at < 7; at++) {
      write(root, { 'src/cache.py': `def step_${at}():\n    pass\n` });
      commitAll(root, `Step ${at} of the lighthouse`, 1_700_000_000 + at * 60);
    }
    const store = join(root, '.ctx');
    const withLimit = async (historyLimit: number) => {
      await using context = await openContext(root, { config: { historyLimit } });
      if (!existsSync(store)) await context.index();
      await context.query('lighthouse');
      const dump = await bench.dump(root, store);
      expect(dump).toBe(await bench.cleanDump(root, { historyLimit }));
      const { changed, commits } = await context.sync();
      expect({ changed, commits }).toEqual({ changed: false, commits: 0 });
      return dump.split('\n').filter((line) => line.startsWith('["commit"')).length;
    };
    const found = [];
    for (const limit of [2, 5, 100, 1, 0, 3]) found.push(await withLimit(limit));
    expect(found).toEqual([2, 5, 7, 1, 0, 3]);
  });
});

describe('an open repository', () => {
  it('indexes, queries, packs, explains, maps and closes, and says nothing', async () => {
    for (const output of outputs) output.mockClear();
    const root = makeRepository(FILES);
    await using context = await openContext(join(root, 'src'));
    expect(context.root).toBe(root);
    await expect(context.query('refresh the token')).rejects.toMatchObject({ code: 'NO_INDEX' });
    expect((await context.status()).index).toBeNull();
    const report = await context.index();
    expect(report).toMatchObject({ files: 3, parsed: 3, commits: 1, changed: true, notes: [] });

    const answer = await context.query('refresh the token under the lock');
    expect(answer.hits[0]?.path).toBe('src/cache.py');
    expect(answer.index).toMatchObject({
      completeness: 'complete',
      stale: [],
      tiers: ['lexical', 'graph', 'vectors'],
    });
    const pack = await context.pack('duplicate requests while refresh_token runs', 'edit', { budget: 3_000 });
    expect(pack.text).toContain('def refresh_token(key)');
    expect(await context.explain(answer.traceId ?? '')).toContain('src/cache.py');
    expect((await context.traces()).map(({ id }) => id)).toContain(answer.traceId);
    const { found } = await context.symbols.find('refresh_token');
    expect(found.map(({ file }) => file.path)).toEqual(['src/cache.py']);
    const { edges } = await context.symbols.related('refresh_token', 'callers');
    expect(edges.some(({ site }) => site.file.path === 'src/client.py')).toBe(true);
    expect((await context.map()).languages[0]?.language).toBe('python');
    expect(await context.status()).toMatchObject({ files: { code: 2, docs: 1 }, store: { note: null } });
    expect((await context.doctor()).find(({ name }) => name === 'index')?.state).toBe('ok');
    expect((await context.explainIgnore('src/cache.py')).ignored).toBe(false);
    expect(git(root, ['status', '--porcelain'])).toBe('');
    expect(await context.clean()).toBeGreaterThan(0);
    expect(existsSync(join(root, '.ctx/index.db'))).toBe(false);
    await expect(context.query('token')).rejects.toMatchObject({ code: 'NO_INDEX' });
    expect((await context.index()).parsed).toBe(3);
    expect(said()).toBe(0);
  });

  it('brings the index up to date before it answers, also on a big change of names alone', async () => {
    const root = makeRepository(FILES);
    await using context = await openContext(root);
    await context.index();
    write(root, { 'src/fresh.py': 'def brand_new_function():\n    pass\n' });
    expect((await context.symbols.find('brand_new_function')).found).toHaveLength(1);
    rmSync(join(root, 'src/fresh.py'));
    const stored = await context.symbols.find('brand_new_function', { freshness: 'stored' });
    expect(stored.found).toHaveLength(1);
    const synced = await context.symbols.find('brand_new_function');
    expect([synced.found.length, synced.index.completeness]).toEqual([0, 'complete']);
  });

  it('names what is stale when too much changed at once, or something else writes', async () => {
    const root = makeRepository(FILES);
    await using context = await openContext(root, { config: { syncLimit: 1 } });
    await context.index();
    write(root, { 'a.py': 'x = 1\n', 'b.py': 'y = 1\n', 'src/client.py': Uint8Array.of(0) });
    const { index, notes } = await context.query('token');
    expect(index.completeness).toBe('stale');
    expect(index.stale).toEqual(['a.py', 'b.py', 'src/client.py']);
    expect(notes.join()).toContain('ctx index');
  });

  it('serves several roots at once, and calls that come together', async () => {
    const [first, second] = [
      makeRepository(FILES),
      makeRepository({ 'x.md': '# Other\n\nWholly different words.\n' }),
    ];
    await using a = await openContext(first);
    await using b = await openContext(second);
    await Promise.all([a.index(), b.index(), a.index(), a.sync()]);
    const [one, two, three] = await Promise.all([
      a.query('refresh the token under the lock'),
      b.query('different words'),
      a.query('refreshes the token under the lock'),
    ]);
    expect(one.hits[0]?.path).toBe('src/cache.py');
    expect(two.hits[0]?.path).toBe('x.md');
    expect(three.hits[0]?.path).toBe('src/cache.py');
  });

  it('stops when its caller says so, and when it is closed', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`m${i}.py`, `def f${i}():\n  return ${i}\n`]),
    );
    const root = makeRepository(many);
    const context = await openContext(root);
    await expect(context.index({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
    const running = context.index().then(
      () => null,
      (error: unknown) => error,
    );
    await context.close();
    expect(await running).toMatchObject({ code: 'ABORTED' });
    await context.close();
    for (const call of [
      () => context.query('x'),
      () => context.index(),
      () => context.status(),
      () => context.trace('x'),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'USAGE' });
    await using again = await openContext(root);
    expect((await again.index()).files).toBe(300);
  });

  it('says where nothing matched the words, and only there', async () => {
    await using context = await openContext(makeRepository(FILES));
    await context.index();
    const weak = 'Nothing matched the text well: these places are only the nearest.';
    const nonsense = await context.query('tokenish zzqqx');
    expect(nonsense.hits.length).toBeGreaterThan(0);
    expect(nonsense.notes).toEqual([weak]);
    expect((await context.query('tokenish zzqqx', { mode: 'semantic' })).notes).toEqual([]);
    for (const text of ['refresh_token', 'lock', 'where is a token refreshed under the lock'])
      expect((await context.query(text)).notes).toEqual([]);
  });

  it('packs in one call', async () => {
    const root = makeRepository(FILES);
    const pack = await packContext('refresh_token sends duplicate requests', 'explore', {
      root,
      budget: 4_000,
    });
    expect(pack.text).toContain('refresh_token');
    expect(pack.tokens).toBeLessThanOrEqual(4_000);
  });

  it('keeps its index elsewhere where .ctx cannot be, and says so', async () => {
    const root = makeRepository(FILES);
    writeFileSync(join(root, '.ctx'), 'not a folder');
    const cache = tempFolder();
    await using context = await openContext(root, { env: { XDG_CACHE_HOME: cache } });
    const report = await context.index();
    expect(report.notes.join()).toContain('.ctx is not a folder');
    expect((await context.query('token')).hits.length).toBeGreaterThan(0);
    expect((await context.status()).store.folder.startsWith(cache)).toBe(true);
    await using blocked = await openContext(root, { env: { CTX_DIR: join(root, '.ctx/below') } });
    await expect(blocked.index()).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' });
  });

  it('rebuilds an index that was damaged, whoever notices', async () => {
    const root = makeRepository(FILES);
    const file = join(root, '.ctx/index.db');
    const open = () => openContext(root);
    {
      await using context = await open();
      await context.index();
    }
    // The head of the file is whole: the damage shows only when its pages are read.
    writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 4_096 * 2), Buffer.alloc(400_000, 7)]));
    {
      await using context = await open();
      await expect(context.query('token')).rejects.toMatchObject({ code: 'INDEX_CORRUPT' });
      const report = await context.index();
      expect(report.parsed).toBe(3);
    }
    writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 4_096 * 2), Buffer.alloc(400_000, 7)]));
    {
      await using context = await open();
      const report = await context.index();
      expect(report.notes.join()).toContain('rebuilt');
      expect((await context.query('token')).hits.length).toBeGreaterThan(0);
    }
    truncateSync(file, 10_000);
    await using context = await open();
    expect((await context.index()).notes.join()).toContain('rebuilt');
    expect((await context.query('token')).hits.length).toBeGreaterThan(0);
  });
});

describe('the configuration', () => {
  async function failure(text: string): Promise<string> {
    const root = makeRepository({ 'ctx.config.json': text });
    return openContext(root).then(
      () => 'opened',
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    );
  }

  it('names the setting that is wrong', async () => {
    expect(await failure('{"budget": -1}')).toMatch(/^CONFIG_INVALID: .*budget/);
    expect(await failure('{"bugdet": 100}')).toMatch(/^CONFIG_INVALID: .*bugdet/);
    expect(await failure('{"weights": {"lexical": "high"}}')).toMatch(/^CONFIG_INVALID: .*weights\.lexical/);
    expect(await failure('{"weights": {"nonsense": 1}}')).toMatch(/^CONFIG_INVALID: .*nonsense/);
    expect(await failure('{"embedder": {"kind": "http", "url": "http://x", "model": "m"}}')).toMatch(
      /^CONFIG_INVALID: .*embedder/,
    );
    expect(await failure('[1]')).toMatch(/^CONFIG_INVALID/);
    expect(await failure('{')).toMatch(/^CONFIG_INVALID/);
  });

  it('comes from the file, then from the caller', async () => {
    const root = makeRepository({
      'ctx.config.json': '\uFEFF{"$schema": "x", "budget": 1234, "syncLimit": 0}',
    });
    const config: Partial<CtxConfig> = { syncLimit: 7 };
    await using context = await openContext(root, { config });
    expect(context.config).toMatchObject({ budget: 1234, syncLimit: 7, tokenizer: 'o200k_base' });
  });

  it('is never read through a link', async () => {
    const outside = join(tempFolder(), 'secret');
    writeFileSync(outside, 'secret words');
    const root = makeRepository(FILES);
    symlinkSync(outside, join(root, 'ctx.config.json'));
    const message = await openContext(root).then(
      () => 'opened',
      (error: Error) => error.message,
    );
    expect(message).toContain('symbolic link');
    expect(message).not.toContain('secret');
  });
});

describe('an embedder on a server', () => {
  /** Answers like an OpenAI-compatible server: a vector a text, of letters counted. */
  async function startServer(dimensions: number): Promise<{ server: Server; url: string; texts: string[] }> {
    const texts: string[] = [];
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const { input } = JSON.parse(Buffer.concat(pieces).toString()) as { input: string[] };
        texts.push(...input);
        const data = input.map((text, index) => {
          const embedding = new Array<number>(dimensions).fill(0);
          for (const letter of text) embedding[letter.charCodeAt(0) % dimensions]! += 1;
          return { index, embedding };
        });
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ data }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { server, url: `http://127.0.0.1:${port}`, texts };
  }

  it('makes vectors after parsing, is missed when it dies, and is replaced by another', async () => {
    const root = makeRepository(FILES);
    const { server, url, texts } = await startServer(16);
    const config: Partial<CtxConfig> = { embedder: { kind: 'http', url, model: 'letters' } };
    {
      await using context = await openContext(root, { config });
      const report = await context.index();
      expect(report.vectors).toBe(texts.length - 1);
      expect(report.vectors).toBeGreaterThan(0);
      expect((await context.query('token', { mode: 'semantic' })).hits.length).toBeGreaterThan(0);
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      const without = await context.query('refresh the token');
      expect(without.hits[0]?.path).toBe('src/cache.py');
      expect(without.notes.join()).toContain('No semantic search');
      const before = Date.now();
      await context.query('refresh the lock');
      expect(Date.now() - before).toBeLessThan(3_000);
      write(root, { 'src/late.py': 'def late():\n    pass\n' });
      const late = await context.index();
      expect(late.notes.join()).toContain('vectors are missing');
      expect((await context.symbols.find('late')).found).toHaveLength(1);
    }
    {
      // It is away from the start: nothing is known of its vectors, and none are dropped.
      await using context = await openContext(root, { config });
      expect((await context.query('refresh the token')).hits[0]?.path).toBe('src/cache.py');
      expect((await context.index()).vectors).toBe(0);
    }
    const other = await startServer(24);
    {
      const replaced: Partial<CtxConfig> = { embedder: { kind: 'http', url: other.url, model: 'more' } };
      await using reading = await openContext(root, { config: replaced });
      expect((await reading.query('token', { freshness: 'stored' })).index.tiers).not.toContain('vectors');
      expect((await reading.index()).vectors).toBeGreaterThan(3);
      expect((await reading.query('token')).index.tiers).toContain('vectors');
    }
    await using context = await openContext(root);
    expect((await context.index()).vectors).toBeGreaterThan(3);
    expect((await context.query('token')).index.tiers).toContain('vectors');
    expect((await context.index()).vectors).toBe(0);
    await new Promise((resolve) => {
      other.server.close(resolve);
      other.server.closeAllConnections();
    });
  });

  it('does not crash a reader whose vectors another process replaced', async () => {
    const root = makeRepository(FILES);
    await using standard = await openContext(root);
    await standard.index();
    expect((await standard.query('token')).index.tiers).toContain('vectors');
    const { server, url } = await startServer(16);
    {
      await using other = await openContext(root, {
        config: { embedder: { kind: 'http', url, model: 'letters' } },
      });
      await other.index();
    }
    expect((await standard.query('token')).index.tiers).not.toContain('vectors');
    await standard.index();
    expect((await standard.query('token')).index.tiers).toContain('vectors');
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });

  it('commits nothing to git', () => {
    const root = makeRepository(FILES);
    commitAll(root, 'again');
    expect(git(root, ['ls-files'])).not.toContain('.ctx');
  });
});

it('keeps a text that was kept again longer than those between', async () => {
  await using context = await openContext(makeRepository({ 'a.ts': 'export const a = 1;\n' }));
  const first = await context.artifacts.keep('first');
  const second = await context.artifacts.keep('second');
  for (let at = 0; at < 298; at++) await context.artifacts.keep(`text ${at}`);
  expect(await context.artifacts.keep('first')).toBe(first);
  await context.artifacts.keep('one more');
  expect(await context.artifacts.get(first)).toBe('first');
  await expect(context.artifacts.get(second)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('takes a budget of tokens, or the window that they are left of, and no other number', async () => {
  await using context = await openContext(makeRepository({ 'a.ts': 'export const a = 1;\n' }));
  await context.index();
  const pack = await context.pack('a', 'edit', {
    budget: { window: 4_000, reserveOutput: 1_000, margin: 0 },
  });
  expect(pack.budget).toBe(3_000);
  for (const budget of [Number.NaN, -1, 2_000.5, { window: 100, system: 200 }])
    await expect(context.pack('a', 'edit', { budget })).rejects.toMatchObject({ code: 'USAGE' });
});

it('says of each part that is missing what to do about that part', async () => {
  const embedder = { kind: 'http', url: 'http://127.0.0.1:1', model: 'none', dimensions: 8 } as const;
  await using context = await openContext(makeRepository({ 'a.ts': 'export const a = 1;\n' }), {
    config: { embedder },
  });
  const checks = await context.doctor();
  expect(checks.find(({ name }) => name === 'embedder')).toMatchObject({
    state: 'failed',
    fix: 'Start its server or correct its settings.',
  });
});
