import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { isCtxError } from '../../src/core/index.ts';
import { commitAll, createWorkbench, makeRepository, tempFolder, write } from './make-repository.ts';

/** `npm run test:soak` searches longer. */
const TRIALS = process.env['CTX_SOAK'] ? 500 : 50;
const CHILD = join(import.meta.dirname, 'index-child.mjs');

const bench = createWorkbench();

function startIndexing(root: string, store: string, pauseMs: number): ChildProcess {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  return spawn(process.execPath, [CHILD, root, store, String(pauseMs)], { stdio, env });
}

/** Resolves when the process has said so many words, or has ended. */
async function heard(child: ChildProcess, words: number): Promise<void> {
  let count = 0;
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (text: Buffer) => {
      count += text.toString().split('\n').length - 1;
      if (count >= words) resolve();
    });
    child.once('exit', () => resolve());
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}

function treeOf(version: number): Record<string, string> {
  const files = Array.from({ length: 12 }, (_, i) => {
    const body = `def v${version}_${i}(x):\n    return v${version}_${(i + 1) % 12}(x)\n`;
    return [`src/m${(i + version) % 15}.py`, body];
  });
  return Object.fromEntries([...files, ['.gitattributes', `src/m${version % 5}.py linguist-vendored\n`]]);
}

describe('a process that is killed while it indexes', () => {
  it.each(Array.from({ length: TRIALS }, (_, trial) => trial))(
    'leaves an index that the next run makes whole (trial %i)',
    async (trial) => {
      const root = makeRepository(treeOf(0));
      const store = tempFolder();
      if (trial % 2 === 1) await bench.index(root, store);
      rmSync(join(root, 'src'), { recursive: true });
      write(root, treeOf(trial + 1));
      commitAll(root, `version ${trial + 1}`, 1_700_000_100);
      const before = trial % 2 === 1 ? await bench.dump(root, store) : null;
      const after = await bench.cleanDump(root);

      const child = startIndexing(root, store, 4);
      // The calls of a run: two dozen, most of them about one file each.
      await heard(child, 1 + ((10 + trial) % 24));
      await delay((trial * 7) % 11);
      child.kill('SIGKILL');
      await ended(child);
      // Killed, or done before: not failed.
      expect(child.exitCode ?? 0).toBe(0);

      const reader = bench.reader(root, store);
      try {
        const { snapshot, release } = await reader.hold();
        const { complete } = snapshot;
        release();
        if (complete) expect([before, after]).toContain(await bench.dump(root, store));
      } catch (error) {
        if (!isCtxError(error, 'NO_INDEX')) throw error;
      }
      reader.close();
      await bench.index(root, store);
      expect(await bench.dump(root, store)).toBe(after);
      const db = new Database(join(store, 'index.db'));
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      db.close();
    },
  );

  it('says partial until the next run, and keeps others out only while it lives', async () => {
    const root = makeRepository(treeOf(0));
    const store = join(root, '.ctx');
    mkdirSync(store);
    await bench.index(root, store);
    write(root, treeOf(3));
    const child = startIndexing(root, store, 60);
    // state, manifest, known of 13 files, begin, addBatch: the tree is marked before.
    let said = '';
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (text: Buffer) => {
        said += text.toString();
        if (said.includes('addBatch')) resolve();
      });
      child.once('exit', () => resolve());
    });
    const locked = await bench.index(root, store).then(
      () => null,
      (error: unknown) => error,
    );
    expect(isCtxError(locked, 'LOCKED') && locked.details['pid']).toBe(child.pid);
    child.kill('SIGKILL');
    await ended(child);
    const reader = bench.reader(root, store);
    const { snapshot, release } = await reader.hold();
    expect(snapshot.complete).toBe(false);
    release();
    reader.close();
    const report = await bench.index(root, store);
    expect(report.changed).toBe(true);
    expect(await bench.dump(root, store)).toBe(await bench.cleanDump(root));
  });
});
