import { SIGNALS, type Weights } from '../../src/core/index.ts';
import { SIGNAL_RULES } from '../../src/rank/signals/registry.ts';
import type { Example } from './examples.ts';

/** What is maximised: each in [0, 1]. */
export interface Quality {
  /** All gold files among the first (as many as there are gold files, at most k). */
  readonly acc1: number;
  readonly acc5: number;
  readonly ndcg10: number;
  /** Edited lines in the first 8 000 tokens of the chunk ranking; null where the task marks no lines. */
  readonly edits8k: number | null;
}

const TOKENS_A_LINE = 11;
const BUDGET = 8_000;
/** Chunks of an answer, as `ctx eval` asks for them. */
const HITS = 60;
const LEAD = SIGNALS.indexOf('lead');
const SATURATION = SIGNALS.indexOf('saturation');
const BETTER_CHUNKS = 10;

const OF_FILE = SIGNALS.map((signal) => SIGNAL_RULES[signal].level === 'file');

/**
 * Ranks the candidates with other weights and scores the order. As in `reweigh`, with lead and saturation counted anew;
 * `relation` and `redundancy` stay as they were logged.
 */
export function rankExample(example: Example, weights: Weights): Quality {
  const { candidates, files, signals, fileOf } = example;
  const vector = SIGNALS.map((signal) => weights[signal] ?? 0);
  const scores = new Float64Array(candidates);
  const fileScores = new Float64Array(files).fill(Number.NEGATIVE_INFINITY);
  for (let row = 0; row < candidates; row++) {
    let score = 0;
    let fileScore = 0;
    for (let column = 0; column < vector.length; column++) {
      if (column === LEAD || column === SATURATION) continue;
      const part = (vector[column] as number) * (signals[row * vector.length + column] as number);
      score += part;
      if (OF_FILE[column] === true) fileScore += part;
    }
    scores[row] = score;
    const file = fileOf[row] as number;
    if (fileScore > (fileScores[file] as number)) fileScores[file] = fileScore;
  }
  const order = orderOf(fileScores);
  countWithinFiles(scores, example, order, {
    lead: vector[LEAD] as number,
    saturation: vector[SATURATION] as number,
  });
  return { ...fileQuality(example, order), edits8k: editsWithin(example, orderOf(scores)) };
}

function countWithinFiles(
  scores: Float64Array,
  { fileOf }: Example,
  filesInOrder: Int32Array,
  { lead, saturation }: Readonly<Record<'lead' | 'saturation', number>>,
): void {
  const ranks = new Int32Array(filesInOrder.length);
  for (const [index, file] of filesInOrder.entries()) ranks[file] = index + 1;
  const better = new Map<number, number>();
  for (const row of orderOf(scores)) {
    const file = fileOf[row] as number;
    const count = better.get(file) ?? 0;
    better.set(file, count + 1);
    const counted =
      count === 0 ? lead / (ranks[file] as number) : saturation * Math.min(1, count / BETTER_CHUNKS);
    scores[row] = (scores[row] as number) + counted;
  }
}

function orderOf(scores: Float64Array): Int32Array {
  return Int32Array.from(scores, (_, index) => index).sort(
    (a, b) => (scores[b] as number) - (scores[a] as number) || a - b,
  );
}

function fileQuality({ isGold, goldFiles }: Example, order: Int32Array): Omit<Quality, 'edits8k'> {
  const found = [...order.subarray(0, 10)].map((file) => isGold[file] as number);
  const within = (k: number): number => found.slice(0, k).reduce((sum, hit) => sum + hit, 0);
  const accuracy = (k: number): number => (within(k) >= Math.min(k, goldFiles) ? 1 : 0);
  let gain = 0;
  let ideal = 0;
  for (let rank = 0; rank < 10; rank++) {
    const discount = 1 / Math.log2(rank + 2);
    if (found[rank] === 1) gain += discount;
    if (rank < goldFiles) ideal += discount;
  }
  return { acc1: accuracy(1), acc5: accuracy(5), ndcg10: gain / ideal };
}

function editsWithin({ lines, edited, editedLines }: Example, order: Int32Array): number | null {
  if (editedLines === 0) return null;
  let used = 0;
  let shown = 0;
  for (const row of order.subarray(0, HITS)) {
    const tokens = (lines[row] as number) * TOKENS_A_LINE;
    const share = Math.min(1, (BUDGET - used) / tokens);
    shown += (edited[row] as number) * share;
    used += tokens;
    if (used >= BUDGET) break;
  }
  return shown / editedLines;
}
