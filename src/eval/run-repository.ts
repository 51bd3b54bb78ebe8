import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, openContext, type Phase } from '../index.ts';
import { type Decoy, plantDecoys, removeDecoys } from './decoys.ts';
import type { EvalTask } from './eval-task.ts';
import type { Prediction } from './prediction.ts';
import { type FeatureRecord, runTask } from './run-task.ts';
import { BASE_VARIANT, type Variant } from './variants.ts';
import { type EvalWorkTree, findGitDirectory, openWorkTree } from './work-tree.ts';

/** Tasks of one repository that are still to be answered. Plain data: it goes to another process. */
export interface RepositoryJob {
  /** Folder of git directories. */
  readonly repos: string;
  /** Folder for the work tree and the index; kept for a next run. */
  readonly work: string;
  readonly mirror: string;
  readonly tasks: readonly {
    readonly task: EvalTask;
    /** Those without an answer. */
    readonly variants: readonly Variant[];
  }[];
  readonly packBudgets: readonly number[];
  readonly phase: Phase | null;
  readonly decoys: boolean;
  readonly features: boolean;
}

export type RepositoryEvent =
  | { readonly kind: 'answer'; readonly variant: string; readonly prediction: Prediction }
  | { readonly kind: 'features'; readonly record: FeatureRecord }
  | { readonly kind: 'note'; readonly text: string };

/**
 * Goes through the tasks of a repository in their order: check out, index what differs, ask. A task that cannot
 * be answered gives an empty prediction with the error. Fails with NOT_FOUND where there is no such repository.
 */
export async function runRepository(
  job: RepositoryJob,
  emit: (event: RepositoryEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  const folder = join(job.work, job.mirror);
  const tree = await openWorkTree(findGitDirectory(job.repos, job.mirror), join(folder, 'tree'));
  // Outside the tree: what is indexed is the commit and nothing else.
  const store = join(folder, 'index');
  let context: Context | null = null;
  try {
    for (const { task, variants } of job.tasks) {
      signal?.throwIfAborted();
      if (!(await tryCheckOut(tree, task, variants, emit))) continue;
      context ??= await openContext(tree.root, { env: { CTX_DIR: store }, force: true });
      await answerTask(context, tree, { job, task, variants, emit, ...(signal && { signal }) });
    }
  } finally {
    await context?.close();
    // Traces of answers that are recorded elsewhere.
    for (const tail of ['', '-wal', '-shm']) rmSync(join(store, `memory.db${tail}`), { force: true });
  }
}

type Emit = (event: RepositoryEvent) => void;

async function tryCheckOut(
  tree: EvalWorkTree,
  task: EvalTask,
  variants: readonly Variant[],
  emit: Emit,
): Promise<boolean> {
  try {
    const note = await tree.checkOut(task.baseCommit);
    if (note !== null) emit({ kind: 'note', text: `${task.repo}: ${note}` });
    return true;
  } catch (error) {
    for (const { name } of variants) emit(failureOf(task, name, error));
    return false;
  }
}

interface TaskRun {
  readonly job: RepositoryJob;
  readonly task: EvalTask;
  readonly variants: readonly Variant[];
  readonly emit: Emit;
  readonly signal?: AbortSignal;
}

async function answerTask(context: Context, tree: EvalWorkTree, run: TaskRun): Promise<void> {
  const { job, task, variants, emit, signal } = run;
  const decoys = job.decoys ? await plantDecoys(tree, task) : [];
  try {
    const { notes } = await context.index(signal ? { signal } : {});
    for (const text of notes) emit({ kind: 'note', text: `${task.repo}: ${text}` });
    for (const variant of variants) await answerVariant(context, run, variant, decoys);
  } catch (error) {
    signal?.throwIfAborted();
    for (const { name } of variants) emit(failureOf(task, name, error));
  } finally {
    removeDecoys(tree, decoys);
  }
}

async function answerVariant(
  context: Context,
  { job, task, emit, signal }: TaskRun,
  variant: Variant,
  decoys: readonly Decoy[],
): Promise<void> {
  try {
    const options = { ...job, features: job.features && variant.name === BASE_VARIANT };
    const { prediction, features } = await runTask(context, task, variant, options);
    const withDecoys = decoys.length > 0 ? { ...prediction, decoys } : prediction;
    emit({ kind: 'answer', variant: variant.name, prediction: withDecoys });
    if (features !== null) emit({ kind: 'features', record: features });
  } catch (error) {
    signal?.throwIfAborted();
    emit(failureOf(task, variant.name, error));
  }
}

function failureOf({ id }: EvalTask, variant: string, error: unknown): RepositoryEvent {
  const because = error instanceof Error ? error.message : String(error);
  return { kind: 'answer', variant, prediction: { id, ranked: [], files: [], error: because } };
}
