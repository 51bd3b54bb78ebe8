import { DECOY_KINDS, type Decoy, type DecoyKind } from './decoys.ts';
import type { EvalTask } from './eval-task.ts';
import { goldOf } from './gold.ts';
import { coveredLines, rangesByFile, totalLines } from './line-ranges.ts';
import type { PackPrediction, Prediction } from './prediction.ts';
import { atBudget, coverage, type Metrics, suffixed } from './ranking-metrics.ts';

/**
 * What the packs of one task hold, by budget: `pack_edit_recall@8k` and the other shares of the answer;
 * `pack_gold_share` tokens in gold files over all tokens of the pack, headings and texts of no file included;
 * `pack_line_precision` shown lines in the edited functions over shown lines, `pack_ctx_precision` the same for
 * what people marked; `pack_decoy` 1 where a planted copy got in (`pack_decoy_stale` and so on by kind), `pack_decoy_share` its part
 * of the tokens.
 */
export function packMetrics(task: EvalTask, prediction: Prediction | undefined): Metrics {
  const decoys = prediction?.decoys ?? [];
  const all = (prediction?.packs ?? []).map((pack) => onePack(task, pack, decoys));
  return Object.assign({}, ...all);
}

function onePack(task: EvalTask, pack: PackPrediction, decoys: readonly Decoy[]): Metrics {
  const gold = goldOf(task);
  const spans = pack.snippets.flatMap(({ path, lines }) =>
    path === null ? [] : lines.map(([start, end]) => ({ path, start, end })),
  );
  const shown = rangesByFile(spans, ({ start, end }) => [start, end]);
  const lines = totalLines(shown);
  const metrics: Metrics = {
    ...coverage(gold, shown),
    gold_share: shareIn(pack, gold.files),
    ...(gold.edits.length > 0 && {
      line_precision: lines > 0 ? coveredLines(gold.functions, shown) / lines : 0,
    }),
    ...(gold.context !== null && {
      ctx_precision: lines > 0 ? coveredLines(gold.context, shown) / lines : 0,
    }),
    ...pollution(pack, decoys),
    used: pack.tokens,
  };
  return Object.fromEntries(
    Object.entries(suffixed(metrics, atBudget(pack.budget))).map(([name, value]) => [`pack_${name}`, value]),
  );
}

function pollution(pack: PackPrediction, decoys: readonly Decoy[]): Metrics {
  if (decoys.length === 0) return {};
  const pathsOf = (kinds: readonly DecoyKind[]): ReadonlySet<string> =>
    new Set(decoys.flatMap(({ path, kind }) => (kinds.includes(kind) ? [path] : [])));
  const gotIn = (kinds: readonly DecoyKind[]): number => (tokensIn(pack, pathsOf(kinds)) > 0 ? 1 : 0);
  return {
    decoy: gotIn(DECOY_KINDS),
    ...Object.fromEntries(DECOY_KINDS.map((kind) => [`decoy_${kind}`, gotIn([kind])])),
    decoy_share: shareIn(pack, pathsOf(DECOY_KINDS)),
  };
}

/** Of the pack's tokens; 0 of a pack that could hold nothing. */
function shareIn(pack: PackPrediction, paths: ReadonlySet<string>): number {
  return pack.tokens > 0 ? tokensIn(pack, paths) / pack.tokens : 0;
}

function tokensIn({ snippets }: PackPrediction, paths: ReadonlySet<string>): number {
  return snippets.reduce((sum, { path, tokens }) => sum + (path !== null && paths.has(path) ? tokens : 0), 0);
}
