import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type AnalysisPool, createAnalysisPool } from '../../src/analysis-pool.ts';
import type { Embedder } from '../../src/core/index.ts';
import { type IndexReport, type IndexRun, indexRepository } from '../../src/index-repository.ts';
import {
  createIndexWriter,
  createManifestKeeper,
  dumpIndex,
  type IndexReader,
  openIndexForWriting,
  openIndexReader,
  prepareStore,
  takeLease,
} from '../../src/indexes/catalog/index.ts';
import { openIndexForReading } from '../../src/indexes/catalog/open-database.ts';
import { createStaticEmbedder } from '../../src/indexes/embedders/static.ts';
import { createVectorStore, loadSqliteVec } from '../../src/indexes/vectors/index.ts';
import { traitsOf } from '../../src/parse/index.ts';
import { readGitState } from '../../src/scan/index.ts';

process.env['GIT_CONFIG_GLOBAL'] = '/dev/null';
process.env['GIT_CONFIG_NOSYSTEM'] = '1';

type Files = Readonly<Record<string, string | Uint8Array>>;

const made: string[] = [];
/** Hundreds of trees take a while on a busy disk. */
const REMOVAL_MS = 600_000;

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}, REMOVAL_MS);

/** A new empty folder, removed after the tests of the file. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-engine-')));
  made.push(folder);
  return folder;
}

/** Runs git as a fixed person; `seconds` is the time of a commit. */
export function git(cwd: string, args: readonly string[], seconds = 1_700_000_000): string {
  const settings = ['user.name=Ada', 'user.email=ada@example.org', 'gc.auto=0'];
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const date = `${seconds} +0000`;
  return execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  }).trim();
}

export function write(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

export function makeRepository(files: Files, root: string = tempFolder()): string {
  mkdirSync(root, { recursive: true });
  git(root, ['init', '-q', '-b', 'main']);
  write(root, files);
  commitAll(root, 'first');
  return root;
}

export function commitAll(root: string, message: string, seconds?: number): void {
  git(root, ['add', '-A'], seconds);
  git(root, ['commit', '-q', '--allow-empty', '-m', message], seconds);
}

type IndexSettings = Partial<IndexRun> & { readonly keepUnused?: number };

/** Indexes, reads and dumps trees with one pool of threads for all tests of a file. */
export interface Workbench {
  readonly pool: AnalysisPool;
  readonly index: (root: string, store: string, options?: IndexSettings) => Promise<IndexReport>;
  readonly dump: (root: string, store: string) => Promise<string>;
  /** The dump of an index that is made from nothing. */
  readonly cleanDump: (root: string, options?: Partial<IndexRun>) => Promise<string>;
  readonly reader: (root: string, store: string) => IndexReader;
}

export function createWorkbench(): Workbench {
  const standard = createStaticEmbedder();
  const pool = createAnalysisPool({ embed: { dimensions: standard.dimensions }, size: 1 });
  afterAll(() => pool.close());

  const index: Workbench['index'] = async (root, store, options = {}) => {
    const embedder: Embedder = options.embedder ?? standard;
    prepareStore(store);
    const { db } = openIndexForWriting(join(store, 'index.db'));
    const lease = takeLease(db, Date.now);
    await loadSqliteVec(db);
    const { dimensions } = embedder;
    const vectors = createVectorStore(db, { embedder });
    const manifests = createManifestKeeper();
    const parts = { db, lease, root, vectors, dimensions, manifests, keepUnused: 0 };
    const writer = createIndexWriter({ ...parts, ...options });
    try {
      const git = await readGitState(root);
      const run = { root, git, writer, pool, embedder, now: Date.now, historyLimit: 1_000 };
      return await indexRepository({ ...run, ...options });
    } finally {
      writer.close();
    }
  };

  const dump: Workbench['dump'] = async (root, store) => {
    const db = openIndexForReading(join(store, 'index.db'));
    try {
      await loadSqliteVec(db);
      return dumpIndex(db, root, createVectorStore(db, { embedder: standard })) ?? 'not indexed';
    } finally {
      db.close();
    }
  };

  return {
    pool,
    index,
    dump,
    cleanDump: async (root, options) => {
      const store = tempFolder();
      await index(root, store, options);
      return dump(root, store);
    },
    reader: (root, store) =>
      openIndexReader({
        file: join(store, 'index.db'),
        root,
        traitsOf,
        readText: () => null,
        manifests: createManifestKeeper(),
        vectorsOn: async (db) => {
          await loadSqliteVec(db);
          return createVectorStore(db, { embedder: standard });
        },
      }),
  };
}
