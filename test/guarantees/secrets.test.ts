import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Context,
  openContext,
  PHASES,
  parseHandoff,
  SYMBOL_KINDS,
  writeHandoff,
} from '../../src/index.ts';
import { ctxHere, emptyFolder, removeFolders } from '../cli/run-ctx.ts';
import { commitAll, git, write } from '../engine/make-repository.ts';
import { PLANTED, pem } from '../planted-secrets.ts';

/** What tells the kind stands on the line; the value is what must not be shown. */
const LINES = PLANTED.map(([, line]) => line.replaceAll("'", ''));
const ALL = LINES.join(' \n');
/** Those that are known without what stands around them. */
const ALONE = PLANTED.filter(([, line]) => line.startsWith('call(')).map(([, , secret]) => secret);

/** Those that can stand in a file name. */
const NAMES = ALONE.filter((secret) => /^[\w.=+~-]{8,200}$/.test(secret));

/** Files and folders that are named by secrets, of every kind that an answer names: read, described, left out. */
function secretlyNamed(): Record<string, string | Uint8Array> {
  const text = (at: number): string =>
    `def use_named_${at}():\n    "Rotation of the keys that are held."\n    return use_key_7('rotation')\n`;
  return Object.fromEntries(
    NAMES.flatMap((secret, at) => [
      [`names/key-${secret}.py`, text(at)],
      [`names/${secret}/inside.py`, text(at + 1_000)],
      [`names/image-${secret}.png`, Uint8Array.of(0, at)],
    ]),
  );
}

/** Each secret wherever a text of a repository can stand: values, defaults, names, keys, titles, comments, docs. */
function plantedFiles(): Record<string, string> {
  const each = (text: (line: string, at: number) => string): string => LINES.map(text).join('\n');
  const python = each(
    (line, at) =>
      `# ${line}\ndef use_key_${at}(x='${line}'):\n    """Rotates ${line}."""\n    return '${line}'.strip()\n`,
  );
  const typescript = each(
    (line, at) =>
      `/** Holds ${line}. */\nexport const HELD_${at} = '${line}';\nconst o${at} = { '${line}': 1 };\nexport function sent${at}(a = '${line}') { '${line}'.trim(); return held('${line}'); }\n`,
  );
  const tests = each(
    (line, at) => `describe('sends ${line}', () => {\n  it('rotates ${line}', () => sent${at}());\n});\n`,
  );
  const docs = each(
    (line, at) => `# Rotation ${at}: ${line}\n\nRotate ${line} soon.\n\n## Then ${line}\n\nDone.\n`,
  );
  const json = Object.fromEntries(LINES.map((line, at) => [line, { rotation: line, at }]));
  const yaml = each(
    (line, at) => `rotation${at}:\n  - ${JSON.stringify(line)}\n${JSON.stringify(line)}: ${at}\n`,
  );
  const scripts = Object.fromEntries(LINES.map((line, at) => [`test:${at}`, `run ${line}`]));
  return {
    'src/use.py': python,
    'src/held.ts': typescript,
    'test/sends.test.ts': tests,
    'docs/rotation.md': docs,
    'conf/rotation.json': JSON.stringify(json, null, 1),
    'conf/rotation.yaml': yaml,
    'package.json': JSON.stringify({ name: `planted ${LINES[0]}`, scripts }),
    'AGENTS.md': `# Rules\n\nNever print ${ALL}\n\n${pem('RSA PRIVATE KEY')}\n`,
  };
}

const SESSION = JSON.stringify([
  { role: 'user', content: `Rotate these keys, never print them:\n${LINES.slice(3, 8).join('\n')}` },
  { role: 'assistant', content: `I decided to send ${LINES[1]} in every call.\n${ALL}` },
  { role: 'user', content: `No, we must never send ${LINES[2]}. Edit src/use.py.` },
]);
const HANDOFF = {
  goal: `Rotate ${ALL}`,
  acceptance: [ALL],
  active_constraints: [ALL],
  decisions: [{ claim: `send ${ALL}`, status: 'rejected', reason: ALL }],
  must_reread: ['src/use.py'],
};

let folder = '';
let context: Context;
const place = (name: string): string => join(folder, '..', name);

beforeAll(async () => {
  folder = emptyFolder();
  git(folder, ['init', '-q', '-b', 'main']);
  write(folder, { ...plantedFiles(), ...secretlyNamed() });
  commitAll(folder, 'Begin');
  for (let at = 0; at < LINES.length; at += 8) {
    const lines = LINES.slice(at, at + 8);
    git(folder, ['commit', '-q', '--allow-empty', '-m', `Rotate ${lines.join(' ')}\n\n${lines.join('\n')}`]);
  }
  write(folder, { [`names/new-${NAMES[0]}.py`]: 'def newly_named():\n    return use_named_1()\n' });
  write(folder, { 'src/changed.py': LINES.map((line) => `rotation = '${line}'\n`).join('') });
  writeFileSync(place('session.json'), SESSION);
  writeFileSync(place('failures.txt'), `Error: ${ALL}\n  at use_key_1 (src/use.py:2)\n`);
  writeFileSync(place('handoff.json'), JSON.stringify(HANDOFF));
  writeFileSync(place('empty.json'), JSON.stringify({ goal: 'nothing' }));
  context = await openContext(folder);
  await context.index();
}, 120_000);
afterAll(async () => {
  await context.close();
  removeFolders();
});

/** Names of the kinds whose value stands in a text, also as JSON would write it. */
function leaked(...texts: readonly unknown[]): readonly string[] {
  const text = texts.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
  expect(text.length).toBeGreaterThan(1);
  const key = /[A-Za-z0-9+/]{64}/.exec(pem('RSA PRIVATE KEY'))?.[0] ?? '';
  return [...PLANTED, ['private key', '', key] as const]
    .filter(([, , secret]) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)))
    .map(([name]) => name);
}

/** Runs the command for people and for programs, with all that it can say. */
async function ctxLeaks(args: readonly string[]): Promise<readonly string[]> {
  const runs = [];
  for (const more of ['--verbose', '--json']) runs.push(await ctxHere(folder, [more, ...args]));
  return leaked(...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]));
}

it('plants more than thirty kinds, each of its own value', () => {
  expect(new Set(PLANTED.map(([, , secret]) => secret)).size).toBeGreaterThan(45);
});

describe('no secret is in what the command line prints', () => {
  const failures = ['--failures', '../failures.txt'];
  const named = PHASES.flatMap((phase) => [
    ['pack', 'rotate use_named_7 and use_named_8', '--phase', phase, '--diff', '--budget', '9000'],
    ['pack', `rotate names/key-${NAMES[1]}.py`, '--phase', phase],
  ]);
  const packs = PHASES.flatMap((phase) =>
    ['markdown', 'xml', 'json'].map((format) => [
      ...['pack', 'rotate the keys that are held', '--phase', phase, '--format', format],
      ...['--budget', '20000', '--diff', '--handoff', '../handoff.json', ...failures],
    ]),
  );
  const queries = ['hybrid', 'lexical', 'symbol', 'semantic', 'regex'].flatMap((mode) => [
    ['query', 'rotation', '--mode', mode, '-n', '400'],
    ['query', 'use_key_7', '--mode', mode],
    ['query', 'use_named_7', '--mode', mode, '-n', '100'],
    ['query', '--mode', mode, '--', mode === 'regex' ? `(${ALONE.join('|')})` : ALL],
  ]);
  const relations = ['symbol', 'refs', 'callers', 'callees'].flatMap((verb) =>
    ['use_key_7', 'use_named_7', 'HELD_7', 'held', 'strip', 'rotation', 'Rotation 7'].map((name) => [
      verb,
      name,
    ]),
  );
  const handoffs = [
    ['create', '--from', '../session.json'],
    ['create', '--from', '../session.json', '--previous', '../handoff.json'],
    ['show', '../handoff.json'],
    ['check', '../handoff.json', '--from', '../session.json'],
    ['diff', '../empty.json', '../handoff.json'],
  ].map((args) => ['handoff', ...args]);
  const decisions = [
    ['add', '--reason', ALL, '--revisit-if', ALL, '--topic', ALL, '--evidence', ALL, '--', `send ${ALL}`],
    ['list'],
    ['check', '--', `send ${ALL}`],
  ].map((args) => ['decisions', ...args]);
  const refusals = [
    ['symbol', '--', ALL],
    ['refs', '--', ALL],
    ['symbol', 'x', '--kind', ALL],
    ['query', 'x', '--lang', ALL],
    ['query', '--mode', 'regex', '--', `(${ALL}`],
    ['query', `--${ALL}`, 'x'],
    ['pack', '--budget', '10', '--', ALL],
    ['pack', 'x', '--handoff', ALL],
    ['explain', '--', ALL],
    ['explain', '--diff', ALL, '--', ALL],
    ['decisions', 'show', '--', ALL],
    ['explain-ignore', ALL],
    ['explain-ignore', `names/key-${NAMES[2]}.py`],
    ['query', 'x', '--path', `names/${NAMES[2]}/**`],
    ['status', '-C', ALONE.join(' ')],
    [ALL],
  ];
  const whole = [['map', '-n', '500'], ['status'], ['doctor'], ['explain', '-n', '500']];

  // In this order: the list of traces comes after what leaves traces.
  const commands = [
    ...queries,
    ...relations,
    ...named,
    ...packs,
    ...handoffs,
    ...decisions,
    ...refusals,
    ...whole,
  ];
  it.each(
    commands.map((args): [string, string[]] => [
      args
        .join(' ')
        .slice(0, 50)
        .replace(/ -- .*/s, ''),
      args,
    ]),
  )('%s', async (_, args) => {
    expect(await ctxLeaks(args.map((arg) => arg.replace(/^\.\.\//, `${folder}/../`)))).toEqual([]);
  });

  it('explain, of each trace that those left', async () => {
    const traces = await context.traces(500);
    expect(traces.length).toBeGreaterThan(30);
    for (const { id } of traces)
      expect(leaked((await ctxHere(folder, ['explain', id])).stdout, await context.trace(id))).toEqual([]);
    const [last] = traces;
    expect(await ctxLeaks(['explain', last?.id ?? '', '--why-not', `src/${LINES[1]}`])).toEqual([]);
  });
});

describe('no secret is in what the library gives', () => {
  it('symbols with both ends of their edges', async () => {
    for (const name of ['held', 'strip', 'trim', 'sent7'])
      for (const relation of ['references', 'callers', 'callees', 'implementations'] as const)
        expect(leaked(await context.symbols.related(name, relation, { limit: 500 }))).toEqual([]);
    const named = await Promise.all(SYMBOL_KINDS.map((kind) => context.symbols.find('rotation', { kind })));
    expect(leaked(named)).toEqual([]);
  });

  it('files that are named by secrets, each with its own lines', async () => {
    expect(NAMES.length).toBeGreaterThan(20);
    const [first = '', second = ''] = NAMES;
    const paths = [`names/key-${first}.py`, `names/${first}/inside.py`, `names/key-${second}.py`];
    for (const path of paths) {
      const file = await context.readFile(path);
      expect([file.path, leaked(file)]).toEqual([expect.stringContaining('[redacted:'), []]);
      expect(leaked(await context.folders(path.slice(0, path.lastIndexOf('/'))))).toEqual([]);
    }
    const answer = await context.query('use_named_0 use_named_1 use_named_2', { limit: 50 });
    expect(answer.hits.some(({ path }) => path.startsWith('names/key-[redacted:'))).toBe(true);
    const { snippets } = await context.pack('change use_named_0, use_named_1 and use_named_1001', 'edit');
    const own = snippets.filter(({ path }) => path?.startsWith('names/'));
    expect(own.length).toBeGreaterThan(2);
    expect(new Set(own.map(({ path }) => path)).size).toBe(own.length);
    for (const at of [0, 1, 1_001])
      expect(own.filter(({ body }) => body.includes(`def use_named_${at}()`))).toHaveLength(1);
    expect(
      leaked(snippets, answer, await context.status(), await context.map(), await context.doctor()),
    ).toEqual([]);
  });

  it('packs with their snippets, outlines and omissions, in small budgets too', async () => {
    for (const phase of PHASES)
      for (const budget of [3_000, 12_000, 60_000]) {
        const task = { goal: 'rotate the keys that are held', failures: ALL, diff: 'auto' as const };
        expect(leaked(await context.pack(task, phase, { budget }))).toEqual([]);
      }
  });

  it('handoffs: what was written is found again in its session', async () => {
    const written = await writeHandoff(SESSION);
    expect(leaked(written)).toEqual([]);
    expect(written.redactions).toBeGreaterThan(5);
    const findings = await context.handoffs.check(parseHandoff(written.markdown), { session: SESSION });
    expect(findings).toEqual([]);
  });
});

it('no secret is in memory.db', () => {
  const db = new Database(join(folder, '.ctx/memory.db'), { readonly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const cells = tables.flatMap((table) => db.prepare(`SELECT * FROM "${table}"`).raw().all().flat());
  db.close();
  const texts = cells.map((cell) => (Buffer.isBuffer(cell) ? inflateRawSync(cell).toString() : String(cell)));
  expect(texts.length).toBeGreaterThan(100);
  expect(leaked(...texts)).toEqual([]);
});
