import { mkdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { findRoot, followGit, readGitState } from '../../src/scan/index.ts';
import { commitAll, git, tempFolder, tempRepository, write } from './temp-repository.ts';

describe('findRoot', () => {
  it('finds the work tree above a folder, through a link to it', async () => {
    const root = tempRepository({ 'a/b/c.ts': 'x\n' });
    const link = join(tempFolder(), 'link');
    symlinkSync(join(root, 'a/b'), link);
    expect((await findRoot(join(root, 'a/b'))).root).toBe(root);
    const found = await findRoot(link);
    expect(found.root).toBe(root);
    expect(found.git).toMatchObject({ worktree: root, branch: 'main', shallow: false });
    expect(found.git?.head).toMatch(/^[0-9a-f]{40}$/);
  });

  it('takes a folder outside git as it is', async () => {
    const folder = tempFolder();
    expect(await findRoot(folder)).toEqual({ root: folder, git: null });
  });

  it('copes with a line feed in the name of the root', async () => {
    const root = join(tempFolder(), 'odd\nname');
    mkdirSync(root);
    git(root, 'init', '-q', '-b', 'main');
    expect(await findRoot(root)).toMatchObject({ root, git: { commonDir: join(root, '.git'), head: null } });
  });

  it('is not led astray by variables that git sets for hooks', async () => {
    const root = tempRepository({ 'a.ts': 'x\n' });
    vi.stubEnv('GIT_DIR', join(tempRepository(), '.git'));
    vi.stubEnv('GIT_WORK_TREE', tempFolder());
    expect(await findRoot(root)).toMatchObject({ root, git: { commonDir: join(root, '.git') } });
    vi.unstubAllEnvs();
  });

  it('refuses what is too wide, unless forced', async () => {
    await expect(findRoot('/')).rejects.toMatchObject({ code: 'ROOT_REFUSED' });
    await expect(findRoot(homedir())).rejects.toMatchObject({ code: 'ROOT_REFUSED' });
    expect((await findRoot('/', { force: true })).root).toBe('/');
  });

  it('says when the folder does not exist or is a file', async () => {
    const folder = tempFolder();
    write(folder, { file: 'x' });
    await expect(findRoot(join(folder, 'none'))).rejects.toMatchObject({ code: 'NO_PROJECT' });
    await expect(findRoot(join(folder, 'file'))).rejects.toMatchObject({ code: 'NO_PROJECT' });
  });

  it('does not follow a repository that claims another folder as its work tree', async () => {
    const root = tempRepository({ 'a.ts': 'x\n' });
    git(root, 'config', 'core.worktree', tempFolder());
    expect((await findRoot(root)).git).toBeNull();
  });
});

describe('readGitState', () => {
  it('knows unborn, detached, linked and shallow work trees', async () => {
    const unborn = tempRepository();
    expect(await readGitState(unborn)).toMatchObject({ branch: 'main', head: null });

    const root = tempRepository({ 'a.ts': '1\n' });
    const first = git(root, 'rev-parse', 'HEAD');
    const second = commitAll(root, 'second');
    git(root, 'checkout', '-q', first);
    expect(await readGitState(root)).toMatchObject({ branch: null, head: first });

    const linked = join(tempFolder(), 'tree');
    git(root, 'worktree', 'add', '-q', '-b', 'side', linked, second);
    expect(await readGitState(linked)).toMatchObject({
      worktree: linked,
      commonDir: join(root, '.git'),
      branch: 'side',
      head: second,
    });

    const clone = join(tempFolder(), 'clone');
    git(root, 'clone', '-q', '--depth=1', '-b', 'main', `file://${root}`, clone);
    expect(await readGitState(clone)).toMatchObject({ shallow: true, head: second });
  });

  it('passes on what git says when it refuses', async () => {
    const root = tempRepository({ 'a.ts': '1\n' });
    write(root, { '.git/config': '[broken' });
    await expect(readGitState(root)).rejects.toMatchObject({
      code: 'GIT_FAILED',
      message: expect.stringContaining('bad config'),
    });
  });

  it('names a branch as git does where a tag and a file are called the same', async () => {
    const root = tempRepository({ HEAD: 'x\n', main: 'y\n' });
    git(root, 'tag', 'main');
    const head = git(root, 'rev-parse', '--verify', 'HEAD');
    const branch = git(root, 'symbolic-ref', '--short', 'HEAD');
    expect(await readGitState(root)).toMatchObject({ branch, head });
    git(root, 'rm', '-q', 'HEAD', 'main');
    expect(await readGitState(root)).toMatchObject({ branch, head });
  });
});

describe('followGit', () => {
  it('begins with what was found, and sees what changes from then on', async () => {
    const root = tempRepository({ 'a.ts': 'x\n' });
    const found = await readGitState(root);
    const follow = followGit(root, found);
    expect(await follow()).toEqual(found);
    const head = commitAll(root, 'second');
    expect(await follow()).toEqual({ ...found, head });
    git(root, 'checkout', '-q', '--detach');
    expect(await follow()).toEqual({ ...found, head, branch: null });
  });

  it('sees that a folder outside git has become a repository', async () => {
    const root = tempFolder();
    const follow = followGit(root, null);
    expect(await follow()).toBeNull();
    git(root, 'init', '-q', '-b', 'main');
    expect(await follow()).toMatchObject({ worktree: root, branch: 'main', head: null });
  });
});
