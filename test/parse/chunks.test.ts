import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { ParsedFile } from '../../src/core/index.ts';
import { createParserPool, parseFile } from '../../src/parse/index.ts';
import { expectLawful } from './chunk-laws.ts';

const pool = createParserPool();
afterAll(() => pool.close());

async function parse(language: string | null, text: string, deadlineMs = 20_000): Promise<ParsedFile> {
  await pool.ready(language);
  return parseFile({ path: 'file', language, text }, pool, { deadlineMs });
}

const shape = ({ chunks, symbols }: ParsedFile) =>
  chunks.map(({ startLine, endLine, kind, symbol, header }) => [
    `${startLine}-${endLine}`,
    kind,
    symbol === null ? null : (symbols[symbol]?.qualifiedName ?? null),
    header === null ? null : `${header.startLine}-${header.endLine}`,
  ]);

const statements = (count: number, indent = '  '): string =>
  Array.from({ length: count }, (_, at) => `${indent}step${at}(value);\n`).join('');
const method = (name: string, count: number): string => `  ${name}() {\n${statements(count, '    ')}  }\n`;

describe('chunks', () => {
  it('joins imports and small definitions, and keeps a function whole with its comment', async () => {
    const text = [
      "import a from 'a';",
      "import b from 'b';",
      '',
      'const LIMIT = 3;',
      'const one = () => 1;',
      '',
      '// Says what it does.',
      `function big() {\n${statements(20)}}`,
      '',
      'big();',
      '',
    ].join('\n');
    expect(shape(await parse('typescript', text))).toEqual([
      ['1-5', 'block', null, null],
      ['7-29', 'function', 'big', null],
      ['31-31', 'block', null, null],
    ]);
  });

  it('opens a class that is larger than the aim: header, then members that repeat its head', async () => {
    const text = `/** Doc. */\n@tag\nclass Big {\n  field = 1;\n\n${method('one', 30)}\n${method('two', 30)}}\n`;
    expect(shape(await parse('typescript', text))).toEqual([
      ['1-4', 'class', 'Big', null],
      ['6-37', 'member', 'Big.one', '3-3'],
      ['39-71', 'member', 'Big.two', '3-3'],
    ]);
  });

  it('keeps a function up to the hard cap whole and splits a longer one at statements', async () => {
    const whole = await parse('typescript', `function f() {\n${statements(110)}}\n`);
    expect(shape(whole)).toEqual([['1-112', 'function', 'f', null]]);
    const split = shape(await parse('typescript', `function f() {\n${statements(200)}}\n`));
    expect(split.length).toBeGreaterThan(2);
    expect(split[0]).toEqual([split[0]?.[0], 'function', 'f', null]);
    for (const part of split.slice(1)) expect(part.slice(1)).toEqual(['part', 'f', '1-1']);
  });

  it('gives a line that is longer than the cap a chunk of its own', async () => {
    const text = `const a = 1;\nconst b = '${'x'.repeat(20_000)}';\nconst c = 2;\n`;
    const chunks = shape(await parse('typescript', text)).map(([lines]) => lines);
    expect(chunks).toEqual(['1-1', '2-2', '3-3']);
  });

  it('puts names, signature, comments and the rest into their fields', async () => {
    const text =
      '/** Counts things. */\nexport function count(n: number): number {\n  // by one\n  return n + 1;\n}\n';
    expect((await parse('typescript', text)).texts).toEqual([
      {
        symbol: 'count',
        signature: 'export function count(n: number): number',
        doc: 'Counts things.\nby one',
        body: expect.stringMatching(/^\{\s+return n \+ 1;\n\}$/),
      },
    ]);
  });

  it('splits a long Markdown section at its subsections and repeats the heading', async () => {
    const section = (name: string): string => `## ${name}\n\n${'Some words here.\n'.repeat(50)}\n`;
    expect(shape(await parse('markdown', `# Top\n\n${section('A')}${section('B')}`))).toEqual([
      ['1-1', 'section', 'Top', null],
      ['3-54', 'section', 'Top.A', '1-1'],
      ['56-107', 'section', 'Top.B', '1-1'],
    ]);
  });
});

describe('bad input', () => {
  const HOSTILE: readonly string[] = [
    '',
    '\n',
    ' \r\n\t\r\n',
    '\uFEFFconst a = 1;\r\nclass B {\r\n  m() {}\r\n}',
    '\u0000\u0000\uD800',
    '['.repeat(50_000),
    `${'function a() {'.repeat(3_000)}`,
    `${'class A { m() {\n'.repeat(400)}`,
    'x'.repeat(30_000),
    '}\n'.repeat(400),
    '# a\n'.repeat(20_000),
    `${' '.repeat(100_000)}x`,
    `/${'*'.repeat(100_000)}x`,
    `[${' '.repeat(100_000)}`,
    '"\\'.repeat(50_000),
    '//'.repeat(50_000),
    '/**/'.repeat(25_000),
    `use a::${'{a::'.repeat(5_000)}b;`,
    'a.'.repeat(50_000),
    '}'.repeat(100_000),
  ];
  it.each(['typescript', 'python', 'rust', 'markdown', 'json', 'yaml', 'toml', 'vue', null])(
    '%s survives hostile texts',
    async (language) => {
      for (const text of HOSTILE) expectLawful(text, await parse(language, text, 500));
    },
  );

  it('covers arbitrary text exactly once in every kind of reading', async () => {
    const languages = fc.constantFrom(
      'typescript',
      'python',
      'markdown',
      'json',
      'yaml',
      'toml',
      'svelte',
      null,
    );
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('', '  ', '# a', 'key: 1', '[t]', 'class A:', '}', '<script>', '</script>', '```'),
    );
    const text = fc.array(line, { maxLength: 300 }).map((all) => all.join('\n'));
    await fc.assert(
      fc.asyncProperty(languages, text, async (language, body) => {
        expectLawful(body, await parse(language, body));
      }),
      { numRuns: 150, seed: 11 },
    );
  });

  it('says why a file was chunked by lines', async () => {
    await pool.ready('typescript');
    const input = { path: 'a.ts', language: 'typescript', text: 'const a = 1;\n'.repeat(2_000) };
    let ticks = 0;
    const slow = parseFile(input, pool, { deadlineMs: 5, clocks: [() => ticks++] });
    expect(slow.outcome).toEqual({ how: 'lines', because: 'not parsed within 5 ms' });
    expectLawful(input.text, slow);
    const large = parseFile(input, pool, { sizeCap: 100 });
    expect(large.outcome).toEqual({ how: 'lines', because: 'longer than 100 characters' });
    expect(parseFile(input, pool).outcome).toEqual({ how: 'parsed' });
    const cold = createParserPool();
    expect(parseFile(input, cold).outcome).toMatchObject({ how: 'lines' });
    cold.close();
  });

  it('gives up on a soup of tokens in time and parses the next file', async () => {
    await pool.ready('typescript');
    const soup = Array.from(
      { length: 60_000 },
      (_, at) => ['<', '(', 'a', '=>', '{', ']'][(at * 7919) % 6],
    ).join(' ');
    const started = performance.now();
    const parsed = parseFile({ path: 'a.ts', language: 'typescript', text: soup }, pool, { deadlineMs: 300 });
    expect(performance.now() - started).toBeLessThan(5_000);
    expectLawful(soup, parsed);
    expect((await parse('typescript', 'export const a = 1;\n')).symbols).toHaveLength(1);
  });
});
