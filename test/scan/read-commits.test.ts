import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRoot, readCommits } from '../../src/scan/index.ts';
import { commitAll, git, tempFolder, tempRepository, write } from './temp-repository.ts';

const NONE: ReadonlySet<string> = new Set();

async function history(root: string, rest: Partial<Parameters<typeof readCommits>[1]> = {}) {
  const { git: state } = await findRoot(root);
  return readCommits(root, { head: state?.head ?? null, known: NONE, ...rest });
}

describe('readCommits', () => {
  it('gives messages and touched paths, newest first', async () => {
    const root = tempRepository({ 'a.ts': '1\n', 'dir/b.ts': '1\n' });
    renameSync(join(root, 'a.ts'), join(root, 'c.ts'));
    const renamed = commitAll(root, 'rename: a → c\n\nWhy:\nbecause.\n');
    write(root, { '-x\ny é.ts': '1\n', ':12 34': '1\n' });
    const odd = commitAll(root, 'odd names');
    const empty = commitAll(root, 'nothing');
    const { ancestors, added } = await history(root);
    expect(ancestors).toEqual([empty, odd, renamed, git(root, 'rev-parse', 'HEAD~3')]);
    expect(added.map(({ sha }) => sha)).toEqual(ancestors);
    expect(added.map(({ subject, body, paths }) => ({ subject, body, paths: [...paths].sort() }))).toEqual([
      { subject: 'nothing', body: '', paths: [] },
      { subject: 'odd names', body: '', paths: ['-x\ny é.ts', ':12 34'] },
      { subject: 'rename: a → c', body: 'Why:\nbecause.', paths: ['a.ts', 'c.ts'] },
      { subject: 'first', body: '', paths: ['a.ts', 'dir/b.ts'] },
    ]);
    expect(added[0]?.time).toBe(1_700_000_000);
  });

  it('reads ancestors of HEAD only, and no paths of merges', async () => {
    const root = tempRepository({ 'a.ts': '1\n' });
    git(root, 'checkout', '-q', '-b', 'side');
    write(root, { 'side.ts': '1\n' });
    const side = commitAll(root, 'side');
    git(root, 'checkout', '-q', '-b', 'other', 'main');
    write(root, { 'other.ts': '1\n' });
    commitAll(root, 'other');
    git(root, 'checkout', '-q', 'main');
    write(root, { 'main.ts': '1\n' });
    commitAll(root, 'on main');
    git(root, 'merge', '-q', '--no-edit', '-m', 'merge', 'side');
    const { added } = await history(root);
    expect(added.map(({ subject }) => subject).sort()).toEqual(['first', 'merge', 'on main', 'side']);
    expect(added.find(({ subject }) => subject === 'merge')?.paths).toEqual([]);
    expect(added.find(({ sha }) => sha === side)?.paths).toEqual(['side.ts']);
  });

  it('reads what is unknown, up to the limit', async () => {
    const root = tempRepository({ 'a.ts': '1\n' });
    const shas = ['two', 'three', 'four'].map((message) => commitAll(root, message)).reverse();
    const limited = await history(root, { limit: 2 });
    expect(limited.ancestors).toEqual(shas.slice(0, 2));
    const asked: (readonly string[])[] = [];
    const known = (all: readonly string[]) => {
      asked.push(all);
      return new Set(all.slice(1));
    };
    const { ancestors, added } = await history(root, { known });
    expect(asked).toEqual([ancestors]);
    expect(added.map(({ subject }) => subject)).toEqual(['four']);
    expect((await history(root, { known: new Set(ancestors) })).added).toEqual([]);
  });

  it('gives no paths to commits over 200 files', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${count}/f${i}.ts`, '']));
    const root = tempRepository(many(200));
    write(root, many(201));
    commitAll(root, 'too many');
    const { added } = await history(root);
    expect(added.map(({ paths }) => paths.length)).toEqual([0, 200]);
  });

  it('works without commits and in a shallow clone', async () => {
    expect(await history(tempRepository())).toEqual({ ancestors: [], added: [] });
    const root = tempRepository({ 'a.ts': '1\n' });
    write(root, { 'b.ts': '1\n' });
    commitAll(root, 'second');
    write(root, { 'c.ts': '1\n' });
    commitAll(root, 'third');
    const clone = join(tempFolder(), 'clone');
    git(root, 'clone', '-q', '--depth=2', `file://${root}`, clone);
    const { added } = await history(clone);
    expect(added.map(({ subject, paths }) => [subject, paths])).toEqual([
      ['third', ['c.ts']],
      ['second', []],
    ]);
  });

  it('reads a long history in pieces', async () => {
    const root = tempRepository();
    const body = 'line of a long message\n'.repeat(2000);
    const commits = Array.from({ length: 300 }, (_, i) => {
      const data = `s${i}\n\n${body}`;
      return `commit refs/heads/main\ncommitter A <a@b> ${1_700_000_000 + i} +0000\ndata ${data.length}\n${data}\nM 644 inline f${i}\ndata 1\nx\n`;
    });
    execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: commits.join('') });
    const { added } = await history(root);
    expect(added.map(({ subject }) => subject)).toEqual(commits.map((_, i) => `s${i}`).reverse());
    expect(added.every(({ body, paths }, i) => body.length === 8000 && paths[0] === `f${299 - i}`)).toBe(
      true,
    );
  });

  it('can be stopped, and says what git says', async () => {
    const root = tempRepository({ 'a.ts': '1\n' });
    await expect(history(root, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(history(root, { head: 'f'.repeat(40) })).rejects.toMatchObject({
      code: 'GIT_FAILED',
      message: expect.stringContaining('bad object'),
    });
  });
});
