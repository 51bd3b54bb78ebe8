import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { isCtxError } from '../../../src/core/index.ts';
import {
  asCtxError,
  isDamage,
  locateStore,
  openIndexForWriting,
  prepareStore,
  setAsideIndex,
  takeLease,
} from '../../../src/indexes/catalog/index.ts';
import { emptyJournal, openIndexForReading } from '../../../src/indexes/catalog/open-database.ts';
import { createWorkbench, git, makeRepository, tempFolder, write } from '../../engine/make-repository.ts';

function failureOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

function newStore(): string {
  const file = join(tempFolder(), 'index.db');
  openIndexForWriting(file).db.close();
  return file;
}

describe('the place of the store', () => {
  const env = { XDG_CACHE_HOME: '/nowhere/cache' };

  it('is .ctx in the main work tree, whatever the work tree', () => {
    const state = { commonDir: '/home/a/.git', gitDir: '/home/a/.git', worktree: '/home/b' };
    const gitState = { ...state, branch: 'x', head: null, shallow: false };
    expect(locateStore('/home/b', gitState, env).folder).toMatch(/^\/nowhere\/cache\/ctx\/a-[0-9a-f]{12}$/);
    const root = tempFolder();
    expect(locateStore(root, null, env)).toEqual({ folder: join(root, '.ctx'), note: null, named: false });
  });

  it('is the cache where .ctx is a link, a file, or holds links', () => {
    const outside = tempFolder();
    const cases: readonly [(root: string) => void, string][] = [
      [(root) => symlinkSync(outside, join(root, '.ctx')), '.ctx is a symbolic link'],
      [(root) => writeFileSync(join(root, '.ctx'), ''), '.ctx is not a folder'],
      [
        (root) => {
          mkdirSync(join(root, '.ctx'));
          symlinkSync(join(outside, 'x'), join(root, '.ctx/index.db'));
        },
        '.ctx/index.db is a symbolic link',
      ],
    ];
    for (const [prepare, why] of cases) {
      const root = tempFolder();
      prepare(root);
      const { folder, note } = locateStore(root, null, env);
      expect(folder.startsWith('/nowhere/cache/ctx/')).toBe(true);
      expect(note).toContain(why);
    }
    expect(readdirSync(outside)).toEqual([]);
  });

  it('is CTX_DIR where that is set, and other things in it stay visible to git', () => {
    const folder = tempFolder();
    expect(locateStore('/x', null, { CTX_DIR: folder })).toEqual({
      folder,
      note: `CTX_DIR is set: ${folder}`,
      named: true,
    });
    writeFileSync(join(folder, 'mine.txt'), '');
    prepareStore(folder);
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'mine.txt']);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8').split('\n')).not.toContain('*');
    prepareStore(join(folder, 'new'));
    expect(readFileSync(join(folder, 'new/.gitignore'), 'utf8')).toBe('*\n');
  });

  it('never writes through a link, and says what to do where it cannot write', () => {
    const folder = join(tempFolder(), '.ctx');
    mkdirSync(folder);
    const target = join(tempFolder(), 'target');
    symlinkSync(target, join(folder, '.gitignore'));
    prepareStore(folder);
    expect(existsSync(target)).toBe(false);
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    const failure = failureOf(() => prepareStore(join(file, 'below')));
    expect(isCtxError(failure, 'STORE_UNWRITABLE') && failure.message).toContain('CTX_DIR');
  });

  it('is never in the status of git', () => {
    const root = makeRepository({ 'a.py': '' });
    prepareStore(join(root, '.ctx'));
    writeFileSync(join(root, '.ctx/index.db'), 'x');
    expect(git(root, ['status', '--porcelain'])).toBe('');
  });
});

describe('an index file that cannot be used', () => {
  it.each<[string, (file: string) => void]>([
    ['noise', (file) => writeFileSync(file, Buffer.alloc(50_000, 'noise'))],
    ['half a header', (file) => truncateSync(file, 60)],
    ['a header alone', (file) => truncateSync(file, 5_000)],
    [
      'another version',
      (file) => {
        const db = new Database(file);
        db.pragma('user_version = 99');
        db.close();
      },
    ],
    [
      'code of its own',
      (file) => {
        const db = new Database(file);
        db.exec('CREATE TRIGGER t AFTER INSERT ON tree BEGIN DELETE FROM tree; END');
        db.close();
      },
    ],
  ])('is set aside and made anew: %s', (_, spoil) => {
    const file = newStore();
    spoil(file);
    expect(isCtxError(failureOf(() => openIndexForReading(file)))).toBe(true);
    const { db, rebuilt } = openIndexForWriting(file);
    expect(rebuilt).not.toBeNull();
    expect(db.prepare('SELECT count(*) FROM tree').pluck().get()).toBe(0);
    db.close();
    expect(existsSync(`${file}.set-aside`)).toBe(true);
    expect(openIndexForWriting(file).rebuilt).toBeNull();
  });

  it('is simply made where there is nothing, or an empty file', () => {
    const file = join(tempFolder(), 'index.db');
    expect(
      isCtxError(
        failureOf(() => openIndexForReading(file)),
        'NO_INDEX',
      ),
    ).toBe(true);
    writeFileSync(file, '');
    expect(
      isCtxError(
        failureOf(() => openIndexForReading(file)),
        'NO_INDEX',
      ),
    ).toBe(true);
    const { db, rebuilt } = openIndexForWriting(file);
    expect(rebuilt).toBeNull();
    db.close();
  });

  it('is named by code, whatever SQLite says', () => {
    const sqlite = (code: string) => Object.assign(new Error(code), { code });
    const codeOf = (code: string) => (asCtxError(sqlite(code), '/f') as { code: string }).code;
    expect(codeOf('SQLITE_FULL')).toBe('DISK_FULL');
    expect(codeOf('SQLITE_BUSY_SNAPSHOT')).toBe('LOCKED');
    expect(codeOf('SQLITE_CANTOPEN')).toBe('STORE_UNWRITABLE');
    expect(codeOf('SQLITE_CORRUPT_VTAB')).toBe('INDEX_CORRUPT');
    expect(isDamage(sqlite('SQLITE_NOTADB'))).toBe(true);
    expect(isDamage(new Error('other'))).toBe(false);
    const other = new Error('other');
    expect(asCtxError(other, '/f')).toBe(other);
    expect(() => setAsideIndex('/nowhere/index.db')).not.toThrow();
  });
});

describe('the write-ahead log', () => {
  it('is emptied when it has grown large, at the latest once no reader needs it', () => {
    const file = newStore();
    const { db } = openIndexForWriting(file);
    const journalBytes = () => lstatSync(`${file}-wal`).size;
    db.exec('CREATE TABLE large (data BLOB)');
    const reader = openIndexForReading(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM tree').get();
    db.prepare('INSERT INTO large VALUES (?)').run(Buffer.alloc(20_000_000, 'x'));
    emptyJournal(db);
    expect(journalBytes()).toBeGreaterThan(20_000_000);
    reader.close();
    emptyJournal(db);
    expect(journalBytes()).toBe(0);
    expect(db.pragma('busy_timeout', { simple: true })).toBe(5_000);
    db.close();
  });

  it('stays as it is while it is small', () => {
    const file = newStore();
    const { db } = openIndexForWriting(file);
    db.exec('CREATE TABLE small (data BLOB)');
    const before = lstatSync(`${file}-wal`).size;
    emptyJournal(db);
    expect(before).toBeGreaterThan(0);
    expect(lstatSync(`${file}-wal`).size).toBe(before);
    db.close();
  });
});

describe('the lease', () => {
  it('keeps a second writer out and names the holder', () => {
    const file = newStore();
    const first = openIndexForWriting(file).db;
    const second = openIndexForWriting(file).db;
    const lease = takeLease(first, Date.now);
    const failure = failureOf(() => takeLease(second, Date.now));
    expect(isCtxError(failure, 'LOCKED') && failure.details['pid']).toBe(process.pid);
    lease.release();
    takeLease(second, Date.now).release();
    first.close();
    second.close();
  });

  it('is taken over from a dead process, a later process with its number, and a silent host', () => {
    const { db } = openIndexForWriting(newStore());
    const hold = (pid: number, started: string, host: string, heartbeat: number) =>
      db.prepare('INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?, ?)').run(pid, started, host, heartbeat);
    const mine = takeLease(db, () => 1_000);
    const { host } = db.prepare('SELECT host FROM lease').get() as { host: string };
    hold(2 ** 22 + 1, '1', host, 1_000);
    takeLease(db, () => 1_000);
    hold(process.pid, 'an earlier start', host, 1_000);
    takeLease(db, () => 1_000);
    hold(1, '1', 'elsewhere', 1_000);
    expect(
      isCtxError(
        failureOf(() => takeLease(db, () => 2_000)),
        'LOCKED',
      ),
    ).toBe(true);
    takeLease(db, () => 1e9);
    hold(1, '1', 'elsewhere', 1e9);
    expect(
      isCtxError(
        failureOf(() => mine.beat()),
        'LOCKED',
      ),
    ).toBe(true);
    db.close();
  });
});

describe('the reader', () => {
  const bench = createWorkbench();
  const FILES = { 'a.py': 'def first():\n    pass\n', 'b.py': 'import a\n\ndef second():\n    first()\n' };

  it('sees one state while a writer works, and the next one after', async () => {
    const root = makeRepository(FILES);
    const store = tempFolder();
    await bench.index(root, store);
    const reader = bench.reader(root, store);
    const held = await reader.hold();
    write(root, { 'a.py': 'def renamed():\n    pass\n' });
    await bench.index(root, store);
    expect(held.snapshot.symbols.find('first')).toHaveLength(1);
    expect(held.snapshot.symbols.find('renamed')).toHaveLength(0);
    expect(held.snapshot.lexical([{ text: 'renamed', weight: 1 }], LEXICAL)).toEqual([]);
    const other = await reader.hold();
    expect(other.snapshot.symbols.find('renamed')).toHaveLength(1);
    expect(other.snapshot.generation).toBeGreaterThan(held.snapshot.generation);
    held.release();
    held.release();
    other.release();
    reader.close();
  });

  it('follows a file that was deleted or replaced', async () => {
    const root = makeRepository(FILES);
    const store = tempFolder();
    await bench.index(root, store);
    const reader = bench.reader(root, store);
    (await reader.hold()).release();
    setAsideIndex(join(store, 'index.db'));
    await expect(reader.hold()).rejects.toMatchObject({ code: 'NO_INDEX' });
    await bench.index(root, store);
    const { snapshot, release } = await reader.hold();
    expect(snapshot.files).toHaveLength(2);
    release();
    reader.close();
  });

  it('answers about files, chunks, skips and history', async () => {
    const root = makeRepository({
      ...FILES,
      'src/deep/a.py': 'def first():\n    pass\n',
      'logo.bin': Uint8Array.of(0, 1, 2),
    });
    write(root, { 'b.py': `${FILES['b.py']}\n\ndef third():\n    pass\n` });
    git(root, ['commit', '-q', '-am', 'Third is added'], 1_700_000_500);
    const store = tempFolder();
    await bench.index(root, store);
    const reader = bench.reader(root, store);
    const { snapshot, release } = await reader.hold();
    const idOf = (path: string): number => snapshot.fileByPath(path)?.id ?? -1;
    expect(snapshot.filesByTail('a.py').map(({ path }) => path)).toEqual(['a.py', 'src/deep/a.py']);
    expect(snapshot.filesByTail('./deep/a.py').map(({ path }) => path)).toEqual(['src/deep/a.py']);
    expect(snapshot.filesByTail('eep/a.py')).toEqual([]);
    expect(snapshot.filesByTail('')).toEqual([]);
    expect(snapshot.chunkAt(idOf('b.py'), 7)).toMatchObject({ file: { path: 'b.py' }, endLine: 8 });
    expect(snapshot.chunkAt(idOf('b.py'), 99)).toBeNull();
    const first = snapshot.chunkAt(idOf('src/deep/a.py'), 1);
    expect([first?.file.path, first?.symbol?.file.path]).toEqual(['src/deep/a.py', 'src/deep/a.py']);
    expect(first?.symbol?.name).toBe('first');
    expect(first && snapshot.chunk(first.id)?.file.path).toBe('a.py');
    expect(snapshot.chunkAt(idOf('src/deep/a.py'), 1)).toEqual(first);
    expect(snapshot.chunk(10_000)).toBeNull();
    expect(snapshot.skipped).toEqual({ binary: 1 });
    expect(snapshot.skippedPaths('binary', 5)).toEqual(['logo.bin']);
    expect([snapshot.skipReason('logo.bin'), snapshot.skipReason('a.py'), snapshot.skipReason('x')]).toEqual([
      'binary',
      null,
      null,
    ]);
    expect(snapshot.recentCommits(5).map(({ subject }) => subject)).toEqual(['Third is added', 'first']);
    expect(snapshot.recentCommits(5, [idOf('a.py')]).map(({ subject }) => subject)).toEqual(['first']);
    expect(snapshot.lastTouched(idOf('b.py'))).toBe(1_700_000_500);
    expect(snapshot.tiers).toEqual(['lexical', 'graph', 'vectors']);
    expect(snapshot.head).toBe(git(root, ['rev-parse', 'HEAD']));
    release();
    reader.close();
    expect(lstatSync(join(store, 'index.db')).isFile()).toBe(true);
  });
});

const LEXICAL = {
  limit: 5,
  fieldWeights: { path: 2, symbol: 4, signature: 2, doc: 0.7, body: 1, history: 0.3 },
  k1: 1.8,
  b: 0.5,
};
