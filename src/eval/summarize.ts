import { compareTexts, type EvalTask } from './eval-task.ts';
import { groupBy } from './group-by.ts';
import { packMetrics } from './pack-metrics.ts';
import type { Prediction } from './prediction.ts';
import { atBudget, type Metrics, rankingMetrics } from './ranking-metrics.ts';
import {
  type BootstrapOptions,
  DEFAULT_BOOTSTRAP,
  type Estimate,
  estimate,
  mean,
  quantile,
} from './statistics.ts';

/** Predictions of one system or of one variant of ctx. */
export interface EvalSystem {
  readonly name: string;
  readonly predictions: ReadonlyMap<string, Prediction>;
}

export const GROUPINGS = ['kind', 'language', 'repo'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface GroupRow {
  readonly name: string;
  readonly n: number;
  readonly metrics: Metrics;
}

export interface Latency {
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** What 1 000 further tokens of pack add to the share of edited lines, between two budgets. */
export interface MarginalGain {
  readonly from: number;
  readonly to: number;
  readonly perThousand: number;
}

export interface SystemSummary {
  readonly name: string;
  /** Tasks without a prediction, and with one that says why it failed. */
  readonly missing: number;
  readonly failed: number;
  readonly overall: Readonly<Record<string, Estimate>>;
  /** Mean over repositories of their means; intervals resample repositories. */
  readonly macro: Readonly<Record<string, Estimate>>;
  readonly groups: Readonly<Record<Grouping, readonly GroupRow[]>>;
  /** Milliseconds by call: `query`, `pack@8k`. */
  readonly latency: Readonly<Record<string, Latency>>;
  readonly marginal: readonly MarginalGain[];
}

export interface Difference {
  readonly first: string;
  readonly minus: string;
  /** Over all tasks: one without an answer scores as an empty answer. */
  readonly metrics: Readonly<Record<string, Estimate>>;
}

export interface EvalSummary {
  readonly schemaVersion: 1;
  readonly tasks: number;
  readonly repositories: number;
  readonly budgets: readonly number[];
  readonly systems: readonly SystemSummary[];
  /** The first system minus each other, task by task. */
  readonly differences: readonly Difference[];
}

interface ScoredTask {
  readonly task: EvalTask;
  readonly prediction: Prediction | undefined;
  readonly metrics: Metrics;
}

/** All figures of a run. Deterministic in its inputs but for latencies, which are as recorded. */
export function summarize(
  tasks: readonly EvalTask[],
  systems: readonly EvalSystem[],
  budgets: readonly number[],
  bootstrap: BootstrapOptions = DEFAULT_BOOTSTRAP,
): EvalSummary {
  const scored = systems.map((system) => ({ name: system.name, rows: scoreTasks(tasks, system, budgets) }));
  const [first, ...others] = scored;
  return {
    schemaVersion: 1,
    tasks: tasks.length,
    repositories: new Set(tasks.map(({ repo }) => repo)).size,
    budgets,
    systems: scored.map(({ name, rows }) => summarizeSystem(name, rows, budgets, bootstrap)),
    differences:
      first === undefined
        ? []
        : others.map((other) => ({
            first: first.name,
            minus: other.name,
            metrics: compare(first.rows, other.rows, bootstrap),
          })),
  };
}

function scoreTasks(
  tasks: readonly EvalTask[],
  { predictions }: EvalSystem,
  budgets: readonly number[],
): readonly ScoredTask[] {
  return tasks.map((task) => {
    const prediction = predictions.get(task.id);
    const metrics = { ...rankingMetrics(task, prediction, budgets), ...packMetrics(task, prediction) };
    return { task, prediction, metrics };
  });
}

function summarizeSystem(
  name: string,
  rows: readonly ScoredTask[],
  budgets: readonly number[],
  bootstrap: BootstrapOptions,
): SystemSummary {
  const overall = estimates(rows, bootstrap);
  const repositories = grouped(rows, 'repo').map(([, group]) => ({ metrics: means(group) }));
  return {
    name,
    missing: rows.filter(({ prediction }) => prediction === undefined).length,
    failed: rows.filter(({ prediction }) => prediction?.error !== undefined).length,
    overall,
    macro: estimates(repositories, bootstrap),
    groups: {
      kind: groupRows(rows, 'kind'),
      language: groupRows(rows, 'language'),
      repo: groupRows(rows, 'repo'),
    },
    latency: latencies(rows),
    marginal: marginalGains(overall, budgets),
  };
}

type WithMetrics = Pick<ScoredTask, 'metrics'>;

function metricNames(rows: readonly WithMetrics[]): readonly string[] {
  return [...new Set(rows.flatMap(({ metrics }) => Object.keys(metrics)))];
}

function valuesOf(rows: readonly WithMetrics[], name: string): readonly number[] {
  return rows.flatMap(({ metrics }) => metrics[name] ?? []);
}

function estimates(
  rows: readonly WithMetrics[],
  bootstrap: BootstrapOptions,
): Readonly<Record<string, Estimate>> {
  return Object.fromEntries(
    metricNames(rows).map((name) => [name, estimate(valuesOf(rows, name), bootstrap)]),
  );
}

function means(rows: readonly WithMetrics[]): Metrics {
  return Object.fromEntries(metricNames(rows).map((name) => [name, mean(valuesOf(rows, name))]));
}

function grouped(
  rows: readonly ScoredTask[],
  by: Grouping,
): readonly (readonly [string, readonly ScoredTask[]])[] {
  return [...groupBy(rows, ({ task }) => task[by])].sort(
    ([a, x], [b, y]) => y.length - x.length || compareTexts(a, b),
  );
}

function groupRows(rows: readonly ScoredTask[], by: Grouping): readonly GroupRow[] {
  return grouped(rows, by).map(([name, group]) => ({ name, n: group.length, metrics: means(group) }));
}

function compare(
  first: readonly ScoredTask[],
  other: readonly ScoredTask[],
  bootstrap: BootstrapOptions,
): Readonly<Record<string, Estimate>> {
  const pairs = first.map(({ metrics }, index) => ({
    metrics: differenceOf(metrics, other[index]?.metrics ?? {}),
  }));
  return estimates(pairs, bootstrap);
}

function differenceOf(first: Metrics, other: Metrics): Metrics {
  return Object.fromEntries(
    Object.entries(first).flatMap(([name, value]) => {
      const minus = other[name];
      return minus === undefined ? [] : [[name, value - minus]];
    }),
  );
}

function latencies(rows: readonly ScoredTask[]): Readonly<Record<string, Latency>> {
  const calls = new Map<string, number[]>();
  const add = (call: string, milliseconds: number | undefined): void => {
    if (milliseconds === undefined) return;
    calls.set(call, [...(calls.get(call) ?? []), milliseconds]);
  };
  for (const { prediction } of rows) {
    add('query', prediction?.ms);
    for (const { budget, milliseconds } of prediction?.packs ?? [])
      add(`pack${atBudget(budget)}`, milliseconds);
  }
  return Object.fromEntries([...calls].map(([call, values]) => [call, latencyOf(values)]));
}

function latencyOf(values: readonly number[]): Latency {
  const at = (share: number): number => Math.round(quantile(values, share) * 10) / 10;
  return { n: values.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function marginalGains(
  overall: Readonly<Record<string, Estimate>>,
  budgets: readonly number[],
): readonly MarginalGain[] {
  const at = (metric: string, budget: number): number | null =>
    budget === 0 ? 0 : (overall[`pack_${metric}${atBudget(budget)}`]?.mean ?? null);
  return budgets.flatMap((to, index) => {
    const from = index === 0 ? 0 : (budgets[index - 1] ?? 0);
    const [before, after] = [at('edit_recall', from), at('edit_recall', to)];
    const [usedBefore, usedAfter] = [at('used', from), at('used', to)];
    if (before === null || after === null || usedBefore === null || usedAfter === null) return [];
    const tokens = usedAfter - usedBefore;
    return tokens > 0 ? [{ from, to, perThousand: (1_000 * (after - before)) / tokens }] : [];
  });
}
