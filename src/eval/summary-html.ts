import { barPlot, escapeHtml, type Line, linePlot } from './plots.ts';
import { atBudget } from './ranking-metrics.ts';
import type { EvalSummary, GroupRow, SystemSummary } from './summarize.ts';
import { summaryText } from './summary-text.ts';

const BARS = ['acc@1', 'acc@5', 'ndcg@10'];

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:1100px;padding:0 1rem;color:#0f172a}
figure{display:inline-block;margin:0 1rem 1.5rem 0}figcaption{font-weight:600;margin-bottom:.3rem}
svg text{font:12px system-ui,sans-serif;fill:#334155}pre{overflow-x:auto;background:#f8fafc;padding:1rem}`;

/** One HTML page with plots and the tables; it needs nothing from outside, and no script runs in it. */
export function summaryHtml(summary: EvalSummary, title: string): string {
  const { systems, tasks, repositories } = summary;
  const first = systems[0];
  const plots = [
    ...BARS.map((metric) => barPlot(`${metric}, %`, barsOf(systems, metric))),
    ...budgetPlots(summary),
    ...(first === undefined ? [] : groupPlots(first)),
    ...(first === undefined ? [] : latencyPlots(first)),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>
<p>${tasks} tasks of ${repositories} repositories. Whiskers are 95 % bootstrap intervals.</p>
${plots.join('\n')}
<h2>Tables</h2>
<pre>${escapeHtml(summaryText(summary))}</pre>
</body></html>
`;
}

function barsOf(systems: readonly SystemSummary[], metric: string) {
  return systems.flatMap(({ name, overall }) => {
    const estimate = overall[metric];
    return estimate === undefined ? [] : [{ label: name, value: estimate.mean, interval: estimate.interval }];
  });
}

function budgetPlots({ systems, budgets }: EvalSummary): readonly string[] {
  const plots = [
    { title: 'Edited lines in a budget filled with the ranking, %', metric: 'edit_recall' },
    { title: 'Edited lines in the pack, %', metric: 'pack_edit_recall' },
    { title: 'Tokens of the pack in gold files, %', metric: 'pack_gold_share' },
    { title: 'Packs with a planted copy, %', metric: 'pack_decoy' },
  ];
  return plots.flatMap(({ title, metric }) => {
    const lines = systems.flatMap(({ name, overall }): readonly Line[] => {
      const points = budgets.flatMap((budget) => {
        const estimate = overall[`${metric}${atBudget(budget)}`];
        return estimate === undefined ? [] : [[budget, estimate.mean] as const];
      });
      return points.length === 0 ? [] : [{ label: name, points }];
    });
    return lines.length === 0 ? [] : [linePlot(title, lines, 'tokens')];
  });
}

function groupPlots({ name, groups }: SystemSummary): readonly string[] {
  const bars = (rows: readonly GroupRow[]) =>
    rows.map((row) => ({
      label: `${row.name} (${row.n})`,
      value: row.metrics['ndcg@10'] ?? 0,
      interval: null,
    }));
  return [
    barPlot(`ndcg@10 of ${name} by kind, %`, bars(groups.kind)),
    barPlot(`ndcg@10 of ${name} by language, %`, bars(groups.language)),
    barPlot(`ndcg@10 of ${name} by repository, %`, bars(groups.repo)),
  ];
}

function latencyPlots({ name, latency }: SystemSummary): readonly string[] {
  const rows = Object.entries(latency);
  const longest = Math.max(1, ...rows.map(([, { p99 }]) => p99));
  if (rows.length === 0) return [];
  const bars = rows.map(([call, { p50, p95, p99 }]) => ({
    label: `${call}: p50 ${p50} ms`,
    value: p50 / longest,
    interval: [p50 / longest, p95 / longest] as const,
    p99,
  }));
  return [barPlot(`Latency of ${name}: p50, whisker to p95, in % of ${longest} ms`, bars)];
}
