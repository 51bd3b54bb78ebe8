/** The composition root: the only file that names implementations. */
import { join } from 'node:path';
import type { Access, Memory } from './access.ts';
import { createAnalysisPool } from './analysis-pool.ts';
import { type CtxConfig, loadConfig } from './config.ts';
import type { Context, OpenOptions } from './context.ts';
import { CtxError, type Embedder, type GitState, type RepoPath } from './core/index.ts';
import { createDecisionStore, createHandoffStore, createMemoryStore } from './handoff/index.ts';
import {
  asCtxError,
  createKeptWriter,
  createManifestKeeper,
  type Db,
  type IndexReader,
  isDamage,
  isRunning,
  type KeptWriter,
  loadSqlite,
  locateStore,
  openIndexReader,
  prepareStore,
  type StorePlace,
  setAsideIndex,
  thisProcess,
} from './indexes/catalog/index.ts';
import { createVectorStore, loadSqliteVec, type VectorStore } from './indexes/vectors/index.ts';
import { embedderSource, UNAVAILABLE, withTrainedTable } from './open-embedder.ts';
import { openMemory } from './open-memory.ts';
import { traitsOf } from './parse/index.ts';
import { createRepository } from './repository.ts';
import { createTreePlanner, decodeText, findRoot, followGit, readContent } from './scan/index.ts';
import { createCallStore, createTraceStore } from './trace/index.ts';

/**
 * Opens the repository that holds `start`. Nothing is read of it before the first call. Fails with NO_PROJECT,
 * ROOT_REFUSED or CONFIG_INVALID.
 */
export async function openContext(
  start: string = process.cwd(),
  options: OpenOptions = {},
): Promise<Context> {
  const found = findRoot(start, { force: options.force ?? false });
  // Meanwhile git is at work.
  loadSqlite();
  const { root, git } = await found;
  const config = await loadConfig(root, options.config);
  return createRepository(createAccess(root, config, options, git), git);
}

/** `found` is the state of the repository when it was opened: where its store is does not change. */
function createAccess(root: string, config: CtxConfig, options: OpenOptions, found: GitState | null): Access {
  const now = options.now ?? Date.now;
  const env = options.env ?? process.env;
  const cleanups: (() => unknown)[] = [];
  const manifests = createManifestKeeper();
  let reader: IndexReader | null = null;
  let writer: KeptWriter | null = null;
  let closed = false;

  const place = (git: GitState | null): StorePlace => locateStore(root, git, env);
  const indexFile = (git: GitState | null): string => join(place(git).folder, 'index.db');

  const requireOpen = (): void => {
    if (closed) throw new CtxError('USAGE', 'This context was closed. Open it again with openContext().');
  };

  const embedderConfig = once(async () => withTrainedTable(config.embedder, place(found).folder));
  const source = embedderSource(embedderConfig, now);
  cleanups.push(source.close);
  const embedder = source.get;

  const pool = once(async () => {
    const { cost } = await embedder();
    const configured = await embedderConfig();
    const inline = cost === 'inline' && configured.kind === 'static';
    const opened = createAnalysisPool({ embed: inline ? configured : null });
    cleanups.push(() => opened.close());
    return opened;
  });

  const memory = once((git: GitState | null): Memory => {
    const { db, lasting, note } = openMemory(place(git).folder);
    cleanups.push(() => db.close());
    return {
      traces: createTraceStore(db),
      decisions: createDecisionStore(db),
      handoffs: createHandoffStore(db),
      entries: createMemoryStore(db),
      calls: createCallStore(db, { now, random: Math.random, owner: thisProcess(), isRunning }),
      lasting,
      note,
    };
  });

  const openReader = (git: GitState | null): IndexReader => {
    reader ??= openIndexReader({
      file: indexFile(git),
      root,
      traitsOf,
      readText: (path) => textOf(root, path),
      manifests,
      vectorsOn: async (db) => openVectors(db, await embedder()),
    });
    return reader;
  };

  const openWriter = (git: GitState | null): KeptWriter => {
    writer ??= createKeptWriter({
      file: indexFile(git),
      root,
      manifests,
      dimensions: async () => (await embedder()).dimensions,
      vectorsOn: async (db) => openVectors(db, await embedder()),
      now,
    });
    return writer;
  };

  return {
    root,
    config,
    now,
    git: followGit(root, found),
    planner: createTreePlanner(root, now, config.historyLimit),
    place,
    embedder,
    pool,
    read: async (git, work) => {
      requireOpen();
      const file = indexFile(git);
      try {
        const held = await openReader(git).hold();
        try {
          return await work(held);
        } finally {
          held.release();
        }
      } catch (error) {
        if (isDamage(error)) setAsideIndex(file);
        throw asCtxError(error, file);
      }
    },
    known: (git) => {
      requireOpen();
      try {
        return openWriter(git).known();
      } catch {
        // Damaged since: whoever opens it next says so.
        return null;
      }
    },
    write: async (git, work) => {
      requireOpen();
      prepareStore(place(git).folder);
      const file = indexFile(git);
      const attempt = (damage: string | null) =>
        openWriter(git).write((open, rebuilt) => work(open, damage ?? rebuilt));
      try {
        return await attempt(null).catch((error: unknown) => {
          if (!isDamage(error)) throw error;
          setAsideIndex(file);
          return attempt('it was damaged');
        });
      } catch (error) {
        throw asCtxError(error, file);
      }
    },
    memory: (git) => {
      requireOpen();
      return memory(git);
    },
    release: closeStore,
    close: async () => {
      if (closed) return;
      closed = true;
      closeStore();
      for (const cleanup of cleanups.reverse()) await cleanup();
    },
  };

  function closeStore(): void {
    reader?.close();
    reader = null;
    writer?.close();
    writer = null;
  }
}

/**
 * Where the extension cannot be loaded the store answers that there are no vectors. Those of another embedder
 * stay while the configured one is away.
 */
async function openVectors(db: Db, { id, dimensions }: Embedder): Promise<VectorStore> {
  await loadSqliteVec(db).catch(() => {});
  const writable = !db.readonly && id !== UNAVAILABLE;
  return createVectorStore(db, { embedder: { id, dimensions }, writable });
}

function once<A extends readonly unknown[], T>(make: (...args: A) => T): (...args: A) => T {
  let made: { readonly value: T } | null = null;
  return (...args) => {
    made ??= { value: make(...args) };
    return made.value;
  };
}

/** No manifest that people write is larger. */
const MANIFEST_BYTES = 2 ** 18;

/** Read below the root and through no symbolic link, as when the tree is indexed. */
function textOf(root: string, path: RepoPath): string | null {
  const content = readContent(root, path, { maxBytes: MANIFEST_BYTES });
  return 'bytes' in content ? (decodeText(content.bytes)?.text ?? null) : null;
}
