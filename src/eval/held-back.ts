import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, type CtxConfig, type HeldBackCommit, openContext, type Training } from '../index.ts';
import { ndcg } from './ranking-metrics.ts';
import { type Estimate, estimate, mean } from './statistics.ts';

export interface HeldBackComparison {
  readonly commits: number;
  /** Mean NDCG@10 of the files that a commit changed, asked for by its subject. */
  readonly untrained: number;
  readonly trained: number;
  readonly difference: Estimate;
  /** The interval of the difference lies above zero. */
  readonly helped: boolean;
}

export interface HeldBackOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

const HITS = 60;

/**
 * Asks the repository for the files of held-back commits with either embedder, over an index of its own without
 * history: that would hold the questions.
 */
export async function compareOnHeldBack(
  root: string,
  { heldBack, embedders }: Training,
  { env, signal }: HeldBackOptions,
): Promise<HeldBackComparison> {
  const store = mkdtempSync(join(tmpdir(), 'ctx-train-'));
  const measure = async (embedder: CtxConfig['embedder']): Promise<readonly number[]> => {
    const config = { embedder, historyLimit: 0 };
    await using context = await openContext(root, { env: { ...env, CTX_DIR: store }, force: true, config });
    await context.index(signal ? { signal } : {});
    return await scoresOf(context, heldBack, signal);
  };
  try {
    const untrained = await measure(embedders.untrained);
    const trained = await measure(embedders.trained);
    return comparisonOf(untrained, trained);
  } finally {
    rmSync(store, { recursive: true, force: true });
  }
}

function comparisonOf(untrained: readonly number[], trained: readonly number[]): HeldBackComparison {
  const difference = estimate(trained.map((value, i) => value - (untrained[i] ?? 0)));
  return {
    commits: untrained.length,
    untrained: mean(untrained),
    trained: mean(trained),
    difference,
    helped: difference.interval !== null && difference.interval[0] > 0,
  };
}

async function scoresOf(
  context: Context,
  commits: readonly HeldBackCommit[],
  signal: AbortSignal | undefined,
): Promise<readonly number[]> {
  const scores: number[] = [];
  for (const { subject, paths } of commits) {
    signal?.throwIfAborted();
    const wanted = new Set(paths);
    const { files } = await context.query(subject, { freshness: 'stored', limit: HITS });
    const ranks = files.flatMap(({ path }, i) => (wanted.has(path) ? [i + 1] : []));
    scores.push(ndcg(ranks, wanted.size));
  }
  return scores;
}
