import { performance } from 'node:perf_hooks';
import { type Context, type FileFilter, isCtxError, type Pack, type Phase, type Task } from '../index.ts';
import { type EvalTask, spanOf } from './eval-task.ts';
import type { PackPrediction, Prediction } from './prediction.ts';
import type { Variant } from './variants.ts';

/** Hits asked of a query: enough to fill the largest budget in use. */
const HITS = 60;

export interface TaskOptions {
  /** Of packs; none are made without. */
  readonly packBudgets: readonly number[];
  /** null: `debug` for lists of failing tests, else `explore`. */
  readonly phase: Phase | null;
  /** Logs the signals of every candidate of the query. */
  readonly features: boolean;
}

/** The signals of every candidate of one query: what weights are learned from. */
export interface FeatureRecord {
  readonly id: string;
  readonly repo: string;
  /** As the engine understood the text. */
  readonly queryKind: string;
  readonly phase: Phase;
  readonly weights: Readonly<Record<string, number>>;
  readonly candidates: readonly {
    readonly path: string;
    readonly start: number;
    readonly end: number;
    readonly signals: Readonly<Record<string, number>>;
  }[];
}

export interface TaskAnswer {
  readonly prediction: Prediction;
  readonly features: FeatureRecord | null;
}

/** Asks an indexed context for the places and the packs of one task. */
export async function runTask(
  context: Context,
  task: EvalTask,
  variant: Variant,
  options: TaskOptions,
): Promise<TaskAnswer> {
  const asked = askedOf(task);
  const phase = options.phase ?? (task.kind === 'failure' ? 'debug' : 'explore');
  const base = { ...filterOf(task), weights: variant.weights, freshness: 'stored' } as const;
  const startedAt = performance.now();
  const answer = await context.query(asked, { ...base, phase, limit: HITS });
  const ms = since(startedAt);
  const packs: PackPrediction[] = [];
  for (const budget of options.packBudgets) {
    const packedAt = performance.now();
    const pack = await packWithin(() => context.pack(asked, phase, { ...base, budget }));
    packs.push(pack === null ? emptyPack(budget, since(packedAt)) : packOf(pack, since(packedAt)));
  }
  const prediction: Prediction = {
    id: task.id,
    ranked: answer.hits.map((hit) => spanOf(hit.path, hit)),
    files: answer.files.map(({ path }) => path),
    ms,
    packs,
  };
  const features =
    options.features && answer.traceId !== null
      ? await featuresOf(context, task, phase, answer.traceId)
      : null;
  return { prediction, features };
}

/** null where not even the goal has room: an answer as well, with nothing in it. */
async function packWithin(make: () => Promise<Pack>): Promise<Pack | null> {
  try {
    return await make();
  } catch (error) {
    if (!isCtxError(error, 'BUDGET_TOO_SMALL')) throw error;
    return null;
  }
}

function emptyPack(budget: number, milliseconds: number): PackPrediction {
  return { budget, tokens: 0, milliseconds, matched: false, snippets: [] };
}

/** A list of failing tests is what failed; every other text is a goal. */
function askedOf({ kind, query }: EvalTask): Task {
  if (kind !== 'failure') return { goal: query };
  const [goal = '', ...rest] = query.split('\n');
  return rest.length === 0 ? { goal, failures: query } : { goal, failures: rest.join('\n') };
}

function filterOf({ root }: EvalTask): FileFilter {
  return root === '' ? {} : { include: [`/${root}/**`] };
}

function packOf({ budget, tokens, matched, snippets }: Pack, milliseconds: number): PackPrediction {
  return {
    budget,
    tokens,
    milliseconds,
    matched,
    snippets: snippets.map((snippet) => ({
      path: snippet.path,
      role: snippet.role,
      detail: snippet.detail,
      tokens: snippet.tokens,
      lines: snippet.spans.map(({ startLine, endLine }) => [startLine, endLine] as const),
    })),
  };
}

async function featuresOf(
  context: Context,
  { id, repo }: EvalTask,
  phase: Phase,
  traceId: string,
): Promise<FeatureRecord> {
  const { candidates, query, weights } = await context.trace(traceId);
  return {
    id,
    repo,
    queryKind: query.kind,
    phase,
    weights,
    candidates: candidates.map(({ path, span, signals }) => ({
      ...spanOf(path, span),
      signals: Object.fromEntries(Object.entries(signals).filter(([, value]) => value !== 0)),
    })),
  };
}

function since(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}
