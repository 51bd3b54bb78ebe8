import { describe, expect, test } from 'vitest';
import type { DiffFile, PackItem, RepositoryFacts } from '../../src/core/index.ts';
import { commitItem, diffItems, failureItem, goalItem, mapItem } from '../../src/pack/index.ts';

function textOf(item: PackItem | null): string {
  if (item?.content.kind !== 'text') throw new Error('expected a text');
  return item.content.text;
}

test('the goal is the words of the task', () => {
  const item = goalItem({
    goal: 'Make refresh safe.\n',
    acceptance: ['one request'],
    constraints: ['no new dependency'],
    plan: 'lock first',
  });
  expect(item.role).toBe('goal');
  expect(textOf(item)).toBe(
    'Make refresh safe.\n\nAcceptance:\n- one request\n\nConstraints:\n- no new dependency\n\nPlan:\nlock first',
  );
  expect(textOf(goalItem({ goal: 'x' }))).toBe('x');
});

const PATCH: DiffFile = {
  path: 'src/a.py',
  status: 'modified',
  hunks: [{ startLine: 3, endLine: 4 }],
  patch: '@@ -3,1 +3,2 @@\n-old\n+new\n+newer\n',
};
const NEW: DiffFile = {
  path: 'src/b.py',
  status: 'untracked',
  hunks: [{ startLine: 1, endLine: 9 }],
  patch: '',
};

describe('diffs', () => {
  test('one item a file', () => {
    const items = diffItems([PATCH, NEW]);
    expect(items.map(({ key, score, role }) => [key, score, role])).toEqual([
      ['diff:src/a.py', 1, 'history'],
      ['diff:src/b.py', 1, 'history'],
    ]);
    expect(textOf(items[0] ?? null)).toBe('@@ -3,1 +3,2 @@\n-old\n+new\n+newer');
    expect(textOf(items[1] ?? null)).toBe('untracked: src/b.py, lines 1-9');
  });

  test('a patch without end says how much was cut', () => {
    const patch = Array.from({ length: 1000 }, (_, at) => `+line ${at}`).join('\n');
    const rows = textOf(diffItems([{ ...PATCH, patch }])[0] ?? null).split('\n');
    expect(rows.at(-1)).toBe('⋯ 600 more lines');
  });
});

describe('failures', () => {
  test('colours, progress, success lines and repeats go; the error and its frames stay', () => {
    const esc = '\u001b[31m';
    const output = [
      'collecting 10%\rcollecting 100%',
      'tests/test_a.py::test_fine PASSED [ 10%]',
      `${esc}E   AssertionError: expected 1 request, saw 7\u001b[0m`,
      '  File "src/auth/cache.py", line 23, in refresh_token',
      'DeprecationWarning: this is said over and over',
      'DeprecationWarning: this is said over and over',
      '\u001b]8;;file:///x\u0007tests/test_a.py:12\u001b]8;;\u0007: AssertionError',
    ].join('\r\n');
    expect(textOf(failureItem(output)).split('\n')).toEqual([
      'collecting 100%',
      'E   AssertionError: expected 1 request, saw 7',
      '  File "src/auth/cache.py", line 23, in refresh_token',
      'DeprecationWarning: this is said over and over',
      'tests/test_a.py:12: AssertionError',
    ]);
  });

  test('a long log keeps what stands around its errors', () => {
    const noise = (from: number): readonly string[] =>
      Array.from({ length: 2000 }, (_, at) => `compiling module number ${from + at}`);
    const rows = textOf(
      failureItem(
        [...noise(0), 'panicked at src/lib.rs:10:5:', 'the lock was poisoned', ...noise(5000)].join('\n'),
      ),
    ).split('\n');
    expect(rows.length).toBeLessThan(130);
    expect(rows[0]).toBe('⋯');
    expect(rows).toContain('panicked at src/lib.rs:10:5:');
    expect(rows).toContain('the lock was poisoned');
  });

  test('a row of any length is read in one pass', () => {
    const rows = [
      'a.'.repeat(200_000),
      `${' '.repeat(400_000)}x`,
      '(:'.repeat(200_000),
      'E   AssertionError: no',
    ];
    expect(textOf(failureItem(rows.join('\n')))).toBe(rows.join('\n'));
  });

  test('a log without an error keeps its end', () => {
    const rows = textOf(
      failureItem(Array.from({ length: 500 }, (_, at) => `step number ${at} of many`).join('\n')),
    ).split('\n');
    expect(rows.at(-1)).toBe('step number 499 of many');
    expect(rows.length).toBeLessThanOrEqual(121);
  });
});

test('a commit is its subject, day, body and files', () => {
  const commit = {
    sha: 'a'.repeat(40),
    time: 1_700_000_000,
    subject: 'auth: hold the lock',
    body: 'It raced.\n',
  };
  const paths = Array.from({ length: 14 }, (_, at) => `src/f${at}.py`);
  const item = commitItem(commit, paths, { score: 0.3 });
  expect(item.key).toBe(`commit:${commit.sha}`);
  expect(item.score).toBe(0.3);
  const rows = textOf(item).split('\n');
  expect(rows.slice(0, 3)).toEqual(['aaaaaaaaaa 2023-11-14 auth: hold the lock', 'It raced.', '  src/f0.py']);
  expect(rows.at(-1)).toBe('⋯ 2 more files');
});

test('the map names what there is and nothing else', () => {
  const facts: RepositoryFacts = {
    name: 'auth',
    files: 4,
    lines: 58,
    languages: [{ language: 'python', files: 3, lines: 54 }],
    packageManagers: [{ name: 'pip', manifest: 'pyproject.toml' }],
    commands: [{ purpose: 'test', command: 'pytest', source: 'pyproject.toml' }],
    entryPoints: [],
    testFolders: [{ path: 'tests', files: 1 }],
    configuration: [],
    instructions: ['AGENTS.md'],
    layout: [
      { path: 'src', files: 2, lines: 40 },
      { path: '', files: 1, lines: 4 },
    ],
    bulk: [],
    git: { branch: 'main', head: 'b'.repeat(40), shallow: false, dirty: ['x'], recentCommits: [] },
  };
  expect(textOf(mapItem(facts)).split('\n')).toEqual([
    'auth: 4 files, 58 lines',
    'Languages: python 54',
    'Package managers: pip (pyproject.toml)',
    'Commands:',
    '  test: pytest (pyproject.toml)',
    'Layout:',
    '  src: 2 files, 40 lines',
    '  ./: 1 files, 4 lines',
    'Tests: tests',
    'Instructions: AGENTS.md',
    'Git: main at bbbbbbbbbb, 1 changed files',
  ]);
});
