import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBoilerplate } from '../../src/recall/boilerplate.ts';
import { understandTask } from '../../src/recall/index.ts';
import { readTests } from '../../src/recall/read-tests.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/recall/${name}.txt`, import.meta.url), 'utf8');
const names = (text: string) =>
  understandTask(text).identifiers.map(({ qualifier, name }) =>
    qualifier === null ? name : `${qualifier}.${name}`,
  );
const weightOf = (text: string, part: string) =>
  Math.max(
    ...understandTask(text)
      .spans.filter((span) => span.text.includes(part))
      .map((span) => span.weight),
  );

describe('the kind of a task', () => {
  it('is a question up to twelve words', () => {
    expect(understandTask('where is the token refreshed').kind).toBe('question');
    expect(understandTask(Array(12).fill('word').join(' ')).kind).toBe('question');
    expect(understandTask(Array(13).fill('word').join(' ')).kind).toBe('issue');
  });

  it('is a failure with frames, tests or output of a failed run', () => {
    expect(understandTask({ goal: 'fix', failures: 'exit code 1' }).kind).toBe('failure');
    expect(understandTask('--- FAIL: TestRefresh (0.00s)').kind).toBe('failure');
    expect(understandTask('it says\n  File "a.py", line 3, in f\nKeyError: 1').kind).toBe('failure');
    expect(understandTask({ goal: 'fix', failures: '  \n' }).kind).toBe('question');
  });
});

describe('an issue', () => {
  const text = fixture('issue-template');
  const query = understandTask(text);

  it('weighs the subject and code spans more, templates, versions and URLs less', () => {
    expect(query.spans[0]).toEqual({ text: 'Concurrent refresh sends duplicate requests', weight: 1.5 });
    expect(weightOf(text, 'refresh_token(key)')).toBe(1.5);
    expect(weightOf(text, 'the lock is released')).toBe(1);
    for (const line of ['Steps to reproduce', 'I have searched', 'python: 3.12', 'requests==2.31.0'])
      expect(weightOf(text, line)).toBe(0.2);
    expect(weightOf(text, 'github.com')).toBe(0.1);
  });

  it('has a subject past the headings of a template and the links to other issues', () => {
    const body = 'The window was kept per client.\n\nMore about that.';
    for (const head of [
      '# What',
      'Fixes #123',
      'Closes acme/app#4, fixes #5.',
      '**Summary**',
      'Resolves https://x.y/1',
    ])
      expect(understandTask(`${head}\n\nKeep the window per key\n${body}`).subject).toBe(
        'Keep the window per key',
      );
    expect(understandTask('Fix #101: keep the window per key').subject).toBe(
      'Fix #101: keep the window per key',
    );
    expect(understandTask('Fixes #6708').subject).toBe('');
    expect(query.subject).toBe('Concurrent refresh sends duplicate requests');
  });

  it('reads lines made of links in one pass', () => {
    const line = `${'refhttp://a'.repeat(17)} z`;
    expect(Array(50_000).fill(line).filter(isBoilerplate)).toEqual([]);
    expect(isBoilerplate('Fixes https://github.com/acme/auth/issues/7, refs #9')).toBe(true);
  });

  it('counts the lines of a pasted stack for less than what is said about it', () => {
    const frame = 'at com.acme.Cache.refresh(Cache.java:12)';
    const text = `The cache is wrong\n\nIt happens at night.\n\n\`\`\`\n\t${frame}\n\`\`\``;
    expect(weightOf(text, 'It happens at night')).toBe(1);
    expect(weightOf(text, 'Cache.java')).toBe(0.3);
    expect(understandTask(text).frames).toHaveLength(1);
    expect(weightOf('x', 'x')).toBe(1.5);
  });

  it('leaves out comments of the template and encoded data', () => {
    const all = query.spans.map((span) => span.text).join('\n');
    expect(all).not.toContain('Thanks for taking the time');
    expect(all).not.toContain('iVBORw0KGgo');
    expect(all).not.toContain('9fceb02d0ae598e95dc970b74767f19372d61af8');
  });

  it('finds paths, names, quotes and errors', () => {
    expect(query.paths).toEqual([
      { path: 'src/auth/cache.py', line: 12 },
      { path: 'src/client.py', line: 40 },
      { path: 'src/auth/windows.py', line: null },
    ]);
    const found = query.identifiers.map(({ name }) => name);
    expect(found).toEqual(expect.arrayContaining(['refresh_token', 'TokenCache', 'evict']));
    expect(query.identifiers.find(({ name }) => name === 'refresh_token')?.confidence).toBe(1);
    expect(query.identifiers.find(({ name }) => name === 'evict')?.qualifier).toBe('TokenCache');
    expect(query.quotes).toContain('too many requests');
    expect(query.errors).toEqual(['RuntimeError: too many requests']);
  });
});

describe('paths', () => {
  const cases: readonly (readonly [string, string, number | null])[] = [
    ['see a/b.py:12 please', 'a/b.py', 12],
    ['in a/b.py:12:3.', 'a/b.py', 12],
    ['at src/b.ts(3,4)', 'src/b.ts', 3],
    ['(src/b.ts)', 'src/b.ts', null],
    ['C:\\code\\src\\a.cs', '/code/src/a.cs', null],
    ['src\\auth\\cache.py:7', 'src/auth/cache.py', 7],
    ['[this](./docs/a.md#L3)', 'docs/a.md', 3],
    ['https://github.com/o/r/blob/main/src/a.go#L12-L20', 'src/a.go', 12],
    ['https://gitlab.com/o/r/-/blob/v1/src/a.rb', 'src/a.rb', null],
    ['cache.py, line 12 is wrong', 'cache.py', 12],
    ['`lib/a.rb` on line 4', 'lib/a.rb', 4],
    ['Makefile is wrong', 'Makefile', null],
  ];
  it.each(cases)('%s', (text, path, line) => {
    expect(understandTask(text).paths).toContainEqual({ path, line });
  });

  it.each([
    'we use Node.js and e.g. Vue.js here, i.e. v1.2.3',
    'see https://example.com/a/b.html and me@example.com',
    'either/or, and/or: 10.5 km/h',
  ])('none in: %s', (text) => {
    expect(understandTask(text).paths).toEqual([]);
  });

  it('takes unusual names that the repository has', () => {
    const known = (path: string) => path === 'app/(site)/[id]/page' || path === 'src/x.weird';
    expect(
      understandTask('in app/(site)/[id]/page and src/x.weird', known).paths.map(({ path }) => path),
    ).toEqual(['app/(site)/[id]/page', 'src/x.weird']);
  });
});

describe('identifiers', () => {
  it('reads the shapes of code', () => {
    expect(
      names('the HttpClient calls load_all and acme.cache.Store, Foo::load, fetch() and $this->drop()'),
    ).toEqual(
      expect.arrayContaining(['HttpClient', 'load_all', 'acme.cache.Store', 'Foo.load', 'fetch', 'drop']),
    );
    expect(names('Ruby #each_pair and Cache#refresh')).toEqual(
      expect.arrayContaining(['each_pair', 'Cache.refresh']),
    );
    expect(names('snake\\_case in markdown')).toContain('snake_case');
  });

  it('leaves plain words, products, keywords and plurals alone in an issue', () => {
    const text = `The function(s) of GitHub and JavaScript return \`null\` e.g. when ${'something is odd '.repeat(4)}`;
    expect(names(text)).toEqual([]);
  });

  it('takes plain words of a question as weak names, one word alone as a sure one', () => {
    expect(understandTask('debounce').identifiers).toEqual([
      { name: 'debounce', qualifier: null, confidence: 0.9 },
    ]);
    expect(names('how does the Router match')).toEqual(['Router', 'match']);
  });
});

describe('test names', () => {
  it.each<readonly [string, string | null, string]>([
    ['FAILED tests/test_a.py::TestA::test_x[1-2] - KeyError', 'tests/test_a.py', 'TestA.test_x'],
    ['FAIL: test_x (tests.test_a.TestA)', 'tests/test_a.py', 'TestA.test_x'],
    ['ERROR: test_x (tests.test_a.TestA.test_x)', 'tests/test_a.py', 'TestA.test_x'],
    ['test_x (test_a.TestA) ... FAIL', 'test_a.py', 'TestA.test_x'],
    [' FAIL  src/a.test.ts > suite > does it', 'src/a.test.ts', 'does it'],
    ['FAIL src/a.test.js', 'src/a.test.js', ''],
    ['  ● suite › does it', null, 'does it'],
    ['    ✕ does it (5 ms)', null, 'does it'],
    ['--- FAIL: TestRefresh/twice (0.00s)', null, 'TestRefresh'],
    ['- TestServer', null, 'TestServer'],
    ['- test/a.test.js | suite does it', 'test/a.test.js', 'suite does it'],
    ['* spec/a_spec.rb > does it', 'spec/a_spec.rb', 'does it'],
    ['test cache::tests::refreshes ... FAILED', null, 'cache.tests.refreshes'],
    ['---- cache::tests::refreshes stdout ----', null, 'cache.tests.refreshes'],
    ['[ERROR] CacheTest.refreshes:42 expected: <1> but was: <2>', null, 'CacheTest.refreshes'],
    ['com.acme.CacheTest > refreshes() FAILED', null, 'CacheTest.refreshes'],
    ['rspec ./spec/cache_spec.rb:12 # Cache refreshes', './spec/cache_spec.rb', 'Cache refreshes'],
    ['  Failed Acme.Tests.CacheTests.Refreshes [12 ms]', null, 'CacheTests.Refreshes'],
    ['1) Acme\\Tests\\CacheTest::testRefreshes', null, 'CacheTest.testRefreshes'],
    ['[  FAILED  ] CacheTest.Refreshes (0 ms)', null, 'CacheTest.Refreshes'],
  ])('%s', (line, path, name) => {
    expect(readTests([line])).toEqual([{ path, name }]);
  });

  it('finds none in prose', () => {
    expect(
      readTests(['The test failed for me.', 'TestCase', 'def test_x(self):', '1) open the page']),
    ).toEqual([]);
  });
});

describe('a failing run', () => {
  it('keeps error lines, frames and test names above the rest of the log', () => {
    const query = understandTask({ goal: 'make the tests pass', failures: fixture('pytest-output') });
    expect(query.kind).toBe('failure');
    expect(query.tests).toContainEqual({
      path: 'tests/auth/test_cache.py',
      name: 'TestCache.test_concurrent_refresh',
    });
    expect(query.frames[0]).toMatchObject({ path: 'src/auth/cache.py', line: 12, depth: 0 });
    expect(query.errors).toContain("KeyError: 'token'");
    const weight = (part: string) =>
      Math.max(...query.spans.filter((span) => span.text.includes(part)).map((span) => span.weight));
    expect(weight("KeyError: 'token'")).toBe(1.5);
    expect(weight('test_cache.py:31')).toBe(1);
    expect(weight('platform linux')).toBeLessThan(0.5);
  });

  it('reads colours and JSON-escaped line ends', () => {
    const esc = String.fromCharCode(27);
    expect(understandTask(`${esc}[31m--- FAIL: TestRefresh (0.00s)${esc}[0m`).tests).toHaveLength(1);
    expect(understandTask('"# Title: Cache breaks\\n\\nIt fails in `evict`"').spans[0]?.text).toBe(
      'Cache breaks',
    );
  });
});

describe('a whole task', () => {
  it('reads acceptance and plan as text, constraints hardly', () => {
    const query = understandTask({
      goal: 'Refresh once',
      acceptance: ['`test_once` passes'],
      constraints: ['do not touch the renderer'],
      plan: 'change TokenCache',
    });
    expect(query.identifiers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['test_once', 'TokenCache']),
    );
    expect(query.spans.find((span) => span.text.includes('renderer'))?.weight).toBe(0.2);
  });

  it('says so when nothing is there', () => {
    expect(understandTask('')).toMatchObject({
      text: '',
      kind: 'question',
      subject: '',
      spans: [],
      identifiers: [],
      paths: [],
    });
  });
});

describe('hostile text', () => {
  const MEGABYTE = 1_000_000;
  const fill = (piece: string) => piece.repeat(Math.ceil(MEGABYTE / piece.length)).slice(0, MEGABYTE);
  const pieces = [
    'a',
    ' ',
    '(',
    ')',
    '.',
    ':',
    '/',
    '\\',
    '`',
    '"',
    "'",
    '_',
    '#',
    '@',
    '<',
    '-',
    '=',
    'a.',
    'a::',
    'a/',
    ':1',
    ':1:1',
    '(1',
    'at ',
    ' at',
    'at a (',
    'a.b(',
    '\n',
    'a\n',
    '\tat a.b(c.java:1\n',
    '<!--',
    '```\n',
    'File "',
    '#0 a ',
    '#0 a (',
    'x.py::',
    'FAIL a > ',
    'Error: ',
    "panicked at '",
    'in a.php ',
    'a@',
    '::h',
    'https://',
    '[ERROR] a.',
    '1) a\\',
    'test a::',
    '\ud800',
    'é',
    '名',
  ];
  it.each(pieces.map((piece) => [JSON.stringify(piece), piece]))(
    '1 MB of %s is quick and capped',
    (_, piece) => {
      const text = fill(piece);
      const start = process.cpuUsage();
      const query = understandTask({ goal: text, failures: text });
      const used = process.cpuUsage(start);
      expect((used.user + used.system) / 1_000).toBeLessThan(1_500);
      expect(query.notes?.some((note) => note.includes('800000 of 1000000 characters'))).toBe(true);
      expect(query.identifiers.length).toBeLessThanOrEqual(80);
      expect(query.paths.length).toBeLessThanOrEqual(100);
    },
  );

  it('never throws, and gives the same each time', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())), (parts) => {
        const text = parts.join('');
        expect(understandTask(text)).toEqual(understandTask(text));
      }),
      { numRuns: 200 },
    );
  });
});
