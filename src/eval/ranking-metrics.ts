import type { EvalTask, FileSpan } from './eval-task.ts';
import { type Gold, goldOf } from './gold.ts';
import { countShared, coveredLines, type FileRanges, rangesByFile, totalLines } from './line-ranges.ts';
import type { Prediction, RankedSpan } from './prediction.ts';

/** Values by name, such as `acc@5` or `edit_recall@8k`; a metric that a task has no answer for is absent. */
export type Metrics = Readonly<Record<string, number>>;

/** Tokens of a line where a span does not say its own. */
const TOKENS_A_LINE = 11;
const RANKS = [1, 3, 5, 10, 20];

/** `@8k`, as metric names end. */
export function atBudget(budget: number): string {
  return `@${budget / 1000}k`;
}

/**
 * File ranking and what a budget filled with the ranked spans holds, for one task. A missing prediction scores
 * as an empty one. `acc@k` is LocAgent's: min(k, gold files) gold files among the first k; `full@k` asks for
 * all; `ndcg@10_chunk` is semble's, where positions are spans.
 */
export function rankingMetrics(
  task: EvalTask,
  prediction: Prediction | undefined,
  budgets: readonly number[],
): Metrics {
  const gold = goldOf(task);
  const ranked = prediction?.ranked ?? [];
  const files = prediction?.files ?? [...new Set(ranked.map(({ path }) => path))];
  return {
    ...fileMetrics(gold, files),
    'ndcg@10_chunk': chunkNdcg(task, ranked),
    ...Object.assign({}, ...budgets.map((budget) => budgetMetrics(gold, ranked, budget))),
  };
}

function fileMetrics(gold: Gold, files: readonly string[]): Metrics {
  const wanted = gold.files.size;
  const ranks = files.flatMap((file, index) => (gold.files.has(file) ? [index + 1] : []));
  const metrics: Record<string, number> = {};
  for (const k of RANKS) {
    const found = ranks.filter((rank) => rank <= k).length;
    metrics[`acc@${k}`] = found >= Math.min(k, wanted) ? 1 : 0;
    metrics[`full@${k}`] = found === wanted ? 1 : 0;
    metrics[`hit@${k}`] = found > 0 ? 1 : 0;
    metrics[`recall@${k}`] = found / wanted;
  }
  metrics['mrr'] = ranks[0] === undefined ? 0 : 1 / ranks[0];
  metrics['ndcg@10'] = ndcg(ranks, wanted);
  return metrics;
}

/** NDCG@10 of answers at these ranks, from 1 and ascending, of `wanted` answers. */
export function ndcg(ranks: readonly number[], wanted: number): number {
  const ideal = Array.from({ length: Math.min(10, wanted) }, (_, index) => index + 1);
  return discounted(ranks) / discounted(ideal);
}

function discounted(ranks: readonly number[]): number {
  return ranks.filter((rank) => rank <= 10).reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
}

/** The rank of a target is that of the first span that covers it. */
function chunkNdcg(task: EvalTask, ranked: readonly RankedSpan[]): number {
  const withLines = task.kind === 'query' && task.goldSpans.length === task.goldFiles.length;
  const targets: readonly (Pick<FileSpan, 'path'> & Partial<FileSpan>)[] = withLines
    ? task.goldSpans
    : [...new Set(task.goldFiles)].map((path) => ({ path }));
  const ranks = new Set<number>();
  for (const { path, start = 0, end = Number.POSITIVE_INFINITY } of targets) {
    const at = ranked.findIndex((span) => span.path === path && span.end >= start && span.start <= end);
    if (at >= 0) ranks.add(at + 1);
  }
  return ndcg([...ranks], targets.length);
}

// ─── at a budget ────────────────────────────────────────────────────────────────────────────────────────

interface FilledSpan extends FileSpan {
  readonly tokens: number;
}

/** Spans in order until the budget is full; the last one is cut by lines. */
function fill(
  ranked: readonly RankedSpan[],
  budget: number,
): { readonly spans: readonly FilledSpan[]; readonly used: number } {
  const spans: FilledSpan[] = [];
  let used = 0;
  for (const span of ranked) {
    if (used >= budget) break;
    const lines = span.end - span.start + 1;
    const tokens = span.tokens ?? Math.max(1, lines * TOKENS_A_LINE);
    const room = budget - used;
    if (tokens <= room) {
      spans.push({ ...span, tokens });
      used += tokens;
      continue;
    }
    const kept = Math.floor((lines * room) / tokens);
    if (kept >= 1) {
      spans.push({ path: span.path, start: span.start, end: span.start + kept - 1, tokens: room });
      used = budget;
    }
    break;
  }
  return { spans, used };
}

function budgetMetrics(gold: Gold, ranked: readonly RankedSpan[], budget: number): Metrics {
  const { spans, used } = fill(ranked, budget);
  const shown = rangesByFile(spans, ({ start, end }) => [start, end]);
  const lines = spans.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  const inFiles = spans.reduce((sum, { path, tokens }) => sum + (gold.files.has(path) ? tokens : 0), 0);
  const shareIn = (ranges: FileRanges): number => (used > 0 ? tokensIn(spans, ranges) / used : 0);
  const metrics: Metrics = {
    ...coverage(gold, shown),
    prec_file: used > 0 ? inFiles / used : 0,
    ...(gold.edits.length > 0 && { prec_func: shareIn(gold.functions) }),
    ...(gold.context !== null && { prec_ctx: shareIn(gold.context) }),
    used,
    redundancy: lines > 0 ? 1 - totalLines(shown) / lines : 0,
  };
  return suffixed(metrics, atBudget(budget));
}

function tokensIn(spans: readonly FilledSpan[], ranges: FileRanges): number {
  return spans.reduce((sum, { path, start, end, tokens }) => {
    const shared = countShared([[start, end]], ranges.get(path) ?? []);
    return sum + (tokens * shared) / (end - start + 1);
  }, 0);
}

/** Shares of the answer that the shown lines hold. */
export function coverage(gold: Gold, shown: FileRanges): Metrics {
  const { files, edits, edited, functions, context, tests } = gold;
  const hunks = edits.filter(
    ({ path, start, end }) => countShared([[start, end]], shown.get(path) ?? []) > 0,
  ).length;
  return {
    file_recall: [...files].filter((file) => shown.has(file)).length / files.size,
    ...(edits.length > 0 && {
      edit_recall: coveredLines(edited, shown) / totalLines(edited),
      func_recall: coveredLines(functions, shown) / totalLines(functions),
      hunk_hit: hunks / edits.length,
    }),
    ...(context !== null && { ctx_recall: coveredLines(context, shown) / totalLines(context) }),
    ...(tests.length > 0 && { test_recall: tests.filter((file) => shown.has(file)).length / tests.length }),
  };
}

export function suffixed(metrics: Metrics, suffix: string): Metrics {
  return Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name + suffix, value]));
}
