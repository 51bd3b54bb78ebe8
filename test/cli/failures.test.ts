import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authCache,
  commitAll,
  ctx,
  ctxHere,
  emptyFolder,
  failureFile,
  outcome,
  type Run,
  removeFolders,
  start,
} from './run-ctx.ts';

let folder = '';
beforeAll(async () => {
  folder = authCache();
  expect((await ctx(folder, ['index'])).code).toBe(0);
});
afterAll(removeFolders);

/** The message for people and the object for programs say the same. */
async function failure(args: readonly string[], code: number, input = ''): Promise<Run & { error: string }> {
  const plain = await ctxHere(folder, args, { input });
  expect(plain).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(/^ctx: /) });
  const run = await ctxHere(folder, [...args, '--json'], { input });
  expect(run.code).toBe(code);
  const answer = JSON.parse(run.stdout);
  expect(answer).toEqual({
    schemaVersion: 1,
    error: { code: expect.any(String), message: expect.any(String), details: expect.any(Object) },
  });
  expect(run.stderr).toBe(`ctx: ${answer.error.message}\n`);
  return { ...plain, error: answer.error.code };
}

describe('2: usage', () => {
  it.each<[string, string[], RegExp]>([
    ['a mistyped verb', ['qurey', 'x'], /unknown command 'qurey' \(Did you mean query\?\)/],
    [
      'a mistyped flag',
      ['query', '--limt', '3', 'x'],
      /unknown option '--limt' \(Did you mean --limit\?\)\nRun `ctx query --help`/,
    ],
    ['a mistyped common flag', ['status', '--quite'], /Did you mean --quiet\?/],
    ['a missing argument', ['symbol'], /missing required argument 'name'/],
    ['a missing option', ['eval', 'retrieval', 'x'], /--repos.*\nRun `ctx eval retrieval --help` for usage/],
    ['an empty name', ['refs', ''], /must not be empty/],
    ['too many arguments', ['status', 'x'], /too many arguments for 'status'/],
    [
      'an unknown choice',
      ['pack', 'x', '--phase', 'exploer'],
      /Allowed choices are explore, edit, debug, verify/,
    ],
    ['a limit that is no number', ['query', 'x', '-n', '0'], /whole number above 0/],
    ['an unknown kind', ['symbol', 'x', '--kind', 'klass'], /no kind klass\. Kinds: function, /],
    ['an unknown language', ['query', 'x', '--lang', 'pyton'], /language pyton\. Languages here: python, /],
    ['an empty text', ['query', ' '], /The text is empty/],
    ['an empty standard input', ['pack', '-'], /The text is empty/],
    ['a pack without a task', ['pack'], /Name the task/],
    ['standard input twice', ['pack', '-', '--failures', '-'], /Standard input can be read once/],
    ['a file that is not there', ['pack', 'x', '--failures', 'gone.txt'], /gone\.txt could not be read/],
    ['a handoff that is no JSON', ['pack', 'x', '--handoff', failureFile()], /handoff file is not JSON/],
    ['a bad expression', ['query', '(', '--mode', 'regex'], /./],
    ['an unknown trace', ['explain', 't-nothing'], /no trace t-nothing/],
    ['a question without its trace', ['explain', '--why-not', 'x'], /Name the trace/],
    ['a path outside', ['explain-ignore', '../../etc'], /./],
  ])('%s', async (_, args, message) => {
    const input = args.includes('--failures') ? 'a task' : '';
    expect((await failure(args, 2, input)).stderr).toMatch(message);
  });

  it('no command at all shows the help on stderr', async () => {
    const run = await ctx(folder, []);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^Usage: ctx [\s\S]*explain-ignore[\s\S]*ctx: Name a command\.\n$/);
  });

  it('a setting that is not valid', async () => {
    const own = authCache();
    writeFileSync(join(own, 'ctx.config.json'), '{"budget": "much"}');
    expect(await ctxHere(own, ['status'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/budget/),
    });
  });
});

describe('3: no project, no index', () => {
  it('a folder that is not there', async () => {
    expect(await failure(['status', '-C', 'nowhere'], 3)).toMatchObject({ error: 'NO_PROJECT' });
  });

  it('reads before the first run say what to do', async () => {
    const own = authCache();
    for (const args of [['query', 'x'], ['pack', 'x'], ['symbol', 'x'], ['refs', 'x'], ['map']]) {
      const run = await ctxHere(own, args);
      expect(run).toMatchObject({ code: 3, stdout: '' });
      expect(run.stderr).toMatch(/^ctx: There is no index yet\. Run `ctx index`\.\n$/);
    }
  });

  it('status answers all the same', async () => {
    const own = authCache();
    expect(await ctxHere(own, ['status'])).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('Not indexed yet. Run `ctx index`.'),
    });
    const run = await ctxHere(own, ['status', '--json']);
    expect(run.code).toBe(3);
    expect(JSON.parse(run.stdout)).toMatchObject({ schemaVersion: 1, index: null });
  });

  it('a folder outside git is a project', async () => {
    const own = emptyFolder();
    writeFileSync(join(own, 'a.py'), 'def lonely():\n    pass\n');
    expect((await ctx(own, ['index'])).code).toBe(0);
    expect((await ctxHere(own, ['symbol', 'lonely'])).stdout).toMatch(/^a\.py:1 /);
  });
});

/** Makes this process the one that writes. */
function holdLease(repository: string): () => void {
  const db = new Database(join(repository, '.ctx/index.db'));
  db.prepare('INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?, ?)').run(1, 'other', 'elsewhere', Date.now());
  return () => {
    db.prepare('DELETE FROM lease').run();
    db.close();
  };
}

describe('4 and 5: another process writes', () => {
  it('index fails with 5; a read answers from the old index and names what is stale', async () => {
    const own = authCache();
    await ctx(own, ['index']);
    const release = holdLease(own);
    try {
      const locked = await ctx(own, ['index', '--json']);
      expect(locked.code).toBe(5);
      expect(JSON.parse(locked.stdout).error).toMatchObject({ code: 'LOCKED', details: { pid: 1 } });
      appendFileSync(join(own, 'src/client.py'), '\ndef fresh():\n    pass\n');
      const read = await ctxHere(own, ['query', 'refresh_token']);
      expect(read).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/stale \(1 file\): src\/client\.py/),
      });
      for (const args of [
        ['query', 'refresh_token'],
        ['pack', 'x'],
        ['refs', 'refresh_token'],
      ]) {
        const strict = await ctxHere(own, [...args, '--strict', '--json']);
        expect(strict.code).toBe(4);
        expect(JSON.parse(strict.stdout).index).toMatchObject({
          completeness: 'stale',
          stale: ['src/client.py'],
        });
      }
    } finally {
      release();
    }
    expect(await ctxHere(own, ['symbol', 'fresh', '--strict'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('src/client.py'),
    });
  });
});

describe('6: a budget that cannot be met', () => {
  it('says the minimum; with the few tokens by which ids of traces differ it suffices', async () => {
    const { error, stderr } = await failure(['pack', 'fix the cache', '--budget', '20'], 6);
    expect(error).toBe('BUDGET_TOO_SMALL');
    const budget = Number(/Give at least (\d+) tokens/.exec(stderr)?.[1]) + 16;
    const run = await ctxHere(folder, ['pack', 'fix the cache', '--budget', String(budget), '--json']);
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout).tokens).toBeLessThanOrEqual(budget);
  });
});

describe('a reader that stops early', () => {
  it('is no error', async () => {
    const child = start(folder, ['map', '-n', '500']);
    const ended = outcome(child);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('Ctrl-C', () => {
  const FILES = 400;

  function bigRepository(): string {
    const own = emptyFolder();
    for (let i = 0; i < FILES; i++) {
      const rows = Array.from(
        { length: 60 },
        (_, j) => `def work_${i}_${j}(a):\n    return work_${i}_${j - 1}(a)\n`,
      );
      mkdirSync(join(own, `src/p${i % 20}`), { recursive: true });
      writeFileSync(join(own, `src/p${i % 20}/m${i}.py`), rows.join('\n'));
    }
    commitAll(own);
    return own;
  }

  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise((done) => setTimeout(done, 10));
  }

  it('while indexing leaves a usable index', async () => {
    const own = bigRepository();
    const child = start(own, ['index']);
    const ended = outcome(child);
    await until(() => existsSync(join(own, '.ctx/index.db')));
    child.kill('SIGINT');
    const run = await ended;
    expect(run).toMatchObject({ code: 130, stdout: '' });
    expect(run.stderr).toMatch(
      /ctx: Stopped\. The index keeps all that was finished; `ctx index` goes on from there\.\n$/,
    );
    expect(await ctxHere(own, ['query', 'work', '--no-sync', '--strict'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('index: partial'),
    });
    expect(await ctxHere(own, ['status', '--strict'])).toMatchObject({ code: 4 });
    expect((await ctx(own, ['index', '--json'])).stdout).toContain(`"files":${FILES}`);
    expect(await ctxHere(own, ['symbol', 'work_7_7', '--strict'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^src\/p7\/m7\.py:\d+ /),
    });
  });

  it('while standard input is read ends the run', async () => {
    const child = start(folder, ['query', '-']);
    const ended = outcome(child);
    // Larger than the buffers between the processes: the end of the write means that it is being read.
    await new Promise((done) => child.stdin?.write('x'.repeat(4_000_000), done));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, stderr: expect.stringMatching(/^ctx: Stopped/) });
  });
});

describe('an untrusted repository', () => {
  it('cannot send control characters to a terminal', async () => {
    const own = emptyFolder();
    const name = 'a\u001b[31m\u009bK\nb.py';
    const rows = 'an ordinary line of text\n'.repeat(40);
    writeFileSync(join(own, name), `def danger():\n    '''${rows}\u001b]0;owned\u0007'''\n`);
    expect((await ctx(own, ['index'])).code).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
    for (const args of [
      ['query', 'danger'],
      ['query', 'owned', '--mode', 'regex'],
      ['symbol', 'danger'],
      ['map'],
      ['explain-ignore', name],
      ['status'],
      ['query', 'danger', '--json'],
      ['pack', 'danger', '--json'],
    ]) {
      const run = await ctxHere(own, args);
      expect(run.code).toBe(0);
      expect(run.stdout).toMatch(/./);
      expect(run.stdout + run.stderr).not.toMatch(control);
    }
    expect((await ctxHere(own, ['symbol', 'danger'])).stdout).toMatch(/^a\ufffd\[31m\ufffdK\ufffdb\.py:1 /);
  });
});

describe('an embedder over HTTP', () => {
  it('is asked with the key of the environment', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => {
        body += piece;
      });
      request.on('end', () => {
        asked.push(request.headers.authorization);
        const texts: string[] = [JSON.parse(body).input].flat();
        const data = texts.map((text, index) => ({
          index,
          embedding: Array.from({ length: 32 }, (_, i) => Math.sin(text.length + i)),
        }));
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ data }));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      const env = { CTX_EMBEDDER: `http://127.0.0.1:${port}#tiny`, CTX_EMBEDDER_KEY: 'k-1' };
      const own = authCache();
      expect(await ctx(own, ['index'], { env })).toMatchObject({ code: 0 });
      expect(await ctx(own, ['query', 'token'], { env })).toMatchObject({ code: 0 });
      expect((await ctx(own, ['status'], { env })).stdout).toContain('tiny');
      expect(new Set(asked)).toEqual(new Set(['Bearer k-1']));
    } finally {
      server.close();
    }
  });
});
