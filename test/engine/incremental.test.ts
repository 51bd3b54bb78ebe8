import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/context.ts';
import { openContext } from '../../src/engine.ts';
import type { IndexReport } from '../../src/index-repository.ts';
import { commitAll, createWorkbench, git, makeRepository, tempFolder, write } from './make-repository.ts';

/** `npm run test:soak` searches longer. */
const SEQUENCES = process.env['CTX_SOAK'] ? 1_000 : 200;
const STEPS = 12;
/** A clean build is compared after every so many steps. */
const COMPARE_EVERY = 4;
const MOST_LINKED = 2;

const bench = createWorkbench();

const START = {
  'src/cache.py': 'import os\n\nclass Cache:\n    def refresh(self, key):\n        return os.environ[key]\n',
  'src/client.py': 'from cache import Cache\n\ndef fetch(key):\n    return Cache().refresh(key)\n',
  'docs/guide.md': '# Guide\n\nHow to refresh.\n\n## Locks\n\nTake the lock first.\n',
  'config.json': '{"name": "demo", "port": 80}\n',
  'empty.py': '',
};

/** Numbers in [0, 1) from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Chaos {
  /** All work trees of the repository, the main one first. */
  readonly trees: readonly string[];
  /** Adds a linked work tree, inside or outside of another. */
  readonly addTree: () => void;
  /** One change somewhere. */
  readonly change: () => void;
}

/** Changes a repository and its work trees at random, always in the same way for one seed. */
function createChaos(main: string, seed: number): Chaos {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const outside = tempFolder();
  let trees: readonly string[] = [main];
  /** The tree that a step changes. */
  let root = main;
  const files = (): string[] =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => !/(?:^|\/)\.git(?:$|\/)|^\.ctx(?:$|\/)/.test(path))
      .filter((path) => lstatSync(join(root, path)).isFile())
      .sort();
  const word = (): string => pick(['refresh', 'lock', 'token', 'cacheKey', 'fetch_all', 'naïve', 'Größe']);
  const text = (): string => {
    const lines = Array.from({ length: 1 + Math.floor(random() * 8) }, () =>
      pick([`def ${word()}(x):`, `    return ${word()}(x)`, `# ${word()} ${word()}`, '', `import ${word()}`]),
    );
    return `${lines.join('\n')}\n`;
  };
  const content = (): string | Uint8Array =>
    pick([
      text,
      text,
      text,
      () => '',
      () => Uint8Array.of(0, 1, 2, 255),
      () => `${'x=1;'.repeat(20_000)}\n`,
    ])();
  const name = (): string =>
    `${pick(['src', 'docs', 'lib/deep', 'tests'])}/${pick(['a', 'b', 'c', 'ünï'])}${pick(['.py', '.md', '.txt', '.json', '.rb', '', '.min.js'])}`;
  const place = (path: string): string => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    return join(root, path);
  };
  const put = (path: string, bytes: string | Uint8Array): void => {
    rmSync(join(root, path), { force: true });
    writeFileSync(place(path), bytes);
  };
  let commits = 1;
  const commit = (message: string): void => commitAll(root, message, 1_700_000_000 + commits++ * 60);
  const past = (): string => pick(git(main, ['rev-list', '--all', 'HEAD']).split('\n'));

  const addTree = (): void => {
    // A name that was used before comes back at times.
    const place = join(pick([join(root, 'trees'), outside]), pick(['one', 'two']));
    if (trees.length > MOST_LINKED || existsSync(place)) return;
    git(main, ['worktree', 'add', '-q', '--force', '--detach', place, past()]);
    trees = [...trees, place];
  };
  const removeTree = (): void => {
    const gone = pick(trees);
    if (gone === main) return;
    if (random() < 0.5) rmSync(gone, { recursive: true });
    else git(main, ['worktree', 'remove', '--force', gone]);
    git(main, ['worktree', 'prune']);
    trees = trees.filter((tree) => tree !== gone && !tree.startsWith(`${gone}/`));
  };

  const steps: readonly (() => void)[] = [
    () => put(name(), content()),
    () => put(name(), text()),
    () => appendFileSync(join(root, pick(files())), text()),
    () => rmSync(join(root, pick(files()))),
    () => renameSync(join(root, pick(files())), place(name())),
    () => copyFileSync(join(root, pick(files())), place(name())),
    () => chmodSync(join(root, pick(files())), pick([0o755, 0o644])),
    () => {
      const path = join(root, pick(files()));
      const { size, atimeMs, mtimeMs } = statSync(path);
      writeFileSync(path, 'y'.repeat(size));
      utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
    },
    () => {
      const path = name();
      rmSync(join(root, path), { force: true });
      symlinkSync('cache.py', place(path));
    },
    () =>
      put(
        '.gitattributes',
        `${pick(['docs/**', '*.py', 'src/*', 'lib/**'])} ${pick(['linguist-generated', 'linguist-vendored', '-linguist-documentation'])}\n`,
      ),
    () =>
      put(
        pick(['.ctxignore', '.gitignore']),
        `${pick(['docs', '*.txt', '!*.txt', 'lib/deep/', 'src/a*'])}\n`,
      ),
    () => commit(`${word()} ${word()}`),
    () => {
      commit('before a switch');
      // A branch is checked out in one work tree at a time.
      const branch = `${pick(['main', 'other', 'third'])}${trees.indexOf(root)}`;
      git(root, ['checkout', '-q', '-B', branch]);
    },
    () => {
      commit('before going back');
      git(root, ['checkout', '-q', '--detach', past()]);
    },
    addTree,
    removeTree,
  ];
  const change = (): void => {
    root = pick(trees);
    if (files().length === 0) put('src/again.py', text());
    pick(steps)();
  };
  return {
    get trees() {
      return trees;
    },
    addTree,
    change,
  };
}

describe('an index kept up to date', () => {
  it.concurrent.each(Array.from({ length: SEQUENCES }, (_, seed) => seed))(
    'equals a clean build after random changes (seed %i)',
    async (seed) => {
      const root = makeRepository(START);
      const store = join(root, '.ctx');
      const chaos = createChaos(root, seed);
      const keepUnused = seed % 4 === 0 ? 0 : 1_000;
      // Every second repository stays open, so that what is kept in memory must be right; some rest before each run,
      // so that nothing has to be looked at twice for being too new.
      const staysOpen = seed % 2 === 1;
      const restMs = seed % 16 === 1 ? 120 : 0;
      const open = new Map<string, Context>();
      const update = async (tree: string): Promise<IndexReport> => {
        if (!staysOpen) return bench.index(tree, store, { keepUnused });
        // Each tree finds the store by itself.
        const context = open.get(tree) ?? (await openContext(tree, { env: {} }));
        open.set(tree, context);
        return context.sync();
      };
      const updateAll = async (): Promise<readonly IndexReport[]> => {
        await new Promise((resolve) => setTimeout(resolve, restMs));
        for (const [tree, context] of open) {
          if (chaos.trees.includes(tree)) continue;
          open.delete(tree);
          await context.close();
        }
        const reports: IndexReport[] = [];
        for (const tree of chaos.trees) reports.push(await update(tree));
        return reports;
      };
      // Some stores are begun by a linked work tree.
      if (seed % 4 >= 2) chaos.addTree();
      await update(chaos.trees.at(-1) ?? root);
      for (let step = 1; step <= STEPS; step++) {
        chaos.change();
        await updateAll();
        if (step % COMPARE_EVERY !== 0) continue;
        for (const tree of chaos.trees)
          expect(await bench.dump(tree, store)).toBe(await bench.cleanDump(tree));
      }
      expect((await updateAll()).map(({ parsed }) => parsed)).toEqual(chaos.trees.map(() => 0));
      for (const context of open.values()) await context.close();
      for (const tree of chaos.trees) {
        expect(git(tree, ['status', '--porcelain', '--ignored'])).not.toContain('.ctx/index');
        expect(existsSync(join(tree, '.ctx'))).toBe(tree === root);
      }
    },
  );

  it('serves two work trees from one store', async () => {
    const root = makeRepository(START);
    const store = join(root, '.ctx');
    const other = join(tempFolder(), 'tree');
    git(root, ['worktree', 'add', '-q', '-b', 'side', other]);
    expect((await bench.index(root, store)).parsed).toBeGreaterThan(0);
    expect((await bench.index(other, store)).parsed).toBe(0);
    write(other, { 'src/cache.py': 'def only_here():\n    pass\n' });
    rmSync(join(other, 'docs'), { recursive: true });
    rmSync(join(root, 'src/client.py'));
    await bench.index(other, store);
    await bench.index(root, store);
    expect(await bench.dump(root, store)).toBe(await bench.cleanDump(root));
    expect(await bench.dump(other, store)).toBe(await bench.cleanDump(other));
    expect(await bench.dump(other, store)).toContain('only_here');
    expect(await bench.dump(root, store)).not.toContain('only_here');
  });

  it('forgets a work tree that is gone, and contents that nobody uses', async () => {
    const root = makeRepository(START);
    const store = join(root, '.ctx');
    const other = join(tempFolder(), 'tree');
    git(root, ['worktree', 'add', '-q', '-b', 'side', other]);
    write(
      other,
      Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`x${i}.py`, `def f${i}():\n  pass\n`])),
    );
    await bench.index(root, store);
    await bench.index(other, store);
    rmSync(other, { recursive: true });
    write(root, { 'new.py': 'def newest():\n    pass\n' });
    await bench.index(root, store);
    expect(await bench.dump(other, store)).toBe('not indexed');
    expect(await bench.dump(root, store)).toBe(await bench.cleanDump(root));
  });

  it('keeps duplicates, empty files and files without chunks apart by path', async () => {
    const root = makeRepository({
      'a.py': 'def f():\n    pass\n',
      'b/c.py': 'def f():\n    pass\n',
      'e.py': '',
      'blank.md': '\n\n \n',
    });
    const store = tempFolder();
    await bench.index(root, store);
    const reader = bench.reader(root, store);
    const { snapshot, release } = await reader.hold();
    expect(snapshot.files.map(({ path, chunkCount }) => [path, chunkCount])).toEqual([
      ['a.py', 1],
      ['b/c.py', 1],
      ['blank.md', 0],
      ['e.py', 0],
    ]);
    expect(snapshot.symbols.find('f').map(({ file }) => file.path)).toEqual(['a.py', 'b/c.py']);
    const ids = snapshot.files.map(({ id }) => id);
    expect(ids.map((id) => snapshot.chunksOf(id).map(({ file }) => file.path))).toEqual([
      ['a.py'],
      ['b/c.py'],
      [],
      [],
    ]);
    release();
    reader.close();
    rmSync(join(root, 'a.py'));
    await bench.index(root, store);
    expect(await bench.dump(root, store)).toBe(await bench.cleanDump(root));
  });

  it('follows a file from skipped to text and back, and from kind to kind', async () => {
    const root = makeRepository({ 'src/a.py': 'x = 1\n' });
    const store = tempFolder();
    const skipped = async (): Promise<readonly string[]> => {
      await bench.index(root, store);
      const text = await bench.dump(root, store);
      expect(text).toBe(await bench.cleanDump(root));
      return text.split('\n').filter((line) => line.startsWith('["skipped"'));
    };
    expect(await skipped()).toEqual([]);
    write(root, { 'src/a.py': Uint8Array.of(0, 0, 0) });
    expect(await skipped()).toEqual(['["skipped","src/a.py","code","binary"]']);
    write(root, { 'src/a.py': '# Code generated by hand. DO NOT EDIT.\nx = 2\n' });
    expect(await skipped()).toEqual([]);
    write(root, { 'src/a.py': `${'x = 2\n'.repeat(200_000)}` });
    expect(await skipped()).toEqual(['["skipped","src/a.py","code","too-large"]']);
    rmSync(join(root, 'src/a.py'));
    symlinkSync('nowhere', join(root, 'src/a.py'));
    expect(await skipped()).toEqual(['["skipped","src/a.py","code","symlink"]']);
  });

  it('gives a renamed file the language of its new name', async () => {
    const root = makeRepository({ 'a.py': 'def f(): pass\n' });
    const store = tempFolder();
    await bench.index(root, store);
    renameSync(join(root, 'a.py'), join(root, 'a.rb'));
    const report = await bench.index(root, store, { keepUnused: 10 });
    expect([report.parsed, report.removed]).toEqual([1, 1]);
    renameSync(join(root, 'a.rb'), join(root, 'b.py'));
    expect((await bench.index(root, store)).parsed).toBe(0);
    expect(await bench.dump(root, store)).toBe(await bench.cleanDump(root));
  });

  it('finds an edit of the same size whose time was put back', async () => {
    const root = makeRepository({ 'a.py': 'x = 1\n' });
    const store = tempFolder();
    utimesSync(join(root, 'a.py'), 1_600_000_000, 1_600_000_000);
    await bench.index(root, store);
    writeFileSync(join(root, 'a.py'), 'x = 2\n');
    utimesSync(join(root, 'a.py'), 1_600_000_000, 1_600_000_000);
    expect((await bench.index(root, store)).parsed).toBe(1);
  });

  it('looks again at a file that was changed just before it was read, once', async () => {
    const root = makeRepository({ 'a.py': 'x = 1\n' });
    const store = tempFolder();
    const changedAt = statSync(join(root, 'a.py')).ctimeMs;
    await bench.index(root, store, { now: () => changedAt + 10 });
    const again = await bench.index(root, store, { now: () => changedAt + 5_000 });
    expect([again.reused, again.changed]).toEqual([1, false]);
    const settled = await bench.index(root, store, { now: () => changedAt + 6_000 });
    expect([settled.reused, settled.changed]).toEqual([0, false]);
  });

  it('does not write for a file from the future', async () => {
    const root = makeRepository({ 'a.py': 'x = 1\n' });
    const store = tempFolder();
    const future = Date.now() / 1000 + 1e6;
    utimesSync(join(root, 'a.py'), future, future);
    await bench.index(root, store);
    expect((await bench.index(root, store)).changed).toBe(false);
  });

  it('finds again the kinds that .gitattributes decide, also after a run that was cut short', async () => {
    const root = makeRepository({ 'lib/a.py': 'x = 1\n', 'lib/b.py': 'y = 1\n' });
    const store = tempFolder();
    await bench.index(root, store);
    write(root, { '.gitattributes': 'lib/a.py linguist-vendored\n' });
    const stop = new AbortController();
    const cut = bench.index(root, store, {
      signal: stop.signal,
      pool: {
        ...bench.pool,
        analyze: async (files) => {
          const batch = await bench.pool.analyze(files);
          stop.abort();
          return batch;
        },
      },
      onProgress: ({ step }) => step === 'merge' && stop.abort(),
    });
    await cut.catch(() => {});
    await bench.index(root, store);
    expect(await bench.dump(root, store)).toBe(await bench.cleanDump(root));
    expect(await bench.dump(root, store)).toContain('["file","lib/a.py","vendor"');
    rmSync(join(root, '.gitattributes'));
    await bench.index(root, store);
    expect(await bench.dump(root, store)).toBe(await bench.cleanDump(root));
    expect(existsSync(join(root, 'lib/a.py'))).toBe(true);
    expect(readFileSync(join(root, 'lib/a.py'), 'utf8')).toBe('x = 1\n');
  });
});
