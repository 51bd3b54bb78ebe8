import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SkipReason } from '../../src/core/index.ts';
import { explainIgnore, findRoot, MAX_FILE_BYTES, walkTree } from '../../src/scan/index.ts';
import { commitAll, git, tempFolder, tempRepository, write } from './temp-repository.ts';

async function walked(root: string): Promise<Record<string, SkipReason | null>> {
  const { files } = await walkTree(root, { git: (await findRoot(root)).git });
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)].sort());
  return Object.fromEntries(files.map(({ path, skip }) => [path, skip]));
}

async function paths(root: string): Promise<string[]> {
  return Object.keys(await walked(root));
}

const ODD = [
  '-dash.ts',
  '名前.py',
  'line\nfeed.ts',
  'sp ace/é.ts',
  'tab\t"quote"\\.ts',
  '#hash',
  '!bang',
  '[x]*.ts',
];

describe('walkTree in git', () => {
  it('lists tracked and untracked files and leaves out ignored and deleted ones', async () => {
    const root = tempRepository({
      'a.ts': '1\n',
      'gone.ts': '1\n',
      'forced.log': '1\n',
      'sub/.gitignore': '*.tmp\n!keep.tmp\n',
      '.git/info/exclude': 'private/\n',
    });
    write(root, {
      '.gitignore': '*.log\n',
      'new.ts': '',
      'b.log': '',
      'sub/x.tmp': '',
      'sub/keep.tmp': '',
      'private/p.ts': '',
      '.ctx/index.db': '',
      'sub/.ctx/x': '',
    });
    rmSync(join(root, 'gone.ts'));
    expect(await paths(root)).toEqual([
      '.gitignore',
      'a.ts',
      'forced.log',
      'new.ts',
      'sub/.gitignore',
      'sub/keep.tmp',
    ]);
  });

  it('honours the global excludes', async () => {
    const root = tempRepository({ 'a.ts': '1\n' });
    const excludes = join(tempFolder(), 'excludes');
    writeFileSync(excludes, '*.swp\n');
    write(root, { 'x.swp': '' });
    git(root, 'config', 'core.excludesFile', excludes);
    expect(await paths(root)).toEqual(['a.ts']);
  });

  it('lists odd names, tracked or not', async () => {
    const root = tempRepository(Object.fromEntries(ODD.map((name) => [name, 'x\n'])));
    write(root, Object.fromEntries(ODD.map((name) => [`new/${name}`, 'x\n'])));
    expect(await paths(root)).toEqual([...ODD, ...ODD.map((name) => `new/${name}`)].sort());
  });

  it.runIf(process.platform === 'linux')('lists names that are not UTF-8 with their reason', async () => {
    const root = tempRepository({ 'a.ts': '1\n' });
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.ts')]),
      'x\n',
    );
    expect(await walked(root)).toEqual({ 'a.ts': null, 'caf\\xe9.ts': 'invalid-name' });
    commitAll(root, 'odd');
    expect(await walked(root)).toEqual({ 'a.ts': null, 'caf\\xe9.ts': 'invalid-name' });
  });

  it('never follows links, nor enters submodules and nested repositories', async () => {
    const other = tempRepository({ 'inner.ts': 'x\n' });
    const root = tempRepository({ 'a.ts': '1\n', 'dir/b.ts': '1\n', 'out/c.ts': '1\n' });
    git(root, 'submodule', '--quiet', 'add', other, 'sub');
    git(root, 'clone', '-q', other, 'nested');
    symlinkSync('/etc/hostname', join(root, 'link-out'));
    symlinkSync('a.ts', join(root, 'link-in'));
    symlinkSync('nowhere', join(root, 'dangling'));
    commitAll(root, 'links');
    git(root, 'rm', '-q', '--cached', 'nested');
    renameSync(join(root, 'dir'), join(root, 'moved'));
    symlinkSync('moved', join(root, 'dir'));
    rmSync(join(root, 'out'), { recursive: true });
    const outside = tempFolder();
    write(outside, { 'c.ts': 'secret\n' });
    symlinkSync(outside, join(root, 'out'));
    expect(await walked(root)).toEqual({
      '.gitmodules': null,
      'a.ts': null,
      dangling: 'symlink',
      dir: 'symlink',
      'dir/b.ts': 'symlink',
      'link-in': 'symlink',
      'link-out': 'symlink',
      'moved/b.ts': null,
      nested: 'nested-repository',
      out: 'symlink',
      'out/c.ts': 'outside-root',
      sub: 'submodule',
    });
  });

  it('knows special, too large and lock files without opening them', async () => {
    const root = tempRepository({
      'pipe.ts': 'x\n',
      'big.ts': 'x'.repeat(MAX_FILE_BYTES + 1),
      'fits.ts': 'x'.repeat(MAX_FILE_BYTES),
      'package-lock.json': '{}',
    });
    rmSync(join(root, 'pipe.ts'));
    execFileSync('mkfifo', [join(root, 'pipe.ts')]);
    expect(await walked(root)).toEqual({
      'big.ts': 'too-large',
      'fits.ts': null,
      'package-lock.json': 'lock-file',
      'pipe.ts': 'special-file',
    });
  });

  it('copes with a folder in the place of a file, a file in the place of a folder, and a conflict', async () => {
    const root = tempRepository({ x: '1\n', 'd/y': '1\n', c: '0\n' });
    git(root, 'checkout', '-q', '-b', 'side');
    write(root, { c: 'side\n' });
    commitAll(root, 'side');
    git(root, 'checkout', '-q', 'main');
    write(root, { c: 'main\n' });
    commitAll(root, 'main');
    expect(() => git(root, 'merge', '-q', 'side')).toThrow();
    rmSync(join(root, 'x'));
    write(root, { 'x/z': '' });
    rmSync(join(root, 'd'), { recursive: true });
    write(root, { d: '' });
    expect(await paths(root)).toEqual(['c', 'd', 'x/z']);
  });

  it('works without commits and in a linked work tree', async () => {
    const unborn = tempRepository();
    write(unborn, { 'a.ts': '' });
    expect(await paths(unborn)).toEqual(['a.ts']);
    const root = tempRepository({ 'a.ts': '1\n' });
    const linked = join(tempFolder(), 'tree');
    git(root, 'worktree', 'add', '-q', linked);
    write(linked, { 'b.ts': '' });
    expect(await paths(linked)).toEqual(['a.ts', 'b.ts']);
  });

  it('runs nothing that the configuration of the repository names', async () => {
    const root = tempRepository({ 'a.ts': '1\n', '.gitattributes': '* filter=evil\n' });
    const proof = join(tempFolder(), 'proof');
    for (const key of ['core.fsmonitor', 'core.hooksPath', 'filter.evil.clean', 'filter.evil.process'])
      git(root, 'config', key, `touch ${proof}; cat #`);
    write(root, { 'a.ts': '2\n' });
    expect(await paths(root)).toEqual(['.gitattributes', 'a.ts']);
    expect(existsSync(proof)).toBe(false);
  });

  it('stops when the caller gives up', async () => {
    const root = tempRepository({ 'a.ts': '1\n' });
    const { git: state } = await findRoot(root);
    await expect(walkTree(root, { git: state, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });
});

describe('.ignore and .ctxignore', () => {
  const layout = {
    '.gitignore': 'dist/\n*.gen.ts\n',
    'a.ts': '1\n',
    'docs/x.md': '1\n',
    'docs/keep.md': '1\n',
    'pkg/in.ts': '1\n',
    'pkg/skip/me.ts': '1\n',
    'pkg/also.test.ts': '1\n',
  };

  it('take tracked files out; nested files speak for their folder; the deeper and the stronger word wins', async () => {
    const root = tempRepository(layout);
    write(root, {
      '.ignore': 'docs/*\n',
      '.ctxignore': '!docs/keep.md\n*.test.ts\n',
      'pkg/.ctxignore': 'skip\n!also.test.ts\n/in.ts\n',
    });
    const seen = await paths(root);
    expect(seen.filter((path) => !path.startsWith('.') && !path.endsWith('ignore'))).toEqual([
      'a.ts',
      'docs/keep.md',
      'pkg/also.test.ts',
    ]);
  });

  it('win back what git ignores, by file and by folder', async () => {
    const root = tempRepository(layout);
    write(root, {
      'dist/api.d.ts': '',
      'dist/deep/x.js': '',
      'dist/y.js': '',
      'm.gen.ts': '',
      'pkg/n.gen.ts': '',
      'node_modules/z/n.gen.ts': '',
    });
    write(root, { '.gitignore': 'dist/\n*.gen.ts\nnode_modules\n', '.ctxignore': '!dist/api.d.ts\n' });
    const plain = await paths(root);
    expect(plain).toContain('dist/api.d.ts');
    expect(plain).not.toContain('dist/y.js');
    write(root, { '.ctxignore': '!dist/\ndist/deep/\n!*.gen.ts\nnode_modules/\n' });
    const seen = await paths(root);
    expect(seen.filter((path) => /dist|gen/.test(path))).toEqual([
      'dist/api.d.ts',
      'dist/y.js',
      'm.gen.ts',
      'pkg/n.gen.ts',
    ]);
  });

  it('may name a place below what is a file', async () => {
    const root = tempRepository({ a: '1\n' });
    write(root, { '.ctxignore': '!/a/a\n!/a/b/\n' });
    expect(await paths(root)).toEqual(['.ctxignore', 'a']);
    const { git: state } = await findRoot(root);
    expect(await explainIgnore(root, 'a/a/b', state)).toMatchObject({ ignored: false });
  });

  it('apply at the root where git ignores them, and never through a link', async () => {
    const root = tempRepository({ '.gitignore': '.ctxignore\n', 'a.ts': '1\n', 'b.ts': '1\n' });
    write(root, { '.ctxignore': 'b.ts\r\n# note\r\n' });
    expect(await paths(root)).toEqual(['.gitignore', 'a.ts']);
    rmSync(join(root, '.ctxignore'));
    const rules = join(tempFolder(), 'rules');
    writeFileSync(rules, 'a.ts\n');
    symlinkSync(rules, join(root, '.ctxignore'));
    const { files, notes } = await walkTree(root, { git: (await findRoot(root)).git });
    expect(files.map(({ path }) => path)).toContain('a.ts');
    expect(notes).toEqual([expect.stringContaining('.ctxignore')]);
  });
});

describe('ignore files', () => {
  it('mean what git means by them', async () => {
    const root = tempRepository();
    const names = ['a', 'b', 'a.b', 'b c'];
    const places = ['', 'a.b/', 'b c/', 'b c/a.b/', 'x[1]/', 'x[1]/b c/'];
    write(
      root,
      Object.fromEntries(
        places.flatMap((place) =>
          names.filter((name) => name !== 'a.b' && name !== 'b c').map((name) => [place + name, '']),
        ),
      ),
    );
    const part = fc.constantFrom(
      'a',
      'b',
      '*',
      'a*',
      '?',
      '**',
      'b c',
      'b\\ c',
      '[ab]',
      'a.b',
      'x[1]',
      'x\\[1\\]',
      '*.b',
    );
    const pattern = fc
      .tuple(
        fc.constantFrom('', '!', '/', '!/'),
        fc.array(part, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '/', ' '),
      )
      .map(([start, parts, end]) => start + parts.join('/') + end);
    const lines = fc
      .array(fc.oneof(pattern, fc.constantFrom('#a', '', '\\!a', '   ')), { maxLength: 4 })
      .map((all) => all.join('\n'));
    await fc.assert(
      fc.asyncProperty(lines, lines, lines, async (top, inner, odd) => {
        const rules = { '': top, 'b c/': inner, 'x[1]/': odd };
        const written = (name: string) =>
          Object.fromEntries(Object.entries(rules).map(([place, text]) => [place + name, text]));
        write(root, written('.gitignore'));
        const expected = git(root, 'ls-files', '-z', '--others', '--exclude-standard');
        write(root, Object.fromEntries(Object.keys(rules).map((place) => [`${place}.gitignore`, ''])));
        write(root, written('.ctxignore'));
        const seen = await paths(root);
        write(root, Object.fromEntries(Object.keys(rules).map((place) => [`${place}.ctxignore`, ''])));
        const plain = (all: readonly string[]) =>
          all.filter((path) => path !== '' && !path.endsWith('ignore')).sort();
        expect(plain(seen)).toEqual(plain(expected.split('\0')));
      }),
      { numRuns: 40, seed: 11 },
    );
  });
});

describe('walkTree outside git', () => {
  it('leaves installed folders out, unless they are won back', async () => {
    const root = tempFolder();
    write(root, {
      'a.ts': '',
      'node_modules/x/i.js': '',
      'web/node_modules/y.js': '',
      'py/__pycache__/m.pyc': '',
      '.venv/bin/activate': '',
    });
    expect(await paths(root)).toEqual(['a.ts']);
    expect(await explainIgnore(root, 'node_modules/x/i.js', null)).toMatchObject({
      ignored: true,
      rule: null,
    });
    write(root, { '.ctxignore': '!/node_modules/\n' });
    expect(await paths(root)).toContain('node_modules/x/i.js');
    expect(await paths(root)).not.toContain('web/node_modules/y.js');
  });

  it('applies .gitignore files, lists hidden files, and knows links and repositories', async () => {
    const root = tempFolder();
    write(root, {
      '.gitignore': '*.log\n/out/\n',
      '.hidden/x.ts': '',
      'a.ts': '',
      'b.log': '',
      'out/c.ts': '',
      '-dash.ts': '',
      'line\nfeed.ts': '',
      'sub/.gitignore': '!b.log\n',
      'sub/b.log': '',
      '.ctx/x': '',
    });
    mkdirSync(join(root, 'repo'));
    git(join(root, 'repo'), 'init', '-q');
    write(root, { 'repo/inner.ts': '' });
    symlinkSync('a.ts', join(root, 'sub/link'));
    expect(await walked(root)).toEqual({
      '-dash.ts': null,
      '.gitignore': null,
      '.hidden/x.ts': null,
      'a.ts': null,
      'line\nfeed.ts': null,
      repo: 'nested-repository',
      'sub/.gitignore': null,
      'sub/b.log': null,
      'sub/link': 'symlink',
    });
    write(root, { '.ctxignore': '!out/c.ts\n-dash.ts\n' });
    const seen = await paths(root);
    expect(seen).toContain('out/c.ts');
    expect(seen).not.toContain('-dash.ts');
  });

  it('lists an empty folder, and notes folders that cannot be entered', async () => {
    const root = tempFolder();
    expect(await paths(root)).toEqual([]);
    write(root, { 'a.ts': '', 'closed/b.ts': '' });
    chmodSync(join(root, 'closed'), 0);
    const { files, notes } = await walkTree(root, { git: null });
    chmodSync(join(root, 'closed'), 0o755);
    // The superuser can enter any folder.
    const locked = process.getuid?.() !== 0;
    expect(files.map(({ path }) => path)).toEqual(locked ? ['a.ts'] : ['a.ts', 'closed/b.ts']);
    expect(notes).toHaveLength(locked ? 1 : 0);
  });
});

describe('explainIgnore', () => {
  it('names the rule that decides', async () => {
    const root = tempRepository({ '.gitignore': '*.log\n# note\ndist/\n', 'a.ts': '1\n', 'kept.ts': '1\n' });
    write(root, { '.ctxignore': 'docs/\n!dist/api.ts\nsecret.*\n', 'sub/.ctxignore': '!secret.txt\n' });
    const { git: state } = await findRoot(root);
    const explain = async (path: string) => {
      const { ignored, rule } = await explainIgnore(root, path, state);
      return [ignored, rule && `${rule.file}:${rule.line}:${rule.pattern}`];
    };
    expect(await explain('a.ts')).toEqual([false, null]);
    expect(await explain('x.log')).toEqual([true, '.gitignore:1:*.log']);
    expect(await explain('dist/x.js')).toEqual([true, '.gitignore:3:dist/']);
    expect(await explain('dist/api.ts')).toEqual([false, '.ctxignore:2:!dist/api.ts']);
    expect(await explain('docs/deep/x.md')).toEqual([true, '.ctxignore:1:docs/']);
    expect(await explain('secret.txt')).toEqual([true, '.ctxignore:3:secret.*']);
    expect(await explain('sub/secret.txt')).toEqual([false, 'sub/.ctxignore:1:!secret.txt']);
    expect(await explain('.git/config')).toEqual([true, null]);
    expect(await explain(':(top)[x]*.log')).toEqual([true, '.gitignore:1:*.log']);
    expect(await explain('.')).toEqual([false, null]);
    expect(await explain(join(root, 'x.log'))).toEqual([true, '.gitignore:1:*.log']);
    await expect(explain('../x')).rejects.toMatchObject({ code: 'OUTSIDE_ROOT' });
  });

  it('works outside git, below links and in nested repositories', async () => {
    const root = tempFolder();
    write(root, { '.gitignore': 'out/\n', 'real/x.ts': '' });
    symlinkSync('real', join(root, 'link'));
    mkdirSync(join(root, 'repo'));
    git(join(root, 'repo'), 'init', '-q');
    expect(await explainIgnore(root, 'out/a.ts', null)).toMatchObject({ ignored: true, rule: { line: 1 } });
    expect(await explainIgnore(root, 'real/x.ts', null)).toMatchObject({ ignored: false, rule: null });
    write(root, { 'blob.bin': '\0' });
    const reason = async (path: string) => (await explainIgnore(root, path, null)).reason;
    expect(await reason('blob.bin')).toBe('No rule ignores it. It is known by name only: binary content.');
    expect(await reason('none.ts')).toBe('No rule ignores it. It does not exist.');
    expect(await reason('link')).toContain('symbolic link');
    expect(await reason('repo')).toContain('repository');
    expect(await explainIgnore(root, 'link/x.ts', null)).toMatchObject({ ignored: true, rule: null });
    expect(await explainIgnore(root, 'repo/x.ts', null)).toMatchObject({ ignored: true, rule: null });
  });
});
