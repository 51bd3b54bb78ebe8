import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CtxError, isCtxError, type Phase } from '../index.ts';
import { type EvalTask, groupByRepository, parseTasks, selectTasks, type TaskKind } from './eval-task.ts';
import { forkRepository } from './fork-repository.ts';
import { parsePredictions } from './prediction.ts';
import { openResults, type ResultsFolder } from './results-folder.ts';
import { type RepositoryEvent, type RepositoryJob, runRepository } from './run-repository.ts';
import type { FeatureRecord } from './run-task.ts';
import { type EvalSummary, type EvalSystem, summarize } from './summarize.ts';
import { readVariants, type Variant, type VariantOptions } from './variants.ts';

export interface RetrievalOptions extends VariantOptions {
  /** File of tasks, JSONL. */
  readonly tasks: string;
  /** Folder of git directories, `<repos>/<mirror>/repo`; only read. */
  readonly repos: string;
  /** Folder of results; a run goes on from what it finds there. */
  readonly out: string;
  /** Folder for work trees and indexes, kept; null: a temporary one, deleted. */
  readonly work: string | null;
  readonly where: readonly string[];
  readonly kinds: readonly TaskKind[];
  readonly limit: number | null;
  readonly phase: Phase | null;
  readonly budgets: readonly number[];
  /** Also makes a pack at each budget; without, queries alone are measured. */
  readonly packs: boolean;
  readonly decoys: boolean;
  /** Prediction files of other systems, to stand in the same tables. */
  readonly compare: readonly string[];
  /** Repositories at once; above one each runs in a process of its own. */
  readonly jobs: number;
  /** File to which the signals of all candidates are appended, JSONL. */
  readonly features: string | null;
  readonly signal?: AbortSignal;
  /** One sentence on what happens. */
  readonly say?: (text: string) => void;
}

export interface RetrievalRun {
  readonly summary: EvalSummary;
  readonly tasks: readonly EvalTask[];
  /** The engine, its variants, then the others. */
  readonly systems: readonly EvalSystem[];
  readonly folder: string;
}

/**
 * Answers every task with every variant, as far as the folder of results has no answer, and sums up. Writes
 * `<variant>.jsonl` and `summary.json` there. Fails with USAGE on a file that cannot be read, with ABORTED when
 * the signal fires: what was answered stays.
 */
export async function runRetrieval(options: RetrievalOptions): Promise<RetrievalRun> {
  const { budgets, packs, phase, decoys, say = () => {} } = options;
  const tasks = selectTasks(parseTasks(readText(options.tasks), options.tasks), options);
  if (tasks.length === 0) throw new CtxError('USAGE', 'No task passes: check --where, --kind and the file.');
  const variants = readVariants(options);
  const others = options.compare.map(readSystem);
  const results = openResults(options.out, { packBudgets: packs ? budgets : [], phase, decoys });
  const work = options.work ?? mkdtempSync(join(tmpdir(), 'ctx-eval-'));
  try {
    const jobs = openJobs(options, work, tasks, variants, results);
    await runJobs(jobs, options, { variants, results, say });
  } finally {
    if (options.work === null) rmSync(work, { recursive: true, force: true });
  }
  const own = variants.map((variant) => ({ name: variant.name, predictions: results.all(variant) }));
  const systems = [...own, ...others];
  const summary = summarize(tasks, systems, budgets);
  writeFileSync(join(results.folder, 'summary.json'), `${JSON.stringify(summary, null, 1)}\n`);
  return { summary, tasks, systems, folder: results.folder };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CtxError('USAGE', `${file} could not be read.`, { file }, error);
  }
}

function readSystem(file: string): EvalSystem {
  return {
    name: basename(file).replace(/\.jsonl$/, ''),
    predictions: parsePredictions(readText(file), file),
  };
}

function openJobs(
  options: RetrievalOptions,
  work: string,
  tasks: readonly EvalTask[],
  variants: readonly Variant[],
  results: ResultsFolder,
): readonly RepositoryJob[] {
  const { repos, phase, decoys } = options;
  const packBudgets = options.packs ? options.budgets : [];
  const answered = variants.map((variant) => ({ variant, ids: results.answered(variant) }));
  return [...groupByRepository(tasks)].flatMap(([mirror, group]) => {
    const open = group.flatMap((task) => {
      const left = answered.flatMap(({ variant, ids }) => (ids.has(task.id) ? [] : [variant]));
      return left.length === 0 ? [] : [{ task, variants: left }];
    });
    const features = options.features !== null;
    return open.length === 0
      ? []
      : [{ repos, work, mirror, tasks: open, packBudgets, phase, decoys, features }];
  });
}

function keepFeatures(file: string | null, record: FeatureRecord): void {
  if (file !== null) appendFileSync(file, `${JSON.stringify(record)}\n`);
}

interface Recorder {
  readonly variants: readonly Variant[];
  readonly results: ResultsFolder;
  readonly say: (text: string) => void;
}

/** A repository that cannot be opened leaves its tasks unanswered; the others go on. */
async function runJobs(
  jobs: readonly RepositoryJob[],
  options: RetrievalOptions,
  { variants, results, say }: Recorder,
): Promise<void> {
  const total = jobs.reduce(
    (sum, job) => sum + job.tasks.reduce((n, task) => n + task.variants.length, 0),
    0,
  );
  const byName = new Map(variants.map((variant) => [variant.name, variant]));
  let done = 0;
  const noted = new Set<string>();
  const record = (event: RepositoryEvent): void => {
    if (event.kind === 'note') {
      if (!noted.has(event.text)) say(event.text);
      noted.add(event.text);
    } else if (event.kind === 'features') keepFeatures(options.features, event.record);
    else {
      const variant = byName.get(event.variant);
      if (variant !== undefined) results.append(variant, event.prediction);
      done++;
      const { id, error } = event.prediction;
      say(`${done}/${total} ${id} ${event.variant}${error === undefined ? '' : `: ${error}`}`);
    }
  };
  const run = options.jobs > 1 ? forkRepository : runRepository;
  const queue = jobs.values();
  const worker = async (): Promise<void> => {
    for (const job of queue) {
      if (options.signal?.aborted)
        throw new CtxError('ABORTED', 'The run was cancelled; run it again to go on.');
      try {
        await run(job, record, options.signal);
      } catch (error) {
        if (options.signal?.aborted)
          throw new CtxError('ABORTED', 'The run was cancelled; run it again to go on.');
        if (!isCtxError(error)) throw error;
        say(`${job.mirror} is left out: ${error.message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, Math.max(1, jobs.length)) }, worker));
}
