import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type EvalTask,
  findGitDirectory,
  type Prediction,
  parseTasks,
  type RankedSpan,
  selectTasks,
} from '../../src/eval/index.ts';
import { type SourceFile, sourceFiles } from './commit-files.ts';

export interface BaselineAnswer {
  /** Best first. */
  readonly ranked: readonly RankedSpan[];
  /** Best first; by first appearance in `ranked` where absent. */
  readonly files?: readonly string[];
}

export type Baseline = (
  task: EvalTask,
  files: readonly SourceFile[],
) => BaselineAnswer | Promise<BaselineAnswer>;

/** Spans kept of a ranking. */
const KEPT = 200;

const USAGE = 'usage: TASKS.jsonl --repos DIR --out FILE [--tests drop] [--limit N] [--where key=value]';

/** Answers the tasks of a file one after the other and writes the predictions in its order. */
export async function runBaseline(args: readonly string[], baseline: Baseline): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      repos: { type: 'string' },
      out: { type: 'string' },
      tests: { type: 'string', default: 'keep' },
      limit: { type: 'string' },
      where: { type: 'string', multiple: true, default: [] },
    },
  });
  const [file] = positionals;
  const { repos, out, tests, limit, where } = values;
  if (file === undefined || repos === undefined || out === undefined) {
    console.error(USAGE);
    return 2;
  }
  const filter = { where, kinds: [], limit: limit === undefined ? null : Number(limit) };
  const tasks = selectTasks(parseTasks(readFileSync(file, 'utf8'), file), filter);
  const lines: string[] = [];
  for (const task of tasks) {
    lines.push(`${JSON.stringify(await answer(task, repos, tests !== 'drop', baseline))}\n`);
    console.error(`${lines.length}/${tasks.length} ${task.id}`);
  }
  writeFileSync(out, lines.join(''));
  return 0;
}

async function answer(
  task: EvalTask,
  repos: string,
  withTests: boolean,
  baseline: Baseline,
): Promise<Prediction> {
  try {
    const { root, mirror, baseCommit } = task;
    const files = await sourceFiles(findGitDirectory(repos, mirror), baseCommit, { root, withTests });
    const startedAt = performance.now();
    const { ranked, ...rest } = await baseline(task, files);
    const spans = ranked.slice(0, KEPT).map(({ path, start, end }) => ({ path, start, end }));
    return { id: task.id, ranked: spans, ...rest, ms: Math.round(performance.now() - startedAt) };
  } catch (error) {
    return { id: task.id, ranked: [], error: error instanceof Error ? error.message : String(error) };
  }
}
