import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authCache, ctx, ctxHere, failureFile, heard, outcome, removeFolders, start } from './run-ctx.ts';

const TASK = 'concurrent refresh of the auth cache sends duplicate requests';
let folder = '';

beforeAll(async () => {
  folder = authCache();
  expect((await ctx(folder, ['index'])).code).toBe(0);
});
afterAll(removeFolders);

async function text(...args: string[]): Promise<string> {
  const run = await ctxHere(folder, args);
  expect(run).toMatchObject({ code: 0 });
  return run.stdout;
}

async function json(...args: string[]) {
  const output = await text(...args, '--json');
  expect(output.trim().split('\n')).toHaveLength(1);
  const answer = JSON.parse(output);
  expect(answer.schemaVersion).toBe(1);
  return answer;
}

describe('each command as text and as JSON', () => {
  it('index', async () => {
    expect(await text('index')).toMatch(/^12 files indexed \(nothing changed\) in [\d.]+ s\n$/);
    expect(await text('index', '--full')).toMatch(/^12 files indexed \(/);
    expect(await json('index')).toMatchObject({ files: 12, changed: false });
  });

  it('status', async () => {
    expect(await text('status')).toMatch(/state\s+index: complete; tiers lexical, graph, vectors/);
    expect(await json('status')).toMatchObject({
      root: folder,
      git: { branch: 'main' },
      index: { completeness: 'complete' },
    });
  });

  it('query', async () => {
    const output = await text('query', 'refresh_token');
    expect(output).toMatch(/^src\/auth\/cache\.py:\d+-\d+ {2}refresh_token\n {4}def refresh_token/);
    expect(output).toMatch(/defines refresh_token/);
    const answer = await json('query', 'refresh_token', '-n', '2');
    expect(answer).toMatchObject({ mode: 'hybrid', query: 'refresh_token' });
    expect(answer.hits).toHaveLength(2);
  });

  it.each(['lexical', 'symbol', 'semantic', 'regex'])('query --mode %s', async (mode) => {
    const answer = await json('query', 'refresh_token', '--mode', mode);
    expect(answer.mode).toBe(mode);
    expect(answer.hits.map((hit: { path: string }) => hit.path)).toContain('src/auth/cache.py');
  });

  it('query with filters', async () => {
    const paths = async (...args: string[]): Promise<Set<string>> =>
      new Set((await json('query', 'token cache', ...args)).hits.map((hit: { path: string }) => hit.path));
    expect(await paths('--lang', 'markdown', '--include', 'docs/')).toEqual(new Set(['docs/auth.md']));
    const kept = await paths('--lang', 'Python', '--exclude', 'legacy/', '--exclude', 'vendor/');
    expect([...kept].every((path) => /^(src|tests)\//.test(path))).toBe(true);
    expect(kept).toContain('src/auth/cache.py');
  });

  it('pack', async () => {
    const output = await text('pack', TASK, '--budget', '3000');
    expect(output).toContain('src/auth/cache.py:46');
    const answer = await json('pack', TASK, '--budget', '3000', '--phase', 'edit', '--tokenizer', 'estimate');
    expect(answer).toMatchObject({ phase: 'edit', budget: 3000, tokenizer: 'estimate', format: 'markdown' });
    expect(answer.tokens).toBeLessThanOrEqual(3000);
    expect(await text('pack', TASK, '--format', 'xml')).toMatch(/^</);
    const rendered = JSON.parse(await text('pack', TASK, '--format', 'json'));
    expect(rendered).toMatchObject({ schemaVersion: 1, phase: 'explore' });
    expect(rendered.text).toBeUndefined();
  });

  it('symbol', async () => {
    expect(await text('symbol', 'TokenCache')).toMatch(/^src\/auth\/cache\.py:\d+ {2}class {2}TokenCache\n/);
    const { found } = await json('symbol', 'refresh_token', '--kind', 'function');
    expect(found.map((symbol: { path: string }) => symbol.path)).toContain('src/auth/cache.py');
    expect(await text('symbol', 'TokenCach')).toMatch(
      /^No symbol is named TokenCach\.\nNear names:\n.*TokenCache/,
    );
  });

  it('refs, callers, callees', async () => {
    expect(await text('refs', 'refresh_token')).toMatch(/src\/client\.py:\d+ {2}import refresh_token/);
    expect(await text('callers', 'refresh_token')).toMatch(
      /src\/client\.py:\d+ {2}call refresh_token in ApiClient/,
    );
    expect(await text('callees', 'refresh_token')).toMatch(/→ /);
    const answer = await json('callers', 'refresh_token', '--include', 'src/', '-n', '1');
    expect(answer).toMatchObject({ relation: 'callers', edges: [{ kind: 'call' }] });
    expect(answer.symbols.map((symbol: { path: string }) => symbol.path)).toEqual(['src/auth/cache.py']);
    const next = await json(
      'callers',
      'refresh_token',
      '--include',
      'src/',
      '-n',
      '1',
      '--cursor',
      answer.cursor,
    );
    expect(next.edges).not.toEqual(answer.edges);
  });

  it('map', async () => {
    expect(await text('map')).toMatch(/^orders-client: 12 files[\s\S]*Languages\n {2}python/);
    expect(await text('map', '-n', '1')).toMatch(/⋯ \d+ more/);
    expect(await json('map')).toMatchObject({ name: 'orders-client', instructions: expect.any(Array) });
  });

  it('explain', async () => {
    const { traceId } = await json('pack', TASK);
    const other = await json('query', TASK);
    expect(await text('explain', traceId)).toContain('refresh_token');
    expect(await text('explain', traceId, '--why-not', './legacy/auth/cache.py:19')).toMatch(/legacy/);
    expect(await text('explain', traceId, '--diff', other.traceId)).toContain(other.traceId);
    expect(await text('explain', '-n', '1')).toContain(other.traceId);
    expect(await json('explain', traceId)).toMatchObject({
      trace: { id: traceId },
      text: expect.any(String),
    });
    expect((await json('explain', '-n', '2')).traces).toHaveLength(2);
  });

  it('explain-ignore', async () => {
    expect(await text('explain-ignore', '.git/config')).toBe('left out: .git and .ctx are never indexed.\n');
    expect(await json('explain-ignore', 'src/client.py')).toMatchObject({ ignored: false });
  });

  it('doctor', async () => {
    expect(await text('doctor')).toMatch(/ok\s+node: Node /);
    const { checks } = await json('doctor');
    expect(checks.map((check: { name: string }) => check.name)).toContain('ripgrep');
  }, 120_000);

  it('demo', async () => {
    expect(await text('demo', TASK, '--budget', '2000')).toMatch(/files indexed[\s\S]*Where to go next/);
    expect(await json('demo', TASK)).toMatchObject({ index: { files: 12 }, pack: { phase: 'explore' } });
  });

  it('clean', async () => {
    const own = authCache();
    await ctx(own, ['index']);
    expect((await ctxHere(own, ['clean'])).stdout).toMatch(/^[\d.]+ MB freed\n$/);
    expect((await ctxHere(own, ['status'])).code).toBe(3);
    const again = JSON.parse((await ctxHere(own, ['clean', '--memory', '--json'])).stdout);
    expect(again).toEqual({ schemaVersion: 1, bytes: expect.any(Number) });
  });
});

describe('common options', () => {
  it('stand before or after the verb', async () => {
    const elsewhere = join(folder, 'docs');
    for (const args of [
      ['-C', folder, '--json', 'status'],
      ['status', '--json', '-C', folder],
      ['--root', folder, 'status', '--format', 'json'],
    ]) {
      const run = await ctx(elsewhere, args);
      expect(JSON.parse(run.stdout)).toMatchObject({ root: folder, index: { completeness: 'complete' } });
    }
  });

  it('-q leaves stderr empty, without it talk is on stderr only', async () => {
    const loud = await ctxHere(folder, ['pack', TASK]);
    expect(loud.stderr).toMatch(/^\d+ of 8000 tokens/);
    expect(loud.stdout).not.toContain('tokens (o200k_base)');
    expect((await ctxHere(folder, ['pack', TASK, '-q'])).stderr).toBe('');
  });

  it('-v tells timings', async () => {
    expect((await ctxHere(folder, ['query', 'token', '-v'])).stderr).toMatch(/^milliseconds: \{/);
  });

  it('an embedder is chosen by an option or the environment', async () => {
    expect((await ctxHere(folder, ['status', '--embedder', 'static'])).code).toBe(0);
    const wrong = await ctx(folder, ['status'], { env: { CTX_EMBEDDER: 'magic' } });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/no embedder magic/) });
  });

  it('shows the help of a command', async () => {
    const help = await text('help', 'query');
    expect(help).toBe(await text('query', '--help'));
    expect(help).toMatch(/--mode <mode>[\s\S]*Global Options:[\s\S]*--root <dir>/);
    expect(await text('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('texts', () => {
  it('come from standard input, also a long one', async () => {
    const long = `refresh_token is wrong\n${'nothing of use here\n'.repeat(50_000)}`;
    const run = await ctx(folder, ['query', '-', '--json', '-n', '1'], { input: long });
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout).hits).toHaveLength(1);
  });

  it('may start with a dash after --', async () => {
    expect((await ctxHere(folder, ['query', '--', '-refresh_token fails'])).code).toBe(0);
    const bare = await ctxHere(folder, ['query', '-refresh_token fails']);
    expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining('Put -- before a text') });
  });

  it('may be several words', async () => {
    expect((await json('query', 'refresh', 'token')).query).toBe('refresh token');
  });
});

describe('pack', () => {
  it('takes failures from a file and from standard input', async () => {
    const { readFileSync } = await import('node:fs');
    const fromFile = await json('pack', TASK, '--phase', 'debug', '--failures', failureFile());
    const run = await ctxHere(folder, ['pack', TASK, '--phase', 'debug', '--failures', '-', '--json'], {
      input: readFileSync(failureFile(), 'utf8'),
    });
    const fromStdin = JSON.parse(run.stdout);
    const keys = (pack: { snippets: { key: string }[] }) => pack.snippets.map(({ key }) => key);
    expect(keys(fromStdin)).toEqual(keys(fromFile));
    expect(fromStdin.text).toContain('tests/auth/test_cache.py');
  });

  it('shows decisions of a handoff, and takes its goal', async () => {
    const file = join(folder, '..', 'handoff.json');
    const handoff = {
      goal: TASK,
      acceptance: ['one request for two callers'],
      decisions: [
        { id: 'd1', claim: 'Cache tokens in Redis', status: 'rejected', reason: 'no network in the tests' },
      ],
    };
    writeFileSync(file, JSON.stringify(handoff));
    const pack = await text('pack', '--handoff', file, '--phase', 'verify');
    expect(pack).toContain('rejected: Cache tokens in Redis');
    expect(pack).toContain('no network in the tests');
    expect(pack).toContain('one request for two callers');
    expect(pack).toContain(TASK);
  });

  it('shows the working diff', async () => {
    const own = authCache();
    appendFileSync(join(own, 'src/client.py'), '\nRETRIES = 41\n');
    await ctx(own, ['index']);
    const packed = async (...args: string[]) =>
      (await ctxHere(own, ['pack', 'review the change', '--phase', 'verify', ...args])).stdout;
    expect(await packed('--diff')).toContain('+RETRIES = 41');
    expect(await packed()).not.toContain('+RETRIES = 41');
  });
});

describe('index --watch', () => {
  it('follows changes until Ctrl-C', async () => {
    const own = authCache();
    const child = start(own, ['index', '--watch', '--json']);
    const ended = outcome(child);
    await heard(child, 'stderr', /Following changes/);
    const followed = heard(child, 'stdout', /"changed":true/);
    appendFileSync(join(own, 'src/client.py'), '\ndef added_later():\n    pass\n');
    await followed;
    child.kill('SIGINT');
    const run = await ended;
    expect(run.code).toBe(0);
    expect(
      run.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).schemaVersion),
    ).toEqual([1, 1]);
    expect((await ctxHere(own, ['symbol', 'added_later', '--no-sync'])).stdout).toContain('src/client.py');
  });
});
