import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScannedFile } from '../../src/core/index.ts';
import { createTreeScanner, followGit, readGitState, type TreeScan, walkTree } from '../../src/scan/index.ts';
import { commitAll, git, tempFolder, tempRepository, write } from './temp-repository.ts';

/** Longer than a stamp is taken for one that a later change could leave as it is. */
const QUIET_MS = 150;

const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, QUIET_MS));

/** A scanner that has a listing which it can use again. */
async function warmScanner(root: string): Promise<() => Promise<TreeScan>> {
  const follow = followGit(root);
  const scan = createTreeScanner(root, Date.now);
  const again = async () => scan({ git: await follow() });
  await again();
  await quiet();
  await again();
  return again;
}

async function withoutGit<T>(work: () => Promise<T>): Promise<T> {
  const { PATH } = process.env;
  process.env['PATH'] = '';
  try {
    return await work();
  } finally {
    process.env['PATH'] = PATH;
  }
}

function applied(before: readonly ScannedFile[], { changed }: TreeScan): ScannedFile[] {
  const files = new Map(before.map((file) => [file.path, file]));
  for (const [path, file] of changed ?? []) {
    if (file === null) files.delete(path);
    else files.set(path, file);
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const START = {
  'a.ts': 'a\n',
  'src/b.ts': 'b\n',
  'src/deep/c.ts': 'c\n',
  'docs/d.md': 'd\n',
  '.gitignore': '*.log\nbuild/\n',
};

/** Each is done to a tree with an empty folder, an ignored one, and one with nothing but an ignored file. */
const CHANGES: Readonly<Record<string, (root: string) => void>> = {
  'an edit': (root) => write(root, { 'src/b.ts': 'bb\n' }),
  'an edit of the same size with its time put back': (root) => {
    const { atime, mtime } = statSync(join(root, 'a.ts'));
    write(root, { 'a.ts': 'z\n' });
    utimesSync(join(root, 'a.ts'), atime, mtime);
  },
  'other rights': (root) => chmodSync(join(root, 'a.ts'), 0o755),
  'a file put in the place of another': (root) => {
    write(root, { 'src/.tmp': 'new\n' });
    renameSync(join(root, 'src/.tmp'), join(root, 'src/b.ts'));
  },
  'a new file': (root) => write(root, { 'src/new.ts': '' }),
  'a new file in an empty folder': (root) => write(root, { 'empty/inner/new.ts': '' }),
  'a new file beside an ignored one': (root) => write(root, { 'logs/new.ts': '' }),
  'a new file in an ignored folder': (root) => write(root, { 'build/new.ts': '' }),
  'a new folder': (root) => write(root, { 'fresh/x/y/z.ts': '' }),
  'a file that goes': (root) => rmSync(join(root, 'src/b.ts')),
  'a folder that goes': (root) => rmSync(join(root, 'src'), { recursive: true }),
  'a renamed folder': (root) => renameSync(join(root, 'src'), join(root, 'lib')),
  'a file in the place of a folder': (root) => {
    rmSync(join(root, 'src'), { recursive: true });
    write(root, { src: 'now a file\n' });
  },
  'a folder in the place of a file': (root) => {
    rmSync(join(root, 'a.ts'));
    write(root, { 'a.ts/inner.ts': '' });
  },
  'a link in the place of a folder': (root) => {
    renameSync(join(root, 'src'), join(root, 'moved'));
    symlinkSync('moved', join(root, 'src'));
  },
  'another .gitignore': (root) => write(root, { '.gitignore': 'docs/\n' }),
  'an ignored .gitignore that changes': (root) => write(root, { 'hidden/.gitignore': '.gitignore\n' }),
  'a nested .gitignore': (root) => write(root, { 'src/.gitignore': 'deep\n' }),
  'another info/exclude': (root) => write(root, { '.git/info/exclude': 'docs\n' }),
  'another excludes file': (root) => git(root, 'config', 'core.excludesFile', '.git/mine'),
  'an ignored file that is added': (root) => git(root, 'add', '-f', 'logs/x.log'),
  'a file that git forgets': (root) => {
    write(root, { '.git/info/exclude': 'a.ts\n' });
    git(root, 'rm', '-q', '--cached', 'a.ts');
  },
  'a .ctxignore': (root) => write(root, { '.ctxignore': 'docs\n' }),
  'a .ctxignore that wins back': (root) => write(root, { '.ctxignore': '!build/\n' }),
  'a nested .ignore': (root) => write(root, { 'src/.ignore': 'deep/\n' }),
  'a repository made inside': (root) => git(join(root, 'src'), 'init', '-q', 'deep'),
  'a repository finished inside': (root) => git(root, 'init', '-q', 'begun'),
  'a repository that is none any more': (root) => rmSync(join(root, 'own/.git'), { recursive: true }),
  'a commit': (root) => git(root, 'commit', '-q', '--allow-empty', '-m', 'more'),
  'another branch': (root) => git(root, 'checkout', '-q', 'other'),
};

describe('a scanner that is used again', () => {
  it.each(Object.keys(CHANGES))('finds what a walk finds after %s', async (name) => {
    const root = tempRepository(START);
    git(root, 'checkout', '-q', '-b', 'other');
    write(root, { 'other.ts': '' });
    commitAll(root, 'other');
    git(root, 'checkout', '-q', 'main');
    write(root, { '.git/mine': 'docs\n', 'build/out.ts': '', 'logs/x.log': '', 'begun/f.ts': '' });
    write(root, { 'hidden/.gitignore': '*\n', 'hidden/h.ts': '', 'own/o.ts': '' });
    git(root, 'init', '-q', 'own');
    for (const folder of ['empty', 'begun/.git']) mkdirSync(join(root, folder));
    await quiet();
    const again = await warmScanner(root);
    const before = (await withoutGit(again)).files();
    expect(before.map(({ path }) => path)).toContain('src/deep/c.ts');
    CHANGES[name]?.(root);
    const scan = await again();
    const walked = await walkTree(root, { git: await readGitState(root) });
    expect(scan.files()).toEqual(walked.files);
    expect(applied(before, scan)).toEqual(walked.files);
    await quiet();
    expect([...((await again()).changed ?? [])]).toEqual([]);
  });

  it('looks at every file without asking git', async () => {
    const root = tempRepository(START);
    await quiet();
    const again = await warmScanner(root);
    expect([...((await withoutGit(again)).changed ?? [])]).toEqual([]);
    writeFileSync(join(root, 'docs/d.md'), 'other\n');
    rmSync(join(root, 'src/b.ts'));
    write(root, { 'src/b.ts': 'again\n' });
    const { changed } = await withoutGit(again);
    expect([...(changed ?? [])].map(([path, file]) => [path, file?.stamp.size])).toEqual([
      ['docs/d.md', 6],
      ['src/b.ts', 6],
    ]);
  });

  const WON_BACK: Readonly<Record<string, (root: string) => void>> = {
    'a file put where all is won back': (root) => write(root, { 'build/new/deep.ts': '' }),
    'a won back file that comes': (root) => write(root, { 'logs/x/kept.log': '' }),
    'a won back file that goes': (root) => rmSync(join(root, 'build/out.ts')),
    'a won back file that changes': (root) => write(root, { 'build/out.ts': 'other\n' }),
    'a repository made where all is won back': (root) => git(join(root, 'build'), 'init', '-q', 'own'),
    'a file beside a won back one': (root) => write(root, { 'logs/x/other.log': '' }),
    'rules that win back no more': (root) => write(root, { '.ctxignore': 'docs\n' }),
    'rules that win back all': (root) => write(root, { '.ctxignore': '!*.log\n' }),
  };

  it.each(Object.keys(WON_BACK))('uses a listing with won back files again, and finds %s', async (name) => {
    const root = tempRepository({ ...START, '.ctxignore': '!build/**\n!/logs/x/kept.log\n' });
    write(root, { 'build/out.ts': '', 'build/inner/in.ts': '', 'logs/y/z.log': '' });
    await quiet();
    const again = await warmScanner(root);
    const before = (await withoutGit(again)).files();
    expect(before.map(({ path }) => path)).toContain('build/inner/in.ts');
    WON_BACK[name]?.(root);
    const scan = await again();
    const walked = await walkTree(root, { git: await readGitState(root) });
    expect(scan.files()).toEqual(walked.files);
    expect(applied(before, scan)).toEqual(walked.files);
  });

  it('believes no witness where rules win back what nobody watches', async () => {
    const root = tempRepository({ ...START, '.ctxignore': '!build/**\n' });
    write(root, { 'build/out.ts': '' });
    await quiet();
    const scan = createTreeScanner(root, Date.now);
    const follow = followGit(root);
    const paths = async () => {
      const { changed } = await scan({ git: await follow(), witness });
      return [...(changed?.keys() ?? [])];
    };
    const witness = async () => [];
    for (let i = 0; i < 3; i++) await paths();
    write(root, { 'build/new.ts': '' });
    expect(await paths()).toEqual(['build/new.ts']);
  });

  it('lists a folder outside git each time', async () => {
    const root = tempFolder();
    write(root, { 'a.ts': '', 'b/c.ts': '' });
    const again = await warmScanner(root);
    write(root, { 'b/d.ts': '' });
    expect([...((await again()).changed?.keys() ?? [])]).toEqual(['b/d.ts']);
  });

  it('believes a witness about the files that it names, and only while nothing else is new', async () => {
    const root = tempRepository(START);
    await quiet();
    const follow = followGit(root);
    let clock = Date.now();
    const scan = createTreeScanner(root, () => clock);
    let seen: readonly string[] | null = [];
    const witness = async () => seen;
    const paths = async () => [...((await scan({ git: await follow(), witness })).changed?.keys() ?? [])];
    await paths();
    await paths();
    await paths();
    write(root, { 'a.ts': 'changed\n', 'docs/d.md': 'unseen\n' });
    seen = ['a.ts', 'src/.gone'];
    expect(await paths()).toEqual(['a.ts']);
    seen = ['src/new.ts'];
    write(root, { 'src/new.ts': '' });
    expect(await paths()).toEqual(['docs/d.md', 'src/new.ts']);
    await quiet();
    seen = null;
    await paths();
    seen = [];
    write(root, { 'a.ts': 'unseen again\n' });
    expect(await paths()).toEqual([]);
    clock += 2_000;
    expect(await paths()).toEqual(['a.ts']);
  });
});

describe('following git', () => {
  it('says what git says after each change of HEAD', async () => {
    const root = tempRepository({ 'a.ts': '' });
    const follow = followGit(root);
    const steps: readonly (() => unknown)[] = [
      () => {},
      () => commitAll(root, 'second'),
      () => git(root, 'checkout', '-q', '-b', 'feature/x'),
      () => git(root, 'pack-refs', '--all'),
      () => commitAll(root, 'third'),
      () => git(root, 'checkout', '-q', '--detach', 'HEAD~1'),
      () => git(root, 'checkout', '-q', '--orphan', 'feature'),
      () => git(root, 'symbolic-ref', 'HEAD', 'refs/heads/feature/x/none'),
      () => git(root, 'symbolic-ref', 'HEAD', 'refs/tags/none'),
      () => git(root, 'checkout', '-q', '-f', 'main'),
      () => write(root, { '.git/shallow': '' }),
      () => rmSync(join(root, '.git'), { recursive: true }),
      () => git(root, 'init', '-q', '-b', 'anew'),
    ];
    for (const step of steps) {
      step();
      expect(await follow()).toEqual(await readGitState(root));
    }
  });

  it('asks git for nothing while nothing moves, also in a linked work tree', async () => {
    const root = tempRepository({ 'a.ts': '' });
    const linked = join(tempFolder(), 'tree');
    git(root, 'worktree', 'add', '-q', '-b', 'side', linked);
    for (const place of [root, linked]) {
      const follow = followGit(place);
      const first = await follow();
      expect(first).toEqual(await readGitState(place));
      expect(await withoutGit(follow)).toEqual(first);
    }
  });

  it('finds a repository that is made later', async () => {
    const root = tempFolder();
    const follow = followGit(root);
    expect(await follow()).toBeNull();
    expect(await withoutGit(follow)).toBeNull();
    git(root, 'init', '-q', '-b', 'main');
    expect(await follow()).toMatchObject({ branch: 'main', head: null });
  });
});
