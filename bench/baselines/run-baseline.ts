import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type EvalTask,
  findGitDirectory,
  groupByRepository,
  type Prediction,
  parseTasks,
  type RankedSpan,
  selectTasks,
} from '../../src/eval/index.ts';
import { type CommitReader, openCommits, type SourceFile } from './commit-files.ts';

export interface BaselineAnswer {
  /** Best first. */
  readonly ranked: readonly RankedSpan[];
  /** Best first; by first appearance in `ranked` where absent. */
  readonly files?: readonly string[];
}

export type Answering = (
  task: EvalTask,
  files: readonly SourceFile[],
) => BaselineAnswer | Promise<BaselineAnswer>;

/** A method at work on one repository: what its tasks share may be kept. */
export interface Baseline {
  readonly answer: Answering;
  readonly close?: () => void;
}

/** Spans kept of a ranking. */
const KEPT = 200;

const USAGE = 'usage: TASKS.jsonl --repos DIR --out FILE [--tests drop] [--limit N] [--where key=value]';

/**
 * Answers the tasks of a file, repository by repository in the order of time, so that neighbours share most of what is
 * read, and writes the predictions in the order of the file.
 */
export async function runBaseline(args: readonly string[], open: () => Baseline): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      repos: { type: 'string' },
      out: { type: 'string' },
      tests: { type: 'string', default: 'keep' },
      limit: { type: 'string' },
      where: { type: 'string', multiple: true, default: [] },
    },
  });
  const [file] = positionals;
  const { repos, out, tests, limit, where } = values;
  if (file === undefined || repos === undefined || out === undefined) {
    console.error(USAGE);
    return 2;
  }
  const filter = { where, kinds: [], limit: limit === undefined ? null : Number(limit) };
  const tasks = selectTasks(parseTasks(readFileSync(file, 'utf8'), file), filter);
  const predictions = new Map<string, Prediction>();
  for (const [mirror, group] of groupByRepository(tasks)) {
    const baseline = open();
    try {
      const commits = openCommits(findGitDirectory(repos, mirror));
      for (const task of group) {
        predictions.set(task.id, await predict(task, commits, tests !== 'drop', baseline));
        console.error(`${predictions.size}/${tasks.length} ${task.id}`);
      }
    } finally {
      baseline.close?.();
    }
  }
  writeFileSync(out, tasks.map(({ id }) => `${JSON.stringify(predictions.get(id))}\n`).join(''));
  return 0;
}

async function predict(
  task: EvalTask,
  commits: CommitReader,
  withTests: boolean,
  baseline: Baseline,
): Promise<Prediction> {
  try {
    const files = await commits.files(task.baseCommit, { root: task.root, withTests });
    const startedAt = performance.now();
    const { ranked, ...rest } = await baseline.answer(task, files);
    const spans = ranked.slice(0, KEPT).map(({ path, start, end }) => ({ path, start, end }));
    return { id: task.id, ranked: spans, ...rest, ms: Math.round(performance.now() - startedAt) };
  } catch (error) {
    return { id: task.id, ranked: [], error: error instanceof Error ? error.message : String(error) };
  }
}
