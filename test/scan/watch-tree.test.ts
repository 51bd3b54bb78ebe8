import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Watcher, watchTree } from '../../src/scan/index.ts';
import { tempFolder, write } from './temp-repository.ts';

async function watched(root: string, kind: Watcher['kind']) {
  const seen: string[] = [];
  const watcher = await watchTree(root, {
    onChange: (paths) => seen.push(...(paths ?? ['*'])),
    ignored: (path) => path === 'skipped',
    quietMs: 20,
    kind,
  });
  const sees = (path: string) => vi.waitFor(() => expect(seen).toContain(path), { timeout: 3000 });
  return { watcher, seen, sees };
}

describe.each(['chokidar', 'folders'] as const)('watchTree by %s', (kind) => {
  it.runIf(kind === 'chokidar' || process.platform === 'linux')(
    'reports what changes and stays silent once closed',
    async () => {
      const root = tempFolder();
      write(root, { 'a.ts': '1', 'dir/b.ts': '1', 'skipped/c.ts': '1', '.git/HEAD': 'x' });
      const { watcher, seen, sees } = await watched(root, kind);
      expect(watcher.kind).toBe(kind);
      write(root, { 'a.ts': '22', 'skipped/c.ts': '2', '.git/HEAD': 'y' });
      await sees('a.ts');
      write(root, { 'dir/new.ts': '1' });
      await sees('dir/new.ts');
      mkdirSync(join(root, 'deep/er'), { recursive: true });
      await sees('deep');
      await new Promise((resolve) => setTimeout(resolve, 100));
      write(root, { 'deep/er/x.ts': '1' });
      await sees('deep/er/x.ts');
      rmSync(join(root, 'dir/b.ts'));
      await sees('dir/b.ts');
      renameSync(join(root, 'deep'), join(root, 'moved'));
      await sees('moved');
      await new Promise((resolve) => setTimeout(resolve, 100));
      write(root, { 'moved/er/y.ts': '1' });
      await sees('moved/er/y.ts');
      await watcher.close();
      seen.length = 0;
      write(root, { 'a.ts': '333' });
      await new Promise((resolve) => setTimeout(resolve, 120));
      expect(seen).toEqual([]);
    },
  );

  it.runIf(kind === 'folders' && process.platform === 'linux')(
    'keeps watching a folder that is made anew',
    async () => {
      const root = tempFolder();
      write(root, { 'dir/a.ts': '1' });
      const { watcher, sees } = await watched(root, kind);
      rmSync(join(root, 'dir'), { recursive: true });
      write(root, { 'dir/a.ts': '2' });
      await sees('dir/a.ts');
      await new Promise((resolve) => setTimeout(resolve, 200));
      write(root, { 'dir/b.ts': '1' });
      await sees('dir/b.ts');
      await watcher.close();
    },
  );

  it.runIf(kind === 'chokidar' || process.platform === 'linux')('ignores what it is told to', async () => {
    const root = tempFolder();
    write(root, { 'skipped/c.ts': '1', '.git/HEAD': 'x', '.ctx/index.db': 'x' });
    const { watcher, seen, sees } = await watched(root, kind);
    write(root, { 'skipped/c.ts': '2', '.git/HEAD': 'y', '.ctx/index.db': 'y', 'end.ts': '' });
    await sees('end.ts');
    expect(seen.filter((path) => path !== 'end.ts')).toEqual([]);
    await watcher.close();
  });
});

describe.runIf(process.platform === 'linux')('what a watch has seen', () => {
  it('is up to now, whatever the event loop is busy with', async () => {
    const root = tempFolder();
    write(root, { 'a/b.ts': '' });
    const watcher = await watchTree(root, { onChange: () => {}, ignored: () => false, kind: 'folders' });
    for (let i = 0; i < 50; i++) {
      // Goes on from a file system callback.
      if (i % 2 === 0) await stat(root);
      write(root, { 'a/b.ts': `${i}` });
      expect(await watcher.seen()).toContain('a/b.ts');
    }
    await watcher.close();
  });
});
