import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Access, Memory } from './access.ts';
import { artifactCalls, callRecords } from './call-records.ts';
import type { CtxConfig } from './config.ts';
import type {
  Context,
  Freshness,
  IndexOptions,
  QueryAnswer,
  ReadOptions,
  StatusReport,
  WatchOptions,
} from './context.ts';
import {
  CtxError,
  type FileKind,
  type FileLines,
  type GitState,
  type IndexedSymbol,
  isCtxError,
  type RepoPath,
  type RepositoryFacts,
  SKIP_REASONS,
  type Snapshot,
  type Trace,
} from './core/index.ts';
import { folderMap } from './folder-map.ts';
import { indexState, reconcile } from './freshness.ts';
import { type IndexReport, indexRepository } from './index-repository.ts';
import { asCtxError } from './indexes/catalog/index.ts';
import { linesWithName } from './lines-with-name.ts';
import { searchLive } from './live-search.ts';
import { decisionCalls, handoffCalls, memoryCalls, memoryOf } from './memory-calls.ts';
import { redactEdges, redactSymbols } from './pack/index.ts';
import { packTask, queryTask, type ReadParts } from './pack-context.ts';
import { decisionsFor } from './project-decisions.ts';
import { nextHits } from './query-page.ts';
import { readFile } from './read-file.ts';
import { pathFilter } from './recall/index.ts';
import { redactPaths } from './redact-paths.ts';
import { redactTexts } from './redact-texts.ts';
import { regexQuery } from './regex-query.ts';
import { repositoryHealth } from './repository-health.ts';
import {
  createLineReader,
  dirtyPaths,
  explainIgnore,
  type GitFacts,
  gitSummary,
  isUnchanged,
  type ReadLines,
  readGitFacts,
  repositoryFacts,
  type TreePlan,
  toRepoPath,
  type Watcher,
  type Witness,
  watchTree,
  workingDiff,
} from './scan/index.ts';
import { relatedSymbols, saysUnused } from './symbol-relations.ts';
import { createTraceId, diffTraces, explainTrace, type PathKnowledge, whyNot } from './trace/index.ts';
import { forgetTraining, trainRepository } from './train-repository.ts';

const SUGGESTIONS = 10;
const FOUND = 50;
const MOST_FOUND = 1_000;
const TRACES = 50;

/** The calls on an open repository, over its parts; `found` is its state when it was opened. */
export function createRepository(access: Access, found: GitState | null): Context {
  const { root, config, now } = access;
  /** Runs wait for each other; other processes are kept out by the lease. */
  let running: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();
  const close = async (): Promise<void> => {
    closing.abort();
    await running;
    await access.close();
  };

  const placeNotes = (git: GitState | null): readonly string[] => {
    const { note, named } = access.place(git);
    return note === null || named ? [] : [note];
  };

  /** Asked what has changed, while there is a watcher that is told at once. */
  let witness: Witness | null = null;

  /** The last report, and the edition that it left with nothing missing. */
  let settled: { readonly edition: number; readonly report: IndexReport } | null = null;

  /** A report where there is nothing to do, else the plan, where one could be made without a writer. */
  const check = async (git: GitState | null, { full, signal }: IndexOptions) => {
    const known = full ? null : access.known(git);
    if (known === null || settled?.edition !== known.state.edition) return { plan: null, report: null };
    const startedAt = now();
    const plan = await access.planner({ git, ...known, witness, now: startedAt, ...(signal && { signal }) });
    if (!isUnchanged(plan) || !known.state.complete) return { plan, report: null };
    const nothing = { parsed: 0, reused: 0, removed: 0, commits: 0, vectors: 0, changed: false };
    const notes = [...placeNotes(git), ...plan.notes];
    return { plan, report: { ...settled.report, ...nothing, notes, milliseconds: now() - startedAt } };
  };

  const runIndex = async (options: IndexOptions, given?: TreePlan): Promise<IndexReport> => {
    const git = await access.git();
    const { plan, report } = given ? { plan: given, report: null } : await check(git, options);
    if (report !== null) return report;
    const embedder = await access.embedder();
    const pool = await access.pool();
    const { historyLimit } = config;
    return access.write(git, async (writer, rebuilt) => {
      const done = await indexRepository({
        root,
        git,
        writer,
        pool,
        embedder,
        now,
        historyLimit,
        planner: access.planner,
        witness,
        ...(plan && { plan }),
        ...options,
      });
      const whole = writer.chunksWithoutVector().length === 0;
      settled = whole ? { edition: writer.state().edition, report: done } : null;
      const why = rebuilt === null ? [] : [`The index was rebuilt: ${rebuilt}.`];
      return { ...done, notes: [...placeNotes(git), ...why, ...done.notes] };
    });
  };

  const enqueue = (options: IndexOptions, plan?: TreePlan): Promise<IndexReport> => {
    const signal = AbortSignal.any([closing.signal, ...(options.signal ? [options.signal] : [])]);
    const run = running.then(() => runIndex({ ...options, signal }, plan)).then(redactPaths);
    running = run.catch(() => {});
    return run;
  };
  const index: Context['index'] = (options = {}) => enqueue(options);

  /** Where the store is does not change while a context is open: an answer from it does not ask git again. */
  let lastGit = found;
  const gitFor = async (freshness: Freshness): Promise<GitState | null> => {
    if (freshness !== 'stored') lastGit = await access.git();
    return lastGit;
  };

  const readLines = createLineReader(root);

  let lastDirty: { readonly key: string; readonly paths: Promise<readonly RepoPath[]> } | null = null;
  /** An answer from the store looks at the work tree once for each state of it. */
  const dirtyFor = (
    freshness: Freshness,
    { head }: GitState,
    { generation }: Snapshot,
  ): Promise<readonly RepoPath[]> => {
    const key = `${generation}:${head}`;
    if (freshness !== 'stored' || lastDirty?.key !== key) {
      lastDirty = { key, paths: dirtyPaths(root) };
      lastDirty.paths.catch(() => {
        lastDirty = null;
      });
    }
    return lastDirty.paths;
  };

  const read = async <T>(options: ReadOptions, work: (parts: ReadParts) => Promise<T>): Promise<T> => {
    const { freshness = 'sync', onProgress } = options;
    const git = await gitFor(freshness);
    const sync = (plan: TreePlan) =>
      enqueue({ ...signalOf(options), ...(onProgress && { onProgress }) }, plan);
    const fresh =
      freshness === 'stored'
        ? { stale: [], notes: [] }
        : await reconcile({
            root,
            git,
            planner: access.planner,
            witness,
            known: access.known(git),
            read: (look) => access.read(git, look),
            sync: freshness === 'sync' ? sync : null,
            syncLimit: config.syncLimit,
            now,
            ...signalOf(options),
          });
    const answer = await access.read(git, async ({ snapshot }) => {
      const state = git && { ...git, dirty: () => dirtyFor(freshness, git, snapshot) };
      return work(await readParts(access, { git: state, snapshot, fresh, readLines }));
    });
    return redactPaths(answer);
  };

  return {
    root,
    config,
    index,
    sync: (signal) => index(signal ? { signal } : {}),
    watch: async (options = {}) => {
      const watcher = await watchRepository(root, index, options);
      const own: Witness = () => watcher.seen();
      if (watcher.kind === 'folders') witness = own;
      const { kind } = watcher;
      return {
        kind,
        close: async () => {
          if (witness === own) witness = null;
          await watcher.close();
        },
      };
    },

    query: (task, options = {}) =>
      read(options, async (parts): Promise<QueryAnswer> => {
        const { mode = 'hybrid', cursor } = options;
        if (mode === 'regex')
          return regexQuery(root, parts, typeof task === 'string' ? task : task.goal, options);
        if (cursor === undefined) return queryTask(parts, task, mode, options);
        return nextHits(parts, task, mode, { ...options, cursor });
      }),
    searchLive: async (task, options = {}) =>
      redactPaths(await searchLive(root, await access.git(), task, options)),
    readFile: (path, options = {}) => {
      const look = <T>(freshness: Freshness, work: (snapshot: Snapshot | null) => T): Promise<T> =>
        read({ ...signalOf(options), freshness }, async ({ snapshot }) => work(snapshot)).catch(
          (error: unknown) => {
            if (isCtxError(error, 'NO_INDEX')) return work(null);
            throw error;
          },
        );
      return readFile({ root, look }, path, options).then(redactPaths);
    },
    pack: (task, phase, options = {}) => read(options, (parts) => packTask(parts, task, phase, options)),
    decisions: decisionCalls(access),
    handoffs: handoffCalls(access),
    memories: memoryCalls(access),
    training: {
      run: (options = {}) => trainRepository(access, options),
      reset: () => forgetTraining(access),
    },

    symbols: {
      find: (name, options = {}) =>
        read(options, async ({ snapshot, index: state }) => {
          const passes = pathFilter(options);
          const wanted = ({ kind, file }: IndexedSymbol) =>
            passes(file) && (options.kind === undefined || kind === options.kind);
          const found = snapshot.symbols
            .find(name, MOST_FOUND)
            .filter(wanted)
            .slice(0, options.limit ?? FOUND);
          const near = found.length > 0 ? [] : snapshot.symbols.suggest(name, SUGGESTIONS).filter(wanted);
          return {
            found: await redactSymbols(found),
            suggestions: await redactSymbols(near),
            index: state,
          };
        }),
      related: (name, relation, options = {}) =>
        read(options, async ({ snapshot, index: state }) => {
          const related = relatedSymbols(snapshot, name, relation, options);
          const { signal } = options;
          return {
            ...related,
            elsewhere: saysUnused(related)
              ? await linesWithName(related.symbols, { root, snapshot, signal })
              : 0,
            symbols: await redactSymbols(related.symbols),
            edges: await redactEdges(related.edges),
            suggestions: await redactSymbols(related.suggestions),
            index: state,
          };
        }),
    },
    artifacts: artifactCalls(access),
    calls: callRecords(access),
    map: (options = {}) =>
      read(options, async (parts) => ({
        ...(await redactTexts(await parts.facts())),
        index: parts.index,
      })),
    folders: (path, options = {}) =>
      read(options, async ({ snapshot, index: state }) => ({
        ...folderMap(snapshot.files, toRepoPath(root, path), options.depth ?? 1),
        index: state,
      })),
    state: (options = {}) =>
      read(options, async ({ index: state }) => ({ ...state, head: (await gitFor('stored'))?.head ?? null })),

    status: async () => {
      const git = await access.git();
      const { id, label } = await access.embedder();
      const place = access.place(git);
      const store = { ...place, bytes: bytesOf(place.folder) };
      const base = { schemaVersion: 1, root, git, store, embedder: { id, label } } as const;
      return read({ freshness: 'check' }, async ({ snapshot, index: state }) => ({
        ...base,
        index: state,
        ...countsOf(snapshot),
      })).catch((error: unknown): StatusReport => {
        if (!isCtxError(error, 'NO_INDEX')) throw error;
        return { ...base, index: null, files: {}, languages: [], skipped: {}, chunks: 0 };
      });
    },

    trace: async (id) => requireTrace(await memoryOf(access), id),
    traces: async (limit = TRACES) => (await memoryOf(access)).traces.list(limit),
    explain: async (id, { whyNot: place, diff } = {}) => {
      const memory = await memoryOf(access);
      const trace = requireTrace(memory, id);
      if (diff !== undefined) return diffTraces(trace, requireTrace(memory, diff));
      if (place === undefined) return explainTrace(trace);
      const path = toRepoPath(root, place.path);
      const knowledge = await read({ freshness: 'stored' }, async ({ snapshot }) =>
        knowledgeOf(snapshot, path),
      );
      return redactTexts(whyNot(trace, path, place.line ?? null, knowledge).text);
    },
    explainIgnore: async (path) =>
      redactTexts({ path, ...(await explainIgnore(root, path, await access.git())) }),
    doctor: () => repositoryHealth(access),

    clean: async ({ memory = false } = {}) => {
      await running;
      access.release();
      const { folder } = access.place(await access.git());
      const names = memory ? ['index.db', 'memory.db'] : ['index.db'];
      const files = names.flatMap((name) =>
        ['', '-wal', '-shm', '.set-aside'].map((tail) => join(folder, name + tail)),
      );
      const freed = files.reduce((sum, file) => sum + sizeOf(file), 0);
      for (const file of files) rmSync(file, { force: true });
      return freed;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function signalOf({ signal }: ReadOptions): { readonly signal?: AbortSignal } {
  return signal ? { signal } : {};
}

/** The git state of a call, with how to learn which paths differ from HEAD. */
interface GitOfCall extends GitState {
  readonly dirty: () => Promise<readonly RepoPath[]>;
}

interface CallParts {
  readonly git: GitOfCall | null;
  readonly snapshot: Snapshot;
  readonly fresh: Awaited<ReturnType<typeof reconcile>>;
  readonly readLines: ReadLines;
}

async function readParts(access: Access, { git, snapshot, fresh, readLines }: CallParts): Promise<ReadParts> {
  const { root, config, now } = access;
  const read = new Map<RepoPath, FileLines | null>();
  const lines = (path: RepoPath): FileLines | null => {
    const known = read.get(path);
    if (known !== undefined) return known;
    const found = readLines(snapshot, path);
    read.set(path, found);
    return found;
  };
  return {
    snapshot,
    index: indexState(snapshot, fresh),
    notes: fresh.notes,
    config,
    embedder: await access.embedder(),
    now,
    newTraceId: () => createTraceId(now(), Math.random),
    trace: (id) => access.memory(git).traces.get(id),
    saveTrace: async (trace) => keepTrace(access.memory(git).traces, await redactPaths(trace)),
    memoryNote: () => access.memory(git).note,
    decisionsFor: (task) => decisionsFor(task, access.memory(git).decisions),
    readLines: lines,
    workingDiff: async () => (git === null ? [] : workingDiff(root, git)),
    facts: async () => {
      const facts = structureOf(root, snapshot, lines);
      return git === null
        ? facts
        : { ...facts, git: gitSummary(await gitFacts(root, git, snapshot, config)) };
    },
  };
}

/** As many as `readGitFacts` gives. */
const LAST_COMMITS = 10;

/** The index has the commits of the HEAD that it was made at. */
async function gitFacts(
  root: string,
  { dirty, ...git }: GitOfCall,
  { head, recentCommits }: Snapshot,
  { historyLimit }: CtxConfig,
): Promise<GitFacts> {
  if (head !== git.head || historyLimit < LAST_COMMITS) return readGitFacts(root, git);
  const commits = recentCommits(LAST_COMMITS).map(({ sha, time, subject }) => ({ sha, time, subject }));
  return { ...git, dirty: await dirty(), recentCommits: commits };
}

/** An answer does not fail for its record: where the disk is full it says so. */
function keepTrace({ put }: Memory['traces'], trace: Trace): string | null {
  try {
    put(trace);
    return null;
  } catch (error) {
    if (!isCtxError(asCtxError(error, 'memory.db'), 'DISK_FULL')) throw error;
    return 'The disk is full: the trace of this answer was not kept.';
  }
}

/** The files of a snapshot are one list as long as the index does not change. */
const structures = new WeakMap<Snapshot['files'], RepositoryFacts>();

function structureOf(
  root: string,
  { files }: Snapshot,
  lines: (path: RepoPath) => FileLines | null,
): RepositoryFacts {
  const known = structures.get(files);
  if (known !== undefined) return known;
  const facts = repositoryFacts(root, files, null, (path) => lines(path)?.lines.join('\n') ?? null);
  structures.set(files, facts);
  return facts;
}

async function watchRepository(
  root: string,
  index: Context['index'],
  { onSync, onError }: WatchOptions,
): Promise<Watcher> {
  return watchTree(root, {
    ignored: (path) => /(^|\/)(\.git|\.ctx|node_modules)(\/|$)/.test(path),
    onChange: () => {
      index().then(onSync, onError);
    },
  });
}

function countsOf(snapshot: Snapshot): Pick<StatusReport, 'files' | 'languages' | 'skipped' | 'chunks'> {
  const files: Partial<Record<FileKind, number>> = {};
  const languages = new Map<string, { language: string; files: number; lines: number }>();
  let chunks = 0;
  for (const { kind, language, lineCount, chunkCount } of snapshot.files) {
    files[kind] = (files[kind] ?? 0) + 1;
    chunks += chunkCount;
    const name = language ?? 'text';
    const row = languages.get(name) ?? { language: name, files: 0, lines: 0 };
    languages.set(name, { ...row, files: row.files + 1, lines: row.lines + lineCount });
  }
  const byLines = [...languages.values()].sort(
    (a, b) => b.lines - a.lines || (a.language < b.language ? -1 : 1),
  );
  return { files, languages: byLines, skipped: snapshot.skipped, chunks };
}

function requireTrace({ traces }: Memory, id: string) {
  const trace = traces.get(id);
  if (trace === null)
    throw new CtxError('NOT_FOUND', `There is no trace ${id}. \`ctx explain\` lists the last ones.`, { id });
  return trace;
}

function knowledgeOf(snapshot: Snapshot, path: RepoPath): PathKnowledge {
  if (snapshot.fileByPath(path)) return 'indexed';
  const reason = snapshot.skipReason(path);
  return reason === null ? 'unknown' : { skipped: SKIP_REASONS[reason] };
}

function bytesOf(folder: string): number {
  return ['index.db', 'index.db-wal', 'memory.db', 'memory.db-wal'].reduce(
    (sum, name) => sum + sizeOf(join(folder, name)),
    0,
  );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
