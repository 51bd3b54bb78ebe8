/** `ctx train`: a table for the static embedder, learned from the repository that it is used in. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Access } from './access.ts';
import { type Commit, CtxError, type RepoPath, throwIfAborted } from './core/index.ts';
import { prepareStore } from './indexes/catalog/index.ts';
import { type EmbedderConfig, symbolPairs, type TextPair, trainTable } from './indexes/embedders/index.ts';
import { TRAINED_TABLE } from './open-embedder.ts';
import { createParserPool, detectLanguage, parseFile } from './parse/index.ts';
import {
  classifyPath,
  hashContent,
  inspectContent,
  readCommitCode,
  readCommits,
  readContent,
  walkTree,
} from './scan/index.ts';

export interface TrainingOptions {
  readonly seed?: number;
  readonly signal?: AbortSignal;
  /** Told of every pass over the pairs. */
  readonly onProgress?: (progress: TrainingProgress) => void;
}

export interface TrainingProgress {
  readonly step: 'pairs' | 'training';
  readonly done: number;
  readonly total: number;
}

/** A commit that nothing was learned from: its subject is a question, its code files, all there now, the answer. */
export type HeldBackCommit = Pick<Commit, 'sha' | 'subject' | 'paths'>;

/** A table that is trained and not yet in use. */
export interface Training {
  readonly pairs: { readonly history: number; readonly code: number };
  readonly heldBack: readonly HeldBackCommit[];
  /** With the table, and as the embedder is without it. */
  readonly embedders: { readonly trained: EmbedderConfig; readonly untrained: EmbedderConfig };
  /** Uses the table from the next opening on, or deletes it. */
  readonly settle: (verdict: 'keep' | 'discard') => void;
}

const TRIAL_TABLE = 'embedder.trial.bin';
const SEED = 1;
const MAX_HELD_BACK = 100;
/** With fewer the evaluation could not tell anything. */
const MIN_COMMITS = 80;
const MAX_TRAINED_COMMITS = 4_000;
const MIN_SUBJECT_WORDS = 3;
const MAX_COMMIT_FILES = 10;
/** Source that is parsed for pairs. */
const MAX_SOURCE_BYTES = 48_000_000;
const UNTRAINED: EmbedderConfig = { kind: 'static', dimensions: 128 };

/**
 * Trains on the older commits (subject ↔ changed code) and on the files that the newest do not touch (documentation
 * ↔ code, name ↔ body). Fails with USAGE where the history is too short or another kind of embedder is configured.
 */
export async function trainRepository(access: Access, options: TrainingOptions): Promise<Training> {
  const { root, config } = access;
  const { signal, onProgress, seed = SEED } = options;
  if (config.embedder.kind !== 'static')
    throw new CtxError('USAGE', 'ctx train trains the static embedder: run it without --embedder.');
  const git = await access.git();
  const { folder } = access.place(git);
  const { added } = await readCommits(root, {
    head: git?.head ?? null,
    limit: config.historyLimit,
    known: new Set(),
    signal,
  });
  const { files } = await walkTree(root, { git, ...(signal && { signal }) });
  const present = new Set(files.flatMap(({ path, skip }) => (skip === null && isCode(path) ? [path] : [])));
  const commits = added
    .map(({ sha, subject, paths }) => ({
      sha,
      subject,
      paths,
      there: paths.filter((path) => present.has(path)),
    }))
    .filter(
      ({ subject, paths, there }) =>
        saysWhatItChanges(subject) && paths.length <= MAX_COMMIT_FILES && there.length > 0,
    );
  if (commits.length < MIN_COMMITS)
    throw new CtxError(
      'USAGE',
      `ctx train needs ${MIN_COMMITS} commits that say what they change in code; here are ${commits.length}. The default embedder needs no training.`,
      { commits: commits.length, needed: MIN_COMMITS },
    );
  const heldBack = commits.slice(0, Math.min(MAX_HELD_BACK, Math.floor(commits.length / 4)));
  const older = commits.slice(heldBack.length, heldBack.length + MAX_TRAINED_COMMITS);
  onProgress?.({ step: 'pairs', done: 0, total: 0 });
  const history = await historyPairs(root, older, signal);
  const answers = new Set(heldBack.flatMap(({ there }) => there));
  const code = await codePairs(
    root,
    [...present].filter((path) => !answers.has(path)),
    signal,
  );
  const bytes = await trainTable([history, code], {
    seed,
    ...(signal && { signal }),
    onProgress: ({ epoch, epochs, batch, batches }) =>
      onProgress?.({ step: 'training', done: (epoch - 1) * batches + batch, total: epochs * batches }),
  });
  prepareStore(folder);
  const trial = join(folder, TRIAL_TABLE);
  writeFileSync(trial, bytes);
  return {
    pairs: { history: history.length, code: code.length },
    heldBack: heldBack.map(({ sha, subject, there }) => ({ sha, subject, paths: there })),
    embedders: { trained: { kind: 'static', table: trial }, untrained: UNTRAINED },
    settle: (verdict) => {
      if (verdict === 'keep') renameSync(trial, join(folder, TRAINED_TABLE));
      else rmSync(trial, { force: true });
    },
  };
}

/** Deletes the table of this repository; false where there was none. */
export async function forgetTraining(access: Access): Promise<boolean> {
  const file = join(access.place(await access.git()).folder, TRAINED_TABLE);
  const there = existsSync(file);
  rmSync(file, { force: true });
  return there;
}

function saysWhatItChanges(subject: string): boolean {
  return (subject.match(/\p{L}{2,}/gu)?.length ?? 0) >= MIN_SUBJECT_WORDS;
}

function isCode(path: RepoPath): boolean {
  return classifyPath(path) === 'code';
}

async function historyPairs(
  root: string,
  commits: readonly Pick<Commit, 'sha' | 'subject'>[],
  signal: AbortSignal | undefined,
): Promise<readonly TextPair[]> {
  const subjects = new Map(commits.map(({ sha, subject }) => [sha, subject]));
  const code = await readCommitCode(root, [...subjects.keys()], signal);
  return code.flatMap(({ sha, text }) => {
    const query = subjects.get(sha);
    return query === undefined || text.trim() === '' ? [] : [{ query, code: text }];
  });
}

async function codePairs(
  root: string,
  paths: readonly RepoPath[],
  signal: AbortSignal | undefined,
): Promise<readonly TextPair[]> {
  const parsers = createParserPool();
  const pairs: TextPair[] = [];
  let bytes = 0;
  try {
    for (const path of inHashOrder(paths)) {
      throwIfAborted(signal);
      if (bytes > MAX_SOURCE_BYTES) break;
      const read = readContent(root, path);
      const inspected = 'skip' in read ? null : inspectContent(path, read.bytes);
      if (!inspected?.ok || inspected.kind !== 'code') continue;
      const { text } = inspected.decoded;
      bytes += text.length;
      const language = detectLanguage(path, text);
      await parsers.ready(language);
      pairs.push(...symbolPairs(text, parseFile({ path, language, text }, parsers)));
    }
  } finally {
    parsers.close();
  }
  return pairs;
}

/** An order that has nothing to do with the place: what is cut off stands everywhere. */
function inHashOrder(paths: readonly RepoPath[]): readonly RepoPath[] {
  return paths
    .map((path) => ({ path, key: hashContent(Buffer.from(path)) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ path }) => path);
}
