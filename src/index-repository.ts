import { join } from 'node:path';
import type { AnalysisPool } from './analysis-pool.ts';
import type { FileText } from './analyze-files.ts';
import {
  type AnalyzedBatch,
  CtxError,
  contentKey,
  type Embedder,
  type GitState,
  type IndexWriter,
  isCtxError,
  type ManifestEntry,
  type RepoPath,
  type ScannedFile,
  type SkipReason,
  type StoredHistory,
  throwIfAborted,
  type UnembeddedChunk,
} from './core/index.ts';
import { holdV8Flag } from './hold-v8-flag.ts';
import { quantize } from './indexes/vectors/quantize.ts';
import { detectLanguage } from './parse/languages.ts';
import {
  type Attributes,
  classifyPath,
  createTreePlanner,
  entryAt,
  hashContent,
  inspectContent,
  isRacy,
  type PlanInput,
  readAttributes,
  readCommits,
  readContent,
  type TreePlan,
  type TreePlanner,
  type Witness,
} from './scan/index.ts';
import { createTreeChanges, isAttributesFile, type TreeChanges } from './tree-changes.ts';

export interface IndexProgress {
  readonly step: 'scan' | 'files' | 'history' | 'vectors' | 'merge';
  readonly done: number;
  readonly total: number;
}

export interface IndexReport {
  /** Paths with content in the index, and those known by name only. */
  readonly files: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** Of the files: contents parsed in this run, contents that were known, paths that went. */
  readonly parsed: number;
  readonly reused: number;
  readonly removed: number;
  readonly bytes: number;
  readonly commits: number;
  readonly vectors: number;
  readonly changed: boolean;
  readonly milliseconds: number;
  /** What was out of the ordinary, in sentences. */
  readonly notes: readonly string[];
}

export interface IndexRun {
  readonly root: string;
  readonly git: GitState | null;
  readonly writer: IndexWriter;
  readonly pool: AnalysisPool;
  readonly embedder: Embedder;
  readonly now: () => number;
  readonly historyLimit: number;
  /** Made where none is given: one that has planned before knows the tree. */
  readonly planner?: TreePlanner;
  /** Made just now, with `planner`: it holds unless somebody else has written since. */
  readonly plan?: TreePlan;
  readonly witness?: Witness | null;
  /** Looks at every file again, whatever its stamp. */
  readonly full?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: IndexProgress) => void;
}

/** Source sent to a worker at once. */
const JOB_CHARACTERS = 400_000;
const JOB_FILES = 64;
/** A file that stops its worker is tried this often, then known by path only. */
const ATTEMPTS = 3;
const VECTOR_BATCH = 256;
/** From here on a run makes much garbage. */
const MANY_FILES = 500;

/**
 * Brings the index of one work tree up to date: scan → plan → parse → store. Whatever happens on the way, the
 * store holds whole files only, and says `partial` until a run has finished; a failing history or embedder is a
 * note. Fails with ABORTED, GIT_FAILED, DISK_FULL or LOCKED.
 */
export async function indexRepository(run: IndexRun): Promise<IndexReport> {
  const startedAt = run.now();
  const { writer } = run;
  run.onProgress?.({ step: 'scan', done: 0, total: 0 });
  const manifest = writer.manifest();
  const planTree = run.planner ?? createTreePlanner(run.root, run.now, run.historyLimit);
  const state = writer.state();
  const input: PlanInput = { ...run, state, manifest, now: startedAt };
  const first = run.plan?.state.edition === state.edition && !run.full ? run.plan : await planTree(input);
  const plan = attributesChanged(run.root, first, manifest)
    ? await planTree({ ...input, full: true })
    : first;
  const tally = new Tally(plan.notes);
  const changes = createTreeChanges(writer, manifest);
  const release = plan.look.length < MANY_FILES ? () => {} : holdV8Flag('heap-growing-percent');
  await applyPlan(run, plan, changes, tally).finally(release);
  tally.vectors = await embedMissing(run, tally);
  const { changed, removed } = changes.summary();
  const milliseconds = run.now() - startedAt;
  return tally.report(changed ? writer.manifest() : manifest, { changed, removed, milliseconds });
}

/** `.gitattributes` decide the kind of files that are themselves as they were. */
function attributesChanged(
  root: string,
  plan: TreePlan,
  manifest: ReadonlyMap<RepoPath, ManifestEntry>,
): boolean {
  if (manifest.size === 0) return false;
  if ([...plan.removed, ...plan.skipped.map(({ path }) => path)].some(isAttributesFile)) return true;
  return plan.look.some(({ path }) => {
    if (!isAttributesFile(path)) return false;
    const read = readContent(root, path);
    return 'skip' in read || hashContent(read.bytes) !== manifest.get(path)?.hash;
  });
}

async function applyPlan(run: IndexRun, plan: TreePlan, changes: TreeChanges, tally: Tally): Promise<void> {
  const { writer } = run;
  const history = plan.historyMoved ? readHistory(run, tally) : Promise.resolve(null);
  // Awaited after the files: a failure before that must not count as unhandled.
  history.catch(() => {});
  await indexFiles(run, plan.look, changes, tally);
  changes.settle(plan.skipped, plan.removed);
  changes.finish();
  const commits = await history;
  if (commits) changes.write(() => writer.setHistory(commits));
  tally.commits = commits?.added.length ?? 0;
  if (!changes.summary().changed && plan.state.complete) return;
  run.onProgress?.({ step: 'merge', done: 0, total: 1 });
  writer.finish();
}

/** Files can be found without their history: the next run tries again. */
async function readHistory(
  { root, git, historyLimit: limit, writer, signal }: IndexRun,
  tally: Tally,
): Promise<StoredHistory | null> {
  const head = git?.head ?? null;
  try {
    const known = (shas: readonly string[]) => writer.knownCommits(shas);
    return { head, limit, ...(await readCommits(root, { head, limit, known, signal })) };
  } catch (error) {
    if (!isCtxError(error, 'GIT_FAILED')) throw error;
    tally.notes.push(`The history could not be read: ${error.message}`);
    return null;
  }
}

// ─── files ──────────────────────────────────────────────────────────────────────────────────────────────

interface TextItem {
  readonly entry: ManifestEntry;
  readonly file: FileText;
}

async function indexFiles(
  run: IndexRun,
  look: readonly ScannedFile[],
  changes: TreeChanges,
  tally: Tally,
): Promise<void> {
  const paths = look.map((file) => file.path);
  const attributes = await readAttributes(run.root, paths, run.git, run.signal);
  run.pool.expect(look.reduce((sum, { stamp }) => sum + stamp.size, 0));
  let done = 0;
  const jobs = textJobs(run, look, attributes, changes, tally);
  // Runners share the jobs; one that fails ends the jobs for all.
  const runners = Array.from({ length: run.pool.size * 2 }, async () => {
    for (const items of jobs) {
      await analyze(run, items, changes, tally);
      done += items.length;
      run.onProgress?.({ step: 'files', done: done + tally.reused, total: look.length });
    }
  });
  const failure = (await Promise.allSettled(runners)).find((ended) => ended.status === 'rejected');
  if (failure === undefined) return;
  if (isCtxError(failure.reason, 'ABORTED')) changes.flush();
  throw failure.reason;
}

/** Reads files one by one, settles those that need no analysis, and gathers the others into jobs. */
function* textJobs(
  run: IndexRun,
  look: readonly ScannedFile[],
  attributes: Attributes,
  changes: TreeChanges,
  tally: Tally,
): Generator<readonly TextItem[]> {
  /** Contents on their way: a second path with the same bytes waits for the first. */
  const claimed = new Set<string>();
  let job: TextItem[] = [];
  let size = 0;
  for (const scanned of look) {
    throwIfAborted(run.signal);
    const item = lookAt(run, scanned, attributes);
    if (item === null) changes.settle([], [scanned.path]);
    else if (item.file === null) changes.settle([item.entry], []);
    else if (claimed.has(keyOf(item.file)) || isKnown(run.writer, item.file)) {
      changes.settle([item.entry], []);
      tally.reused++;
    } else {
      claimed.add(keyOf(item.file));
      job.push({ entry: item.entry, file: item.file });
      size += item.file.text.length;
    }
    if (size < JOB_CHARACTERS && job.length < JOB_FILES) continue;
    yield job;
    job = [];
    size = 0;
  }
  if (job.length > 0) yield job;
}

function keyOf({ hash, language }: Pick<FileText, 'hash' | 'language'>): string {
  return contentKey(hash, language);
}

function isKnown(writer: IndexWriter, file: FileText): boolean {
  return writer.known([file]).size > 0;
}

/** Reads a file and decides whether it has text to analyse; null when it is gone. */
function lookAt(
  run: IndexRun,
  { path, stamp: scanned }: ScannedFile,
  attributes: Attributes,
): { readonly entry: ManifestEntry; readonly file: FileText | null } | null {
  const read = readContent(run.root, path);
  const base = { path, kind: classifyPath(path), hash: null, language: null, skip: null } as const;
  if ('skip' in read) {
    if (read.skip === 'unreadable' && entryAt(join(run.root, path)) === undefined) return null;
    return { entry: { ...base, stamp: scanned, skip: read.skip, racy: false }, file: null };
  }
  const { stamp } = read;
  const racy = isRacy(stamp, run.now());
  const inspected = inspectContent(path, read.bytes, attributes(path));
  const { kind } = inspected;
  if (!inspected.ok) return { entry: { ...base, stamp, kind, skip: inspected.skip, racy }, file: null };
  const { text } = inspected.decoded;
  const hash = hashContent(read.bytes);
  const language = detectLanguage(path, text);
  return { entry: { ...base, stamp, kind, hash, language, racy }, file: { path, hash, language, text } };
}

/** Analyses files together; when that fails, one by one, so that a bad file costs only itself. */
async function analyze(
  run: IndexRun,
  items: readonly TextItem[],
  changes: TreeChanges,
  tally: Tally,
): Promise<void> {
  const batch = await attempt(run, items, 1);
  if (batch !== null) {
    changes.add(batch, items);
    tally.parsed += items.length;
    return;
  }
  for (const item of items) {
    const single = await attempt(run, [item], ATTEMPTS);
    if (single !== null) {
      changes.add(single, [item]);
      tally.parsed++;
    } else {
      changes.quarantine(item);
      tally.notes.push(`${item.entry.path} stopped the parser ${ATTEMPTS} times: it is known by path only.`);
    }
  }
}

async function attempt(
  run: IndexRun,
  items: readonly TextItem[],
  attempts: number,
): Promise<AnalyzedBatch | null> {
  for (let i = 0; i < attempts; i++) {
    throwIfAborted(run.signal);
    try {
      return await run.pool.analyze(items.map((item) => item.file));
    } catch (error) {
      if (!isCtxError(error, 'PARSER_FAILED')) throw error;
    }
  }
  return null;
}

// ─── vectors that are not made beside parsing ───────────────────────────────────────────────────────────

/** A failing embedder leaves the other indexes as they are: the next run goes on from there. */
async function embedMissing(run: IndexRun, tally: Tally): Promise<number> {
  const missing = run.writer.chunksWithoutVector();
  const textOf = chunkTexts(run.root);
  let made = 0;
  try {
    for (let at = 0; at < missing.length; at += VECTOR_BATCH) {
      throwIfAborted(run.signal);
      made += await embedChunks(run, missing.slice(at, at + VECTOR_BATCH), textOf);
      run.onProgress?.({
        step: 'vectors',
        done: Math.min(at + VECTOR_BATCH, missing.length),
        total: missing.length,
      });
    }
  } catch (error) {
    if (!isCtxError(error, 'EMBEDDER_UNAVAILABLE') && !isCtxError(error, 'EMBEDDER_FAILED')) throw error;
    tally.notes.push(`${missing.length - made} of ${missing.length} vectors are missing: ${error.message}`);
  }
  return made;
}

async function embedChunks(
  { embedder, writer, signal }: IndexRun,
  chunks: readonly UnembeddedChunk[],
  textOf: (chunk: UnembeddedChunk) => string | null,
): Promise<number> {
  const found = chunks.flatMap((chunk) => {
    const text = textOf(chunk);
    return text === null ? [] : [{ chunk: chunk.chunk, text }];
  });
  if (found.length === 0) return 0;
  const texts = found.map(({ text }) => text);
  const vectors = await embedder.embed(texts, 'document', signal);
  const rows = found.flatMap(({ chunk }, i) => {
    const vector = vectors[i];
    return vector === undefined ? [] : [{ chunk, vector: quantize(vector) }];
  });
  if (rows.length < found.length)
    throw new CtxError(
      'EMBEDDER_FAILED',
      `The embedder gave ${rows.length} vectors for ${found.length} texts.`,
    );
  writer.addVectors(rows);
  return rows.length;
}

/** Texts of chunks, read again; null where the file is no longer what was indexed. Keeps one file. */
function chunkTexts(root: string): (chunk: UnembeddedChunk) => string | null {
  let last: { readonly path: RepoPath; readonly hash: string | null; readonly lines: readonly string[] } = {
    path: '',
    hash: null,
    lines: [],
  };
  const readLines = (path: RepoPath): typeof last => {
    const read = readContent(root, path);
    const inspected = 'skip' in read ? null : inspectContent(path, read.bytes);
    if ('skip' in read || !inspected?.ok) return { path, hash: null, lines: [] };
    return { path, hash: hashContent(read.bytes), lines: inspected.decoded.text.split('\n') };
  };
  return ({ file, hash, startLine, endLine }) => {
    if (last.path !== file) last = readLines(file);
    return last.hash === hash ? last.lines.slice(startLine - 1, endLine).join('\n') : null;
  };
}

// ─── report ─────────────────────────────────────────────────────────────────────────────────────────────

class Tally {
  parsed = 0;
  reused = 0;
  commits = 0;
  vectors = 0;
  readonly notes: string[];

  constructor(notes: readonly string[]) {
    this.notes = [...notes];
  }

  report(
    manifest: ReadonlyMap<RepoPath, ManifestEntry>,
    rest: Pick<IndexReport, 'removed' | 'changed' | 'milliseconds'>,
  ): IndexReport {
    const skipped: Partial<Record<SkipReason, number>> = {};
    let files = 0;
    let bytes = 0;
    for (const { skip, stamp } of manifest.values()) {
      if (skip === null) {
        files++;
        bytes += stamp.size;
      } else skipped[skip] = (skipped[skip] ?? 0) + 1;
    }
    const { parsed, reused, commits, vectors, notes } = this;
    return { files, skipped, parsed, reused, bytes, commits, vectors, notes, ...rest };
  }
}
