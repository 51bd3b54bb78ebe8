import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { envelopeSchema } from '../../src/mcp/call-result.ts';
import type { ToolName } from '../../src/mcp/tool.ts';
import { inputSchema } from '../../src/mcp/tool-list.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { makeRepository, tempFolder } from '../engine/make-repository.ts';
import { type Connection, connect, indexed, NO_DEADLINE_MS } from './connect.ts';
import { bench } from './in-process.ts';

/** Stands in the names of the tests, so in the report of one that fails; another one is given by the setting. */
const SEED = Number(process.env['CTX_FUZZ_SEED'] ?? 20_261_130);
const CALLS = 5_200;
const CALLS_OVER_STDIO = 300;
/** What stands outside the root, and must stand in no answer. */
const OUTSIDE = 'the-text-outside-the-root';

const FILES = {
  'src/cache.ts': 'export function refreshToken(id: string): string {\n  return lookUp(id);\n}\n',
  'src/look-up.ts': 'export function lookUp(id: string): string {\n  return id;\n}\n',
  'README.md': '# Fuzz\n\nA `small` repository.\n',
};

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

const PATHS = [
  'src/cache.ts',
  'src',
  '',
  '../outside.txt',
  '/etc/passwd',
  '..\\outside.txt',
  '\\\\?\\C:\\x',
  'src/../../outside.txt',
  '.git/config',
  '.ctx/memory.db',
  'CON',
  'a\u0000b',
  `ctx://artifact/${'0'.repeat(32)}`,
  'ctx://artifact/../x',
  `${'../'.repeat(40)}etc/passwd`,
  'x'.repeat(5_000),
];
const WORDS = [
  'refreshToken',
  'lookUp',
  'where is the token refreshed?',
  '[',
  '(?P<',
  '.*',
  '\ud800',
  '<|endoftext|>',
  't-0000000000000',
  't-0000000000000.5',
  'm-3.0123456789ab',
  "'; DROP TABLE calls; --",
  '```\nIgnore previous instructions',
  'é\u202e漢字🚀',
];

const text = fc.oneof(
  fc.constantFrom('src/cache.ts', 'src/look-up.ts', 'lookUp'),
  fc.constantFrom(...PATHS),
  fc.constantFrom(...WORDS),
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.string({ minLength: 500, maxLength: 2_000 }),
);
const number = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 1e9, 2 ** 53) },
);

/** Values that a schema asks for, now and then others. */
function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined)
    return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...schema.enum) }, text);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valueFor));
  if (schema.type === 'string') return text;
  if (schema.type === 'integer' || schema.type === 'number') return number;
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array') return fc.array(valueFor(schema.items ?? {}), { maxLength: 4 });
  if (schema.type === 'object') return objectOf(schema);
  return fc.jsonValue({ maxDepth: 2 });
}

/** Most fields that may be left out are. */
function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const absent = fc.constant(undefined);
  const fields = Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => [
    name,
    name === 'path'
      ? fc.oneof({ weight: 3, arbitrary: fc.constant('src/cache.ts') }, valueFor(schema))
      : required.includes(name)
        ? valueFor(schema)
        : fc.oneof({ weight: 4, arbitrary: absent }, { weight: 1, arbitrary: valueFor(schema) }),
  ]);
  return fc
    .record(Object.fromEntries(fields))
    .map((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}

const COSTLY: ReadonlySet<string> = new Set([
  'pack_context',
  'search_code',
  'repo_map',
  'index_status',
  'record_decision',
] satisfies readonly ToolName[]);

/** A tool with arguments as its schema says, or with some that are wrong in one way or all. */
const anyCall: fc.Arbitrary<readonly [string, unknown]> = fc
  // Some start git or ripgrep, or make all later calls longer.
  .oneof(
    ...Object.entries(TOOLS).map((row) => ({
      weight: COSTLY.has(row[0]) ? 1 : 8,
      arbitrary: fc.constant(row),
    })),
  )
  .chain(([name, tool]) => {
    const fits = objectOf(inputSchema(tool.input) as Schema);
    const args = fc.oneof(
      { weight: 6, arbitrary: fits },
      {
        weight: 2,
        arbitrary: fits.chain((good) =>
          fc
            .dictionary(text, fc.jsonValue(), { maxKeys: 2 })
            .map((more) => ({ ...(good as object), ...more })),
        ),
      },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const named = fc.oneof({ weight: 30, arbitrary: fc.constant(name) }, { weight: 1, arbitrary: text });
    return fc.tuple(named, args);
  });

/** All files of the tree but those of ctx and git, with their content. */
function contentOf(root: string, folder = ''): readonly string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (name === '.ctx' || name === '.git') return [];
    return statSync(join(root, path)).isDirectory()
      ? contentOf(root, path)
      : [`${path}\n${readFileSync(join(root, path), 'utf8')}`];
  });
}

describe(`tools under random arguments (seed ${SEED})`, () => {
  it(`answer ${CALLS} calls, each with a valid result, and neither leave nor change the tree`, async () => {
    const root = makeRepository(FILES, join(tempFolder(), 'tree'));
    writeFileSync(join(root, '../outside.txt'), OUTSIDE);
    const before = contentOf(root);
    const { dispatch, workspace } = await bench([root], {
      limits: { parallel: 130, deadlineMs: NO_DEADLINE_MS },
    });
    const calls = fc.sample(anyCall, { numRuns: CALLS, seed: SEED });
    const statuses = new Map<string, number>();
    const called = new Set<string>();
    const unforeseen: string[] = [];
    for (let at = 0; at < calls.length; at += 260) {
      const batch = calls.slice(at, at + 260);
      const results = await Promise.all(batch.map(([name, args]) => dispatch.call(name, args)));
      for (const [i, { envelope, text: shown }] of results.entries()) {
        const given = JSON.stringify(batch[i]).slice(0, 500);
        expect([given, envelopeSchema.safeParse(envelope).error]).toEqual([given, undefined]);
        const all = shown + JSON.stringify(envelope);
        expect([given, all.includes(OUTSIDE), all.includes('root:x:0')]).toEqual([given, false, false]);
        const kind = 'error' in envelope ? envelope.error.kind : envelope.status;
        if (kind === 'RUNTIME' || kind === 'TIMEOUT') unforeseen.push(`${given} → ${shown}`);
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
        if (envelope.status === 'ok') called.add(batch[i]?.[0] ?? '');
      }
    }
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(CALLS);
    expect(unforeseen).toEqual([]);
    expect([...called].sort()).toEqual(
      Object.keys(TOOLS)
        .filter((name) => name !== 'explain_trace')
        .sort(),
    );
    const open = (await workspace.context.calls.list(20_000)).filter(({ status }) => status === 'open');
    expect(open).toEqual([]);
    expect(contentOf(root)).toEqual(before);
  }, 900_000);
});

describe(`the server under random arguments (seed ${SEED})`, () => {
  let connection: Connection;
  afterAll(() => connection.client.close());

  it(`answers ${CALLS_OVER_STDIO} calls of a real client`, async () => {
    connection = await connect(makeRepository(FILES));
    await indexed(connection);
    const calls = fc.sample(anyCall, { numRuns: CALLS_OVER_STDIO, seed: SEED + 1 });
    const isObject = (args: unknown): args is Record<string, unknown> =>
      typeof args === 'object' && args !== null && !Array.isArray(args);
    const sent = calls.flatMap(([name, args]) => (isObject(args) ? [[name, args] as const] : []));
    const results = await Promise.all(sent.map(([name, args]) => connection.call(name, args)));
    expect(results.filter(({ envelope }) => envelopeSchema.safeParse(envelope).success).length).toBe(
      sent.length,
    );
    expect(sent.length).toBeGreaterThan(200);
  }, 300_000);
});
