import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openContext } from '../../src/index.ts';
import { commitAll, git, makeRepository, tempFolder, write } from './make-repository.ts';

/** Equal files would be one answer of a ranked query. */
let made = 0;
const needle = (): string => `def needle():\n    return ${made++}\n`;

/** Every file holds the needle; the ignore files of git, ripgrep and ctx disagree about most of them. */
function disputedRepository(): string {
  const root = makeRepository({ 'src/a.py': needle() });
  write(root, {
    '.gitignore': 'generated/\n*.log\nforced.py\nout/\n',
    '.ignore': 'old/\n',
    '.rgignore': 'src/a.py\n',
    '.ctxignore': '!generated/api.py\n!logs/*.log\nprivate/\ndocs/hidden.md\n',
    'src/.ctxignore': 'nested.py\n!deep/out/\n',
    'src/nested.py': needle(),
    'src/deep/out/won.py': needle(),
    'out/lost.py': needle(),
    'generated/api.py': needle(),
    'generated/other.py': needle(),
    'logs/run.log': 'needle\n',
    'other.log': 'needle\n',
    'forced.py': needle(),
    'old/a.py': needle(),
    'private/a.py': needle(),
    'docs/hidden.md': '# needle\n',
    'docs/shown.md': '# needle\n',
    '.hidden/a.py': needle(),
    'sub/-q.py': needle(),
    '-q.py': needle(),
    'latin.py': Buffer.from('# needle caf\xe9\n', 'latin1'),
    'image.png': Buffer.from('needle\0\0\xff\n', 'latin1'),
    'large.py': needle().repeat(50_000),
    'package-lock.json': '{"needle": 1}\n',
  });
  git(root, ['add', '-f', 'forced.py']);
  commitAll(root, 'second');
  write(root, { 'src/untracked.py': needle() });
  symlinkSync('../src/a.py', join(root, 'docs/link.py'));
  return root;
}

const INDEXED = [
  '-q.py',
  '.hidden/a.py',
  'docs/shown.md',
  'forced.py',
  'generated/api.py',
  'latin.py',
  'logs/run.log',
  'src/a.py',
  'src/deep/out/won.py',
  'src/untracked.py',
  'sub/-q.py',
];

describe('a search by regular expression', () => {
  it('finds in exactly the files that the index has, with an index and before there is one', async () => {
    await using context = await openContext(disputedRepository());
    const options = { mode: 'regex', limit: 1_000 } as const;
    const live = await context.searchLive('needle', options);
    expect(live.hits.map(({ path }) => path)).toEqual(INDEXED);
    await context.index();
    const ranked = await context.query('needle', { mode: 'lexical', limit: 1_000 });
    expect(ranked.files.map(({ path }) => path).sort()).toEqual(INDEXED);
    const found = await context.query('needle', options);
    expect(found.hits.map(({ path }) => path)).toEqual(INDEXED);
    expect(found.hits.find(({ path }) => path === 'latin.py')?.preview).toBe('# needle café');
    const some = await context.query('needle', { ...options, exclude: ['src'], limit: 2 });
    expect([some.hits.map(({ path }) => path), some.total]).toEqual([['-q.py', '.hidden/a.py'], 8]);
  });

  it('follows no link and waits for no pipe that stands where a file was', async () => {
    const root = disputedRepository();
    const outside = tempFolder();
    write(outside, { 'a.py': needle() });
    await using context = await openContext(root);
    await context.index();
    for (const path of ['src/a.py', 'forced.py']) rmSync(join(root, path));
    symlinkSync(join(outside, 'a.py'), join(root, 'src/a.py'));
    execFileSync('mkfifo', [join(root, 'forced.py')]);
    rmSync(join(root, '.hidden'), { recursive: true });
    symlinkSync(outside, join(root, '.hidden'));
    rmSync(join(root, 'sub'), { recursive: true });
    write(root, { 'generated/api.py': Buffer.from('needle\0\0\xff\n', 'latin1') });
    const found = await context.query('needle', { mode: 'regex', limit: 1_000, freshness: 'stored' });
    const gone = ['src/a.py', 'forced.py', '.hidden/a.py', 'sub/-q.py', 'generated/api.py'];
    expect(found.hits.map(({ path }) => path)).toEqual(INDEXED.filter((path) => !gone.includes(path)));
  });

  it('reads more files than one run of ripgrep can be given, in path order, and refuses a bad pattern among none', async () => {
    const name = (i: number): string => `${'long-folder-name/'.repeat(6)}${String(i).padStart(40, '0')}.py`;
    const paths = Array.from({ length: 2_000 }, (_, i) => name(i));
    const root = makeRepository(Object.fromEntries(paths.map((path, i) => [path, `needle ${i}\n`])));
    await using context = await openContext(root);
    const all = await context.searchLive('needle', { mode: 'regex', limit: 5_000 });
    expect(all.hits.map(({ path }) => path)).toEqual(paths);
    expect(all.total).toBe(2_000);
    for (const include of [['*.rb'], ['*.py']])
      await expect(context.searchLive('needle(', { mode: 'regex', include })).rejects.toMatchObject({
        code: 'BAD_REGEX',
      });
    const none = await context.searchLive('needle', { mode: 'regex', include: ['*.rb'] });
    expect([none.hits, none.total]).toEqual([[], 0]);
  });
});
