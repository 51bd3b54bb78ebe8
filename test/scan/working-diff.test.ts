import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dirtyPaths, findRoot, workingDiff } from '../../src/scan/index.ts';
import { commitAll, git, tempFolder, tempRepository, write } from './temp-repository.ts';

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`).join('');

async function diff(root: string) {
  const { git: state } = await findRoot(root);
  if (state === null) throw new Error('no repository');
  return workingDiff(root, state);
}

async function hunksOf(before: string, after: string): Promise<[number, number][]> {
  const root = tempRepository({ 'a.txt': before });
  write(root, { 'a.txt': after });
  const [file] = await diff(root);
  return (file?.hunks ?? []).map(({ startLine, endLine }) => [startLine, endLine]);
}

describe('workingDiff', () => {
  it('knows every kind of change, staged or not', async () => {
    const root = tempRepository({
      'mod.ts': numbered(1, 20),
      'gone.ts': 'x\n',
      'old.ts': numbered(1, 30),
      'odd é\n"n".ts': '1\n',
      'kind.ts': '1\n',
      'same.ts': '1\n',
    });
    write(root, {
      'mod.ts': `new\n${numbered(1, 20)}`,
      'odd é\n"n".ts': '2\n',
      'staged.ts': 'a\nb\n',
      'new.ts': 'a\nb',
    });
    rmSync(join(root, 'gone.ts'));
    renameSync(join(root, 'old.ts'), join(root, 'renamed.ts'));
    rmSync(join(root, 'kind.ts'));
    symlinkSync('mod.ts', join(root, 'kind.ts'));
    git(root, 'add', 'staged.ts', 'renamed.ts', 'old.ts');
    const files = await diff(root);
    expect(
      files.map(({ path, status, hunks }) => [path, status, hunks.map((h) => [h.startLine, h.endLine])]),
    ).toEqual([
      ['gone.ts', 'deleted', []],
      ['kind.ts', 'modified', [[1, 1]]],
      ['mod.ts', 'modified', [[1, 1]]],
      ['new.ts', 'untracked', [[1, 2]]],
      ['odd é\n"n".ts', 'modified', [[1, 1]]],
      ['renamed.ts', 'renamed', []],
      ['staged.ts', 'added', [[1, 2]]],
    ]);
    const patch = (path: string) => files.find((file) => file.path === path)?.patch ?? '';
    expect(patch('mod.ts')).toMatch(/^diff --git a\/mod.ts b\/mod.ts\n(?:.*\n)*\+new\n/);
    expect(patch('new.ts')).toBe('');
    expect(patch('renamed.ts')).toContain('rename from old.ts');
    const dirty = await dirtyPaths(root);
    expect(dirty).toEqual([...files.map(({ path }) => path), 'old.ts'].sort());
  });

  it('gives changed lines in the numbers of the work tree', async () => {
    const text = numbered(1, 40);
    expect(await hunksOf(text, text.replace('line 5\n', 'five\n').replace('line 30\n', 'x\ny\nz\n'))).toEqual(
      [
        [5, 5],
        [30, 32],
      ],
    );
    expect(await hunksOf(text, text.replace('line 5\nline 6\n', ''))).toEqual([[5, 5]]);
    expect(await hunksOf(text, text.replace('line 39\nline 40\n', ''))).toEqual([[38, 38]]);
    expect(await hunksOf(text, '')).toEqual([]);
    expect(await hunksOf('', text)).toEqual([[1, 40]]);
    expect(await hunksOf('a', 'a\nb')).toEqual([[1, 2]]);
  });

  it('is not misled by content that looks like a diff', async () => {
    const root = tempRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    write(root, {
      'a.txt': 'a\ndiff --git a/b.txt b/b.txt\n@@ -1 +90 @@\n\rdiff --git \u2028diff --git \n',
      'b.txt': 'c\n',
    });
    const files = await diff(root);
    expect(files.map(({ path, hunks }) => [path, hunks])).toEqual([
      ['a.txt', [{ startLine: 2, endLine: 4 }]],
      ['b.txt', [{ startLine: 1, endLine: 1 }]],
    ]);
  });

  it('works without commits, with conflicts, and leaves out ignored files', async () => {
    const unborn = tempRepository();
    write(unborn, { 'a.ts': '1\n', '.gitignore': '*.log\n', 'b.log': '' });
    git(unborn, 'add', 'a.ts');
    expect((await diff(unborn)).map(({ path, status }) => [path, status])).toEqual([
      ['.gitignore', 'untracked'],
      ['a.ts', 'added'],
    ]);
    const root = tempRepository({ 'c.ts': '0\n', 'd.ts': '0\n' });
    git(root, 'checkout', '-q', '-b', 'side');
    write(root, { 'c.ts': 'side\n' });
    commitAll(root, 'side');
    git(root, 'checkout', '-q', 'main');
    write(root, { 'c.ts': 'main\n' });
    commitAll(root, 'main');
    expect(() => git(root, 'merge', '-q', 'side')).toThrow();
    write(root, { 'd.ts': '1\n' });
    const files = await diff(root);
    expect(files.map(({ path, status }) => [path, status])).toEqual([
      ['c.ts', 'modified'],
      ['d.ts', 'modified'],
    ]);
    expect(files[0]?.patch).toContain('+<<<<<<<');
    expect(files[1]?.patch).toContain('+1');
  });

  it('leaves out what .ctxignore ignores', async () => {
    const root = tempRepository({
      'a.ts': '1\n',
      'sub/b.ts': '1\n',
      '.ctxignore': 'a.ts\n',
      'sub/.ctxignore': '*.txt\n',
    });
    write(root, { 'a.ts': '2\n', 'sub/b.ts': '2\n', 'sub/c.txt': '', 'd.txt': '' });
    expect((await diff(root)).map(({ path }) => path)).toEqual(['d.txt', 'sub/b.ts']);
  });

  it('runs nothing that the repository names, and ignores its taste in diffs', async () => {
    const root = tempRepository({
      'a.txt': '1\n',
      'x.evil': '1\n',
      '.gitattributes': '*.evil filter=evil diff=evil\n',
    });
    const proof = join(tempFolder(), 'proof');
    for (const key of [
      'diff.external',
      'filter.evil.clean',
      'filter.evil.process',
      'diff.evil.textconv',
      'diff.evil.command',
      'core.fsmonitor',
      'gpg.program',
    ])
      git(root, 'config', key, `touch ${proof}; cat #`);
    for (const [key, value] of Object.entries({
      'filter.evil.required': 'true',
      'diff.noprefix': 'true',
      'diff.mnemonicPrefix': 'true',
      'color.ui': 'always',
      'diff.context': '0',
      'diff.autoRefreshIndex': 'false',
      'core.quotePath': 'false',
    }))
      git(root, 'config', key, value);
    write(root, { 'x.evil': '2\n', 'a.txt': '2\n' });
    expect(await dirtyPaths(root)).toEqual(['a.txt', 'x.evil']);
    const files = await diff(root);
    expect(files.map(({ path, patch }) => [path, patch.split('\n')[0]])).toEqual([
      ['a.txt', 'diff --git a/a.txt b/a.txt'],
      ['x.evil', 'diff --git a/x.evil b/x.evil'],
    ]);
    expect(existsSync(proof)).toBe(false);
  });
});
