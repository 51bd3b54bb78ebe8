import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openContext, PHASES } from '../../src/index.ts';
import { ctxHere, ENV, emptyFolder, removeFolders } from '../cli/run-ctx.ts';
import {
  commitAll,
  createWorkbench,
  git,
  makeRepository,
  tempFolder,
  write,
} from '../engine/make-repository.ts';

afterAll(removeFolders);

const bench = createWorkbench();
const OUTSIDE = 'words_from_outside';

/** A repository with links of every kind to a folder that is not its own. */
function besieged(): { readonly root: string; readonly outside: string } {
  const base = emptyFolder();
  const outside = join(base, 'outside');
  const root = join(base, 'root');
  write(outside, { 'secret.py': `def ${OUTSIDE}():\n    pass\n`, 'deep/secret.md': `# ${OUTSIDE}\n` });
  write(root, { 'src/a.py': 'def inside():\n    pass\n', 'package.json': '{"name": "inside"}' });
  git(root, ['init', '-q', '-b', 'main']);
  symlinkSync(join(outside, 'secret.py'), join(root, 'absolute.py'));
  symlinkSync('../../outside/secret.py', join(root, 'src/relative.py'));
  symlinkSync(outside, join(root, 'folder'));
  symlinkSync('folder/deep', join(root, 'through'));
  symlinkSync(join(outside, 'secret.py'), join(root, 'AGENTS.md'));
  symlinkSync('/etc/passwd', join(root, 'passwd.txt'));
  commitAll(root, 'links');
  return { root, outside };
}

const ESCAPES = (outside: string): readonly string[] => [
  '../outside/secret.py',
  'src/../../outside/secret.py',
  join(outside, 'secret.py'),
  'folder/secret.py',
  'through/secret.md',
  'absolute.py',
  'src/relative.py',
  'FOLDER/secret.py',
  '/etc/passwd',
  'src/a.py\0/../../outside/secret.py',
];

describe('a path that leads out of the root', () => {
  it('is never read, whoever names it', async () => {
    const { root, outside } = besieged();
    await using context = await openContext(root);
    await context.index();
    const dump = await bench.dump(root, join(root, '.ctx'));
    expect(dump).not.toContain(OUTSIDE);
    expect(dump).not.toContain('root:x:0');
    const said: string[] = [];
    for (const path of ESCAPES(outside)) {
      const task = {
        goal: `Look at \`${path}\` and inside`,
        failures: `Traceback (most recent call last):\n  File "${path}", line 1, in ${path}\nError`,
        openFiles: [path],
        diff: [{ path, status: 'modified' as const, hunks: [{ startLine: 1, endLine: 1 }], patch: '' }],
      };
      for (const phase of PHASES) said.push((await context.pack(task, phase, { budget: 9_000 })).text);
      said.push(JSON.stringify(await context.query(task, { include: [path] })));
      const handoff = { goal: 'x', must_reread: [{ path, reason: '' }] };
      writeFileSync(join(root, '../handoff.json'), JSON.stringify(handoff));
      const check = await ctxHere(root, ['handoff', 'check', join(root, '../handoff.json')]);
      said.push(check.stdout);
    }
    said.push(JSON.stringify(await context.query(OUTSIDE, { mode: 'regex' })));
    said.push(JSON.stringify((await context.query('root:x:0', { mode: 'regex' })).hits));
    said.push(JSON.stringify(await context.map()), JSON.stringify(await context.status()));
    const found = said.join('\n').replaceAll(JSON.stringify(OUTSIDE), '');
    expect(found).not.toContain(`def ${OUTSIDE}`);
    expect(found).not.toContain(`# ${OUTSIDE}`);
    expect(found).not.toMatch(/root:x:0:0/);
  });

  it('is refused where a path of the repository is asked for', async () => {
    const { root, outside } = besieged();
    await using context = await openContext(root);
    await context.index();
    const { traceId } = await context.query('inside');
    const out = ['..', '../outside/secret.py', 'src/../../x', join(outside, 'secret.py'), '/etc/passwd'];
    for (const path of out) {
      await expect(context.explainIgnore(path)).rejects.toMatchObject({ code: 'OUTSIDE_ROOT' });
      await expect(context.explain(traceId ?? '', { whyNot: { path } })).rejects.toMatchObject({
        code: 'OUTSIDE_ROOT',
      });
      for (const args of [
        ['explain-ignore', path],
        ['explain', traceId ?? '', '--why-not', path],
      ])
        expect(JSON.parse((await ctxHere(root, [...args, '--json'])).stdout).error.code).toBe('OUTSIDE_ROOT');
    }
    await expect(context.explainIgnore('a\0b')).rejects.toMatchObject({ code: 'USAGE' });
    for (const path of ['absolute.py', 'folder/secret.py', 'through/secret.md', 'src/relative.py'])
      expect(await context.explainIgnore(path)).toMatchObject({
        ignored: true,
        reason: expect.stringMatching(/symbolic link|outside/),
      });
  });
});

describe('an alias', () => {
  it('is not indexed twice: links, hard links, names that differ in case', async () => {
    const root = makeRepository({ 'src/real.py': 'def only_once():\n    pass\n' });
    symlinkSync('real.py', join(root, 'src/soft.py'));
    mkdirSync(join(root, 'linked'));
    symlinkSync('../src', join(root, 'linked/src'));
    linkSync(join(root, 'src/real.py'), join(root, 'src/REAL.py'));
    linkSync(join(root, 'src/real.py'), join(root, 'src/hard.py'));
    commitAll(root, 'aliases');
    await using context = await openContext(root);
    const report = await context.index();
    expect(report.parsed).toBe(1);
    const { hits } = await context.query('only_once');
    expect(hits).toHaveLength(1);
    const pack = await context.pack('change only_once', 'edit', { budget: 4_000 });
    expect(pack.text.match(/def only_once/g)).toHaveLength(1);
  });
});

describe('the folder of the index is never in the status of git', () => {
  const FILES = { 'a.py': 'def marker():\n    pass\n' };
  const status = (folder: string): string => git(folder, ['status', '--porcelain', '--untracked-files=all']);

  async function used(folder: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
    await using context = await openContext(folder, { env: { ...ENV, ...env } });
    await context.index();
    await context.query('marker');
    await context.pack('marker', 'explore', { budget: 3_000 });
  }

  it('of the main tree, a linked tree, a submodule and the tree around it', async () => {
    const root = makeRepository(FILES);
    const linked = join(tempFolder(), 'tree');
    git(root, ['worktree', 'add', '-q', '-b', 'side', linked]);
    const outer = makeRepository({ 'b.py': 'x = 1\n' });
    git(outer, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', root, 'sub']);
    commitAll(outer, 'submodule');
    for (const folder of [root, linked, join(outer, 'sub'), outer]) await used(folder);
    for (const folder of [root, linked, join(outer, 'sub'), outer]) expect(status(folder)).toBe('');
  });

  it('of a tree that holds CTX_DIR, in a new folder or among other things', async () => {
    const root = makeRepository({ ...FILES, 'build/mine.txt': 'tracked\n' });
    write(root, { 'build/other.txt': 'untracked\n' });
    for (const place of ['fresh/index', 'build']) {
      await used(root, { CTX_DIR: join(root, place) });
      expect(status(root)).toBe('?? build/other.txt');
    }
  });
});
