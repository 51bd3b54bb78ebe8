import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Context, openContext, type Pack, type QueryAnswer, type Trace } from '../../src/index.ts';
import { authCache, ctxHere, removeFolders } from '../cli/run-ctx.ts';
import { connect } from '../mcp/connect.ts';

let folder = '';
let context: Context;
beforeAll(async () => {
  folder = authCache();
  context = await openContext(folder);
  await context.index();
});
afterAll(async () => {
  await context.close();
  removeFolders();
});

interface Entrance {
  readonly query: (task: string) => Promise<QueryAnswer>;
  readonly pack: (task: string) => Promise<Pack>;
}

async function cli<T>(...args: readonly string[]): Promise<T> {
  const run = await ctxHere(folder, [...args, '--json']);
  expect(run.code).toBe(0);
  return JSON.parse(run.stdout);
}

/** The ways into the engine. */
const ENTRANCES: Readonly<Record<string, Entrance>> = {
  library: {
    query: (task) => context.query(task),
    pack: (task) => context.pack(task, 'debug', { budget: 4_000 }),
  },
  cli: {
    query: (task) => cli('query', task),
    pack: (task) => cli('pack', task, '--phase', 'debug', '--budget', '4000'),
  },
};

/** All but the name of the call and what a clock says. */
function timeless({ id: _, at: __, timings: ___, ...trace }: Trace) {
  return trace;
}

async function traceOf(id: string | null) {
  return timeless(await context.trace(id ?? ''));
}

const tasks = [
  'concurrent refresh sends duplicate requests',
  'refresh_token',
  'Where does `src/auth/cache.py` take the lock?',
  'nothing of this occurs anywhere: zyxxy',
];

describe.each(Object.keys(ENTRANCES).slice(1))('the library and %s share one ranking', (name) => {
  const other = (): Entrance => ENTRANCES[name] as Entrance;
  const first = (): Entrance => ENTRANCES['library'] as Entrance;

  it.each(tasks)('query: %s', async (task) => {
    const [a, b] = [await first().query(task), await other().query(task)];
    expect(b.hits).toEqual(JSON.parse(JSON.stringify(a.hits)));
    expect([b.files, b.total, b.kind]).toEqual([a.files, a.total, a.kind]);
    expect(await traceOf(b.traceId)).toEqual(await traceOf(a.traceId));
  });

  it.each(tasks)('pack: %s', async (task) => {
    const [a, b] = [await first().pack(task), await other().pack(task)];
    expect(b.text.replaceAll(b.traceId, '')).toBe(a.text.replaceAll(a.traceId, ''));
    expect(b.snippets.map(({ key, role, detail }) => [key, role, detail])).toEqual(
      a.snippets.map(({ key, role, detail }) => [key, role, detail]),
    );
    const [one, two] = [await traceOf(a.traceId), await traceOf(b.traceId)];
    expect(two.candidates).toEqual(one.candidates);
    expect([two.weights, two.query]).toEqual([one.weights, one.query]);
  });
});

describe('the library and MCP share one ranking', () => {
  it('of every task: the traces are equal', async () => {
    const server = await connect(folder);
    try {
      for (const task of tasks) {
        const { envelope } = await server.call('search_code', { query: task });
        const { traceId } = await context.query(task);
        expect(await traceOf(envelope.trace_id ?? null)).toEqual(await traceOf(traceId));
      }
    } finally {
      await server.client.close();
    }
  });
});
