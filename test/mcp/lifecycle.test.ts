import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDispatch, type DispatchLimits } from '../../src/mcp/dispatch.ts';
import { defineTool, readContract, type Tool, type ToolAnswer, type ToolScope } from '../../src/mcp/tool.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { commitAll, makeRepository } from '../engine/make-repository.ts';
import { bench, dataIn, errorIn, shared } from './in-process.ts';

const FILES = { 'src/cache.ts': 'export function refreshToken(id: string) {\n  return id;\n}\n' };

/** A tool that does what a test says. */
function fake(
  run: (scope: ToolScope) => Promise<ToolAnswer>,
  contract: Partial<Tool['contract']> = {},
): Tool {
  return defineTool({
    contract: { ...readContract('index_status'), ...contract },
    title: 'Fake',
    description: 'Does what a test says.',
    input: z.strictObject({ n: z.int().optional() }),
    index: 'unused',
    cached: false,
    redact: false,
    command: 'status',
    run: (_, scope) => run(scope),
  });
}

/** A deadline to wait for, and long enough for a call that does nothing on a busy machine. */
const SHORT_MS = 2_000;

const never = (): Promise<ToolAnswer> => new Promise(() => {});
const done: ToolAnswer = { data: {}, text: 'done' };

/** One work tree for the tests whose tools do not look at it. */
const tree = shared(() => bench([makeRepository(FILES)]));

async function withTools(tools: Readonly<Record<string, Tool>>, limits: Partial<DispatchLimits> = {}) {
  const { workspaces, workspace } = await tree();
  const ends = async (tool: string): Promise<readonly string[]> => {
    const calls = await workspace.context.calls.list(1_000);
    return calls
      .filter((call) => call.tool === tool)
      .map(({ status }) => status)
      .sort();
  };
  return { dispatch: createDispatch({ tools, workspaces, limits }), workspace, ends };
}

describe('a call', () => {
  it('that is cancelled says so, and is recorded as cancelled once', async () => {
    const { dispatch, ends } = await withTools({ stays: fake(never) });
    const abort = new AbortController();
    const call = dispatch.call('stays', {}, { signal: abort.signal });
    while ((await ends('stays')).length === 0) await new Promise((go) => setTimeout(go, 5));
    expect(await ends('stays')).toEqual(['open']);
    abort.abort();
    const { envelope } = await call;
    expect(envelope).toMatchObject({ status: 'cancelled', error: { kind: 'CANCELLED', retryable: true } });
    expect(await ends('stays')).toEqual(['cancelled']);
  });

  it('hands its cancel token on to the tool', async () => {
    let heard = false;
    const abort = new AbortController();
    const listens = fake(
      ({ signal }) =>
        new Promise((_, reject) => {
          setImmediate(() => abort.abort());
          signal.addEventListener('abort', () => {
            heard = true;
            reject(signal.reason);
          });
        }),
    );
    const { dispatch } = await withTools({ wait: listens });
    const { envelope } = await dispatch.call('wait', {}, { signal: abort.signal });
    expect(envelope.status).toBe('cancelled');
    expect(heard).toBe(true);
  });

  it('that takes too long fails with a timeout, and the next one runs', async () => {
    const tools = { late: fake(never), go: fake(async () => done) };
    const { dispatch, ends } = await withTools(tools, { deadlineMs: SHORT_MS });
    expect(errorIn(await dispatch.call('late', {}))).toMatchObject({ kind: 'TIMEOUT', retryable: true });
    expect((await dispatch.call('go', {})).envelope.status).toBe('ok');
    expect([await ends('late'), await ends('go')]).toEqual([['failed'], ['ok']]);
  });

  it('that throws anything is a result with the next step', async () => {
    const broken = fake(async () => {
      throw new TypeError('x is not a function');
    });
    const { dispatch } = await withTools({ broken });
    expect(errorIn(await dispatch.call('broken', {}))).toMatchObject({
      kind: 'RUNTIME',
      message: 'The call failed: x is not a function',
    });
  });

  it('waits for its turn: never more side by side than the limit, and all are answered', async () => {
    let running = 0;
    let most = 0;
    const slow = fake(async () => {
      most = Math.max(most, ++running);
      await new Promise((go) => setTimeout(go, 10));
      running--;
      return done;
    });
    const { dispatch } = await withTools({ slow }, { parallel: 3 });
    const results = await Promise.all(Array.from({ length: 20 }, () => dispatch.call('slow', {})));
    expect(results.map(({ envelope }) => envelope.status)).toEqual(Array(20).fill('ok'));
    expect(most).toBe(3);
  });

  it('is turned away when too many wait, and says that it can be made again', async () => {
    const limits = { parallel: 1, waiting: 1, deadlineMs: SHORT_MS };
    const { dispatch } = await withTools({ wait: fake(never) }, limits);
    const results = await Promise.all(Array.from({ length: 4 }, () => dispatch.call('wait', {})));
    expect(results.map((result) => errorIn(result).kind).sort()).toEqual([
      'OVERLOADED',
      'OVERLOADED',
      'TIMEOUT',
      'TIMEOUT',
    ]);
  });

  it('with the conflict key of another runs after it', async () => {
    const order: string[] = [];
    const writes = fake(
      async () => {
        order.push('begin');
        await new Promise((go) => setTimeout(go, 10));
        order.push('end');
        return done;
      },
      { conflictKey: 'one' },
    );
    const { dispatch } = await withTools({ writes });
    await Promise.all([
      dispatch.call('writes', {}),
      dispatch.call('writes', {}),
      dispatch.call('writes', {}),
    ]);
    expect(order).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end']);
  });

  it('has its arguments recorded without secrets', async () => {
    const { dispatch, workspace } = await tree();
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2)}`.slice(0, 40);
    const { envelope } = await dispatch.call('search_code', { query: `why does ${secret} fail` });
    const record = await workspace.context.calls.get(envelope.call_id);
    expect(record.args).toContain('why does');
    expect(record.args).not.toContain(secret);
  });
});

describe('an answer whose texts were not looked through where they were read', () => {
  it('has the secrets in all of them replaced, short ones too, and its shape left', async () => {
    const url = 'postgres://app:pw1234@db.internal/app';
    const shows = {
      ...fake(async () => ({ data: { rows: [{ url, lines: [1, 2] }], none: null }, text: `url: ${url}` })),
      redact: true,
    };
    const { dispatch } = await withTools({ shows });
    const result = await dispatch.call('shows', {});
    expect(JSON.stringify(result)).not.toContain('pw1234');
    expect(result.text).toMatch(/^url: .*\[redacted:/);
    expect(dataIn(result)).toMatchObject({ rows: [{ lines: [1, 2] }], none: null });
  });
});

describe('a long answer', () => {
  const rows = Array.from({ length: 2_000 }, (_, i) =>
    i === 1_234 ? 'the refreshed token is here' : `row number ${i}`,
  );
  const long = fake(async ({ memory }) => {
    memory.task = 'where is the token refreshed';
    return { data: { rows }, text: rows.join('\n') };
  });

  it('is cut down to what the task asks for, names what is left out, and is kept whole', async () => {
    const { dispatch, workspace } = await withTools({ long });
    const { envelope, text } = await dispatch.call('long', {});
    expect(envelope.status).toBe('truncated');
    expect(text.length).toBeLessThan(11_000);
    expect(text).toContain('the refreshed token is here');
    expect(text).toMatch(/⋯ \d+ lines left out \(\d+-\d+\)/);
    const artifact = String(dataIn({ envelope, text })['artifact']);
    const hash = artifact.replace('ctx://artifact/', '');
    expect(await workspace.context.artifacts.get(hash)).toBe(rows.join('\n'));
  });

  it('is read in pieces by its address, to the end', async () => {
    const { dispatch } = await withTools({ long, read_file: TOOLS.read_file });
    const path = String(dataIn(await dispatch.call('long', {}))['artifact']);
    const seen: string[] = [];
    let start = 1;
    for (;;) {
      const piece = dataIn(await dispatch.call('read_file', { path, range: { start } }));
      seen.push(...String(piece['content']).split('\n'));
      if (piece['linesLeft'] === 0) break;
      start = Number(piece['endLine']) + 1;
    }
    expect(seen.map((row) => row.replace(/^\d+\t/, ''))).toEqual(rows);
  });
});

describe('an answer that was given before', () => {
  it('is given again without running, until a file changes: then never', async () => {
    const root = makeRepository(FILES);
    const { dispatch, workspace } = await bench([root]);
    const ask = () => dispatch.call('search_code', { query: 'refreshToken', limit: 5 });
    const first = await ask();
    const again = await ask();
    expect(dataIn(again)).toEqual(dataIn(first));
    expect(again.envelope.trace_id).toBe(first.envelope.trace_id);
    expect(again.envelope.call_id).not.toBe(first.envelope.call_id);
    expect((await workspace.context.calls.get(again.envelope.call_id)).cached).toBe(true);
    for (let n = 0; n < 5; n++) {
      writeFileSync(
        join(root, 'src/cache.ts'),
        `// ${n}\nexport function refreshToken${n}(id: string) {\n  return id;\n}\n`,
      );
      const now = await dispatch.call('find_symbol', { name: `refreshToken${n}` });
      expect(dataIn(now)['exact']).toMatchObject([{ name: `refreshToken${n}`, line: 2 }]);
      expect(JSON.stringify(dataIn(await ask()))).toContain(`refreshToken${n}`);
      if (n > 0)
        expect(dataIn(await dispatch.call('find_symbol', { name: `refreshToken${n - 1}` }))['exact']).toEqual(
          [],
        );
    }
  });

  it('is made anew when a commit or a decision is added', async () => {
    const root = makeRepository(FILES);
    const { dispatch, workspace } = await bench([root]);
    const ask = () =>
      dispatch.call('pack_context', { task: 'cache the refreshed tokens in Redis', budget: 1_500 });
    const wasCached = async () => (await workspace.context.calls.get((await ask()).envelope.call_id)).cached;
    await ask();
    expect(await wasCached()).toBe(true);
    await dispatch.call('record_decision', {
      claim: 'Cache the refreshed tokens in Redis',
      status: 'rejected',
      reason: 'no server to run',
    });
    expect((await ask()).text).toContain('no server to run');
    expect(await wasCached()).toBe(true);
    commitAll(root, 'another commit');
    expect(await wasCached()).toBe(false);
  });
});
