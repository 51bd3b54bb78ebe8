import { readFileSync } from 'node:fs';
import { PHASES, type Phase, QUERY_KINDS, type QueryKind, SIGNALS } from '../../src/core/index.ts';
import { type EvalTask, goldOf, parseTasks } from '../../src/eval/index.ts';

/** One task with the logged signals of its candidates, in typed arrays: ranking it anew costs microseconds. */
export interface Example {
  readonly id: string;
  readonly repo: string;
  readonly queryKind: QueryKind;
  readonly phase: Phase;
  readonly candidates: number;
  readonly files: number;
  /** candidates × SIGNALS, row by row. */
  readonly signals: Float64Array;
  /** Index of each candidate's file. */
  readonly fileOf: Int32Array;
  /** Lines of each candidate; what a budget is filled with. */
  readonly lines: Int32Array;
  /** Edited lines in each candidate; chunks of a file never overlap. */
  readonly edited: Int32Array;
  /** 1 for the files that the fix edits. */
  readonly isGold: Uint8Array;
  /** Files and lines of the answer, also those that no candidate stands for. */
  readonly goldFiles: number;
  readonly editedLines: number;
}

interface FeatureLine {
  readonly id: string;
  readonly repo: string;
  readonly queryKind: QueryKind;
  readonly phase: Phase;
  readonly candidates: readonly {
    readonly path: string;
    readonly start: number;
    readonly end: number;
    readonly signals: Readonly<Record<string, number>>;
  }[];
}

/** Reads the JSONL of `ctx eval retrieval --features` beside its tasks; lines of unknown tasks are left out. */
export function readExamples(
  featureFiles: readonly string[],
  taskFiles: readonly string[],
): readonly Example[] {
  const lists = taskFiles.map((file) => parseTasks(readFileSync(file, 'utf8'), file));
  const tasks = new Map(lists.flat().map((task) => [task.id, task]));
  const examples = new Map<string, Example>();
  for (const line of featureFiles.flatMap((file) => readFileSync(file, 'utf8').split('\n'))) {
    if (line === '') continue;
    const features = JSON.parse(line) as FeatureLine;
    const task = tasks.get(features.id);
    if (task !== undefined) examples.set(features.id, exampleOf(features, task));
  }
  return [...examples.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function exampleOf({ id, repo, queryKind, phase, candidates }: FeatureLine, task: EvalTask): Example {
  if (!QUERY_KINDS.includes(queryKind) || !PHASES.includes(phase))
    throw new Error(`${id}: features without queryKind and phase; log them again.`);
  const gold = goldOf(task);
  const paths = [...new Set(candidates.map(({ path }) => path))].sort();
  const indexOf = new Map(paths.map((path, index) => [path, index]));
  const signals = new Float64Array(candidates.length * SIGNALS.length);
  for (const [row, candidate] of candidates.entries())
    for (const [column, signal] of SIGNALS.entries())
      signals[row * SIGNALS.length + column] = candidate.signals[signal] ?? 0;
  return {
    id,
    repo,
    queryKind,
    phase,
    candidates: candidates.length,
    files: paths.length,
    signals,
    fileOf: Int32Array.from(candidates, ({ path }) => indexOf.get(path) ?? 0),
    lines: Int32Array.from(candidates, ({ start, end }) => end - start + 1),
    edited: Int32Array.from(candidates, ({ path, start, end }) =>
      linesShared(gold.edited.get(path) ?? [], start, end),
    ),
    isGold: Uint8Array.from(paths, (path) => (gold.files.has(path) ? 1 : 0)),
    goldFiles: gold.files.size,
    editedLines: [...gold.edited.values()].flat().reduce((sum, [start, end]) => sum + end - start + 1, 0),
  };
}

function linesShared(ranges: readonly (readonly [number, number])[], start: number, end: number): number {
  return ranges.reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start) + 1),
    0,
  );
}
