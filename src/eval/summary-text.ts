import { atBudget } from './ranking-metrics.ts';
import type { Estimate } from './statistics.ts';
import type { Difference, EvalSummary, Grouping, SystemSummary } from './summarize.ts';
import { GROUPINGS } from './summarize.ts';

const RANKING = ['acc@1', 'acc@5', 'acc@10', 'recall@10', 'mrr', 'ndcg@10'];
const PACKED = [
  'file_recall',
  'edit_recall',
  'func_recall',
  'ctx_recall',
  'test_recall',
  'line_precision',
  'ctx_precision',
  'gold_share',
  'decoy',
  'decoy_stale',
  'decoy_legacy',
  'decoy_vendor',
  'decoy_share',
];
const GROUPED = ['acc@1', 'acc@5', 'acc@10', 'mrr', 'ndcg@10'];

/** The figures of a run as tables for a terminal; shares in per cent with their 95 % intervals. */
export function summaryText(summary: EvalSummary): string {
  const { tasks, repositories, systems, differences, budgets } = summary;
  const first = systems[0];
  if (first === undefined) return 'No system.';
  const main = budgets[Math.min(2, budgets.length - 1)] ?? 8_000;
  return [
    `${tasks} tasks of ${repositories} repositories; %, [95 % interval]`,
    ...systems.flatMap(absences),
    ...section(
      'Files ranked',
      systemsTable(systems, RANKING, (system) => system.overall),
    ),
    ...section(
      'Lines in a budget filled with the ranking',
      systemsTable(systems, fillingMetrics(budgets), (system) => system.overall),
    ),
    ...section(
      'Mean over repositories',
      systemsTable(systems, [...RANKING, `edit_recall${atBudget(main)}`], (system) => system.macro),
    ),
    ...section('Packs', packTable(first, budgets)),
    ...section(`Packs of all at ${main} tokens`, packedSystems(systems, main)),
    ...section('Further tokens of pack', marginalRows(first)),
    ...section('Milliseconds', latencyRows(first)),
    ...GROUPINGS.flatMap((by) => section(`By ${by}`, groupTable(first, by, main))),
    ...differences.flatMap((difference) => differenceSection(difference, budgets)),
  ].join('\n');
}

function absences({ name, missing, failed }: SystemSummary): readonly string[] {
  const parts = [missing > 0 ? `${missing} not answered` : '', failed > 0 ? `${failed} failed` : ''];
  const text = parts.filter((part) => part !== '').join(', ');
  return text === '' ? [] : [`${name}: ${text}`];
}

function section(title: string, rows: readonly string[]): readonly string[] {
  return rows.length === 0 ? [] : ['', title, ...rows];
}

function fillingMetrics(budgets: readonly number[]): readonly string[] {
  return budgets.flatMap((budget) => [`edit_recall${atBudget(budget)}`]);
}

function systemsTable(
  systems: readonly SystemSummary[],
  metrics: readonly string[],
  of: (system: SystemSummary) => Readonly<Record<string, Estimate>>,
): readonly string[] {
  return table([
    ['', ...metrics],
    ...systems.map((system) => [system.name, ...metrics.map((metric) => cell(of(system)[metric]))]),
  ]);
}

function packTable({ overall }: SystemSummary, budgets: readonly number[]): readonly string[] {
  const rows = PACKED.filter((metric) =>
    budgets.some((budget) => `pack_${metric}${atBudget(budget)}` in overall),
  );
  if (rows.length === 0) return [];
  return table([
    ['', ...budgets.map(atBudget)],
    ...rows.map((metric) => [
      metric,
      ...budgets.map((budget) => cell(overall[`pack_${metric}${atBudget(budget)}`])),
    ]),
    [
      'tokens used',
      ...budgets.map((budget) => overall[`pack_used${atBudget(budget)}`]?.mean.toFixed(0) ?? '-'),
    ],
  ]);
}

function packedSystems(systems: readonly SystemSummary[], budget: number): readonly string[] {
  const metrics = ['file_recall', 'edit_recall', 'func_recall', 'line_precision', 'gold_share'];
  const withPacks = systems.filter(({ overall }) => `pack_file_recall${atBudget(budget)}` in overall);
  if (withPacks.length < 2) return [];
  return table([
    ['', ...metrics],
    ...withPacks.map(({ name, overall }) => [
      name,
      ...metrics.map((metric) => cell(overall[`pack_${metric}${atBudget(budget)}`])),
    ]),
  ]);
}

function marginalRows({ marginal }: SystemSummary): readonly string[] {
  return marginal.map(
    ({ from, to, perThousand }) =>
      `  ${from} → ${to}: ${percent(perThousand)} points of edited lines per 1 000 tokens`,
  );
}

function latencyRows({ latency }: SystemSummary): readonly string[] {
  const rows = Object.entries(latency).map(([call, { p50, p95, p99 }]) => [
    call,
    ...[p50, p95, p99].map((value) => value.toFixed(1)),
  ]);
  return rows.length === 0 ? [] : table([['', 'p50', 'p95', 'p99'], ...rows]);
}

function groupTable({ groups }: SystemSummary, by: Grouping, budget: number): readonly string[] {
  const metrics = [...GROUPED, `edit_recall${atBudget(budget)}`, `pack_edit_recall${atBudget(budget)}`];
  return table([
    ['', 'n', ...metrics],
    ...groups[by].map(({ name, n, metrics: values }) => [
      name,
      String(n),
      ...metrics.map((metric) => percent(values[metric])),
    ]),
  ]);
}

function differenceSection(
  { first, minus, metrics }: Difference,
  budgets: readonly number[],
): readonly string[] {
  const names = [
    ...RANKING,
    ...fillingMetrics(budgets),
    ...budgets.map((budget) => `pack_edit_recall${atBudget(budget)}`),
  ];
  const shown = names.filter((name) => name in metrics);
  return section(
    `${first} minus ${minus}, task by task (points)`,
    table(shown.map((name) => [name, cell(metrics[name]), verdict(metrics[name])])),
  );
}

/** `+` or `-` where the interval is clear of zero. */
function verdict(estimate: Estimate | undefined): string {
  const [low, high] = estimate?.interval ?? [0, 0];
  return low > 0 ? '+' : high < 0 ? '-' : '';
}

function cell(estimate: Estimate | undefined): string {
  if (estimate === undefined) return '-';
  const { mean, interval } = estimate;
  return interval === null
    ? percent(mean)
    : `${percent(mean)} [${percent(interval[0])}, ${percent(interval[1])}]`;
}

function percent(share: number | undefined): string {
  return share === undefined ? '-' : (100 * share).toFixed(1);
}

/** Columns as wide as their widest cell, the first flush left. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<readonly number[]>(
    (known, row) => row.map((text, column) => Math.max(known[column] ?? 0, text.length)),
    [],
  );
  return rows.map((row) => {
    const cells = row.map((text, column) =>
      column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
    );
    return `  ${cells.join('  ')}`.trimEnd();
  });
}
