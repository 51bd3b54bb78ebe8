import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openContext } from '../../src/index.ts';
import { makeRepository } from '../engine/make-repository.ts';
import { type Connection, connect, dataOf, indexed, MAIN, serverEnv } from './connect.ts';

const FILES = {
  'src/cache.ts': 'export function refreshToken(id: string): string {\n  return lookUp(id);\n}\n',
  'src/look-up.ts': 'export function lookUp(id: string): string {\n  return id;\n}\n',
};

const open: Connection[] = [];
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const { client } of open) await client.close();
  for (const child of children) child.kill('SIGKILL');
});

async function serve(...args: Parameters<typeof connect>): Promise<Connection> {
  const connection = await connect(...args);
  open.push(connection);
  return connection;
}

/** The server without a client: what a test writes is what it gets. */
function raw(cwd: string): {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  readonly out: string[];
} {
  const child = spawn(process.execPath, [MAIN, 'mcp'], {
    cwd,
    env: serverEnv(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  children.push(child);
  const out: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => out.push(text));
  child.stdin?.on('error', () => {});
  const exit = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  return { child, exit, out };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((done) => setTimeout(done, 25));
}

/** The answer with an id, of all that the server has written. */
function answerTo(out: readonly string[], id: number): Record<string, unknown> | undefined {
  const rows = out.join('').split('\n').slice(0, -1);
  return rows.map((row) => JSON.parse(row) as Record<string, unknown>).find((row) => row['id'] === id);
}

describe('the server with a real client', () => {
  it('tells how to use it, lists what there is, answers, and follows changes', async () => {
    const root = makeRepository(FILES);
    const connection = await serve(root);
    const { client, call } = connection;
    expect(client.getInstructions()).toContain('pack_context');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('find_references');
    for (const { annotations, name } of tools) {
      expect(annotations?.readOnlyHint).toBe(!['handoff', 'record_decision'].includes(name));
      expect(annotations).toMatchObject({ destructiveHint: false, openWorldHint: false });
    }
    await indexed(connection);
    expect(dataOf(await call('find_symbol', { name: 'refreshToken' }))['exact']).toMatchObject([
      { path: 'src/cache.ts', line: 1 },
    ]);
    writeFileSync(join(root, 'src/cache.ts'), '\n\nexport function refreshToken() {}\n');
    expect(dataOf(await call('find_symbol', { name: 'refreshToken' }))['exact']).toMatchObject([{ line: 3 }]);
    const failed = await call('read_file', { path: 'nowhere.ts' });
    expect([failed.isError, failed.envelope.status]).toEqual([true, 'failed']);
  });

  it('gives resources by address and prompts by name', async () => {
    const root = makeRepository(FILES);
    const connection = await serve(root);
    const { client, call } = connection;
    await indexed(connection);
    const { envelope } = await call('pack_context', { task: 'change refreshToken', budget: 1_500 });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'ctx://map',
      'ctx://decisions',
      'ctx://traces',
      'ctx://handoff/latest',
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'ctx://trace/{id}',
      'ctx://artifact/{hash}',
    ]);
    await call('record_decision', { claim: 'Cache in Redis', status: 'rejected', reason: 'no server' });
    await call('handoff', { action: 'save', goal: 'refresh once' });
    await using context = await openContext(root);
    const hash = await context.artifacts.keep('all of a long output');
    const holds: Readonly<Record<string, string>> = {
      'ctx://map': 'typescript',
      'ctx://decisions': 'Cache in Redis',
      'ctx://traces': String(envelope.trace_id),
      'ctx://handoff/latest': 'refresh once',
      [`ctx://trace/${envelope.trace_id}`]: 'src/cache.ts',
      [`ctx://artifact/${hash}`]: 'all of a long output',
    };
    for (const [uri, text] of Object.entries(holds)) {
      const { contents } = await client.readResource({ uri });
      expect([uri, JSON.stringify(contents)]).toEqual([uri, expect.stringContaining(text)]);
    }
    for (const uri of ['ctx://nothing', 'file:///etc/hostname', 'ctx://artifact/../map'])
      await expect(client.readResource({ uri })).rejects.toThrow(/Nothing is at/);
    const gone = `ctx://artifact/${'0'.repeat(32)}`;
    await expect(client.readResource({ uri: gone })).rejects.toThrow(/There is no artifact/);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['handoff', 'explain-failure']);
    const prompt = await client.getPrompt({
      name: 'explain-failure',
      arguments: { output: '```\nE   AssertionError: 3' },
    });
    const [message] = prompt.messages;
    expect(message?.content).toMatchObject({
      text: expect.stringContaining('\n````\n```\nE   AssertionError: 3\n````'),
    });
    const over = await client.getPrompt({ name: 'handoff', arguments: { next: 'add the test' } });
    expect(JSON.stringify(over.messages)).toContain('What comes next: add the test');
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow(/There is no prompt nothing/);
    await expect(client.getPrompt({ name: 'explain-failure' })).rejects.toThrow(/needs output/);
  });

  it('answers for the work trees that the client offers, as they change', async () => {
    const one = makeRepository(FILES);
    const two = makeRepository({ 'lib/other.ts': 'export const other = 1;\n' });
    const { call, offer } = await serve(one, { roots: [one] });
    expect((await call('read_file', { path: 'lib/other.ts', root: two })).envelope.status).toBe('failed');
    await offer([two]);
    await until(async () => (await call('read_file', { path: 'lib/other.ts' })).envelope.status === 'ok');
    expect((await call('read_file', { path: 'src/cache.ts', root: one })).envelope.status).toBe('failed');
    await offer([one, two]);
    await until(async () => (await call('read_file', { path: 'src/cache.ts' })).envelope.status === 'ok');
    expect((await call('read_file', { path: 'lib/other.ts', root: two })).envelope.status).toBe('ok');
  });

  it('lists the tools that a setting names', async () => {
    const env = { CTX_MCP_TOOLS: 'read_file, search_code' };
    const { client, call } = await serve(makeRepository(FILES), { env });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_code', 'read_file']);
    expect((await call('repo_map')).envelope).toMatchObject({ error: { kind: 'UNKNOWN_TOOL' } });
  });

  it('answers 500 calls at once, each with an id of its own', async () => {
    const connection = await serve(makeRepository(FILES));
    await indexed(connection);
    const results = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        n % 2 === 0
          ? connection.call('read_file', { path: 'src/cache.ts' })
          : connection.call('find_symbol', { name: 'lookUp' }),
      ),
    );
    expect(new Set(results.map(({ envelope }) => envelope.call_id)).size).toBe(500);
    expect(new Set(results.map(({ envelope }) => envelope.status))).toEqual(new Set(['ok']));
  });

  it('lets a client cancel a call, and goes on', async () => {
    const root = makeRepository(FILES);
    const connection = await serve(root);
    await indexed(connection);
    const abort = new AbortController();
    const calls = Array.from({ length: 60 }, (_, n) =>
      connection.call(
        'pack_context',
        { task: `change refreshToken number ${n}` },
        // One of its own for each: many listeners on one signal are warned about.
        n === 0 ? undefined : AbortSignal.any([abort.signal]),
      ),
    );
    await calls[0];
    abort.abort();
    const settled = await Promise.allSettled(calls);
    expect(settled.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    expect((await connection.call('find_symbol', { name: 'lookUp' })).envelope.status).toBe('ok');
    await using context = await openContext(root);
    await until(async () => (await context.calls.list(100)).every(({ status }) => status !== 'open'));
    const ends = (await context.calls.list(100)).filter(({ tool }) => tool === 'pack_context');
    expect(ends.length).toBe(60);
    expect(ends.some(({ status }) => status === 'cancelled')).toBe(true);
  });
});

describe('the server with a bad client', () => {
  it('survives lines that are no messages, and one that is far too long', async () => {
    const { child, out } = raw(makeRepository(FILES));
    const send = (text: string) => child.stdin?.write(text);
    send('not json\n{"a":\n[]\n\n\u0000\u0001\n{"jsonrpc":"2.0"}\n"x"\n');
    send(`${JSON.stringify(INITIALIZE)}\n`);
    await until(() => answerTo(out, 1) !== undefined);
    send('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    send(
      `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search_code","arguments":{"query":"${'x'.repeat(9_000_000)}"}}}\n`,
    );
    await until(() => answerTo(out, 2) !== undefined);
    expect(answerTo(out, 2)).toMatchObject({ error: { code: -32600 } });
    const args = { path: 'src/cache.ts', range: 'x'.repeat(1_500_000) };
    send(
      `${JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'read_file', arguments: args } })}\n`,
    );
    await until(() => answerTo(out, 3) !== undefined);
    expect(answerTo(out, 3)).toMatchObject({
      result: {
        isError: true,
        structuredContent: { error: { kind: 'INVALID_ARGUMENTS', actual: 1_500_034 } },
      },
    });
    send(`${JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'tools/list' })}\n`);
    await until(() => answerTo(out, 4) !== undefined);
    expect(answerTo(out, 4)).toHaveProperty('result.tools');
    child.stdin?.end();
  });

  it('ends when the client closes its end, also in the midst of the first index', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`src/f${n}.ts`, `export const f${n} = ${n};\n`]),
    );
    const { child, exit, out } = raw(makeRepository(many));
    child.stdin?.write(`${JSON.stringify(INITIALIZE)}\n`);
    await until(() => answerTo(out, 1) !== undefined);
    child.stdin?.end();
    expect(await exit).toBe(0);
  });

  it('ends when the client no longer reads', async () => {
    const { child, exit, out } = raw(makeRepository(FILES));
    child.stdin?.write(`${JSON.stringify(INITIALIZE)}\n`);
    await until(() => answerTo(out, 1) !== undefined);
    child.stdout?.destroy();
    for (let id = 2; id < 40; id++)
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`);
    expect(await exit).toBe(0);
  });

  it('that is killed leaves no call open: the next one finds it interrupted, and ends it once', async () => {
    const root = makeRepository(FILES);
    const { child, exit } = raw(root);
    child.stdin?.write(`${JSON.stringify(INITIALIZE)}\n`);
    await using context = await openContext(root);
    for (let id = 2; id < 60; id++) {
      const params = { name: 'pack_context', arguments: { task: `refreshToken ${id}` } };
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    }
    const opened = async () => (await context.calls.list(100)).some(({ status }) => status === 'open');
    await until(async () => (await opened()) || child.exitCode !== null);
    child.kill('SIGKILL');
    await exit;
    const left = (await context.calls.list(100)).filter(({ status }) => status === 'open').length;
    const { call } = await serve(root);
    expect((await call('read_file', { path: 'src/cache.ts' })).envelope.status).toBe('ok');
    const after = await context.calls.list(100);
    expect(after.filter(({ status }) => status === 'interrupted').length).toBe(left);
    expect(after.filter(({ status }) => status === 'open')).toEqual([]);
    expect(await context.calls.interruptAbandoned()).toBe(0);
  });
});
