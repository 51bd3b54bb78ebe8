import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { estimate } from '../../src/eval/statistics.ts';
import { createStaticEmbed, type StaticEmbed } from '../../src/indexes/embedders/static.ts';
import { SIGNAL_RULES } from '../../src/rank/signals/registry.ts';

interface Task {
  readonly id: string;
  readonly repo: string;
  readonly mirror: string;
  readonly base_commit: string;
  readonly query: string;
  readonly gold_files: readonly string[];
}

interface Candidate {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly signals: Readonly<Record<string, number>>;
}

interface Features {
  readonly id: string;
  readonly repo: string;
  readonly weights: Readonly<Record<string, number>>;
  readonly candidates: readonly Candidate[];
}

/** NDCG@10 of one task for each multiple of the weight of `file-semantic`. */
type Curve = readonly number[];

const MULTIPLES = [0, 0.5, 0.75, 1, 1.5, 2, 3, 4];
const DEFAULT = MULTIPLES.indexOf(1);
/** As in the `semantic` signal: where no cosine is larger nothing is near. */
const WEAK = 0.25;

/**
 * Hashed sub-words against a trained table, on logged candidates: `TASKS.jsonl FEATURES.jsonl --repos DIR --table
 * FILE [--table FILE …]`. The candidates of `ctx eval retrieval --features` are embedded anew with either, their semantic signals take
 * the place of the logged ones, and the files are ranked again. One number is fitted, for both alike: the weight of
 * the signal, on the other repositories.
 */
export function main(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { repos: { type: 'string' }, table: { type: 'string', multiple: true } },
  });
  const [tasksFile, featuresFile] = positionals;
  const { repos, table } = values;
  if (tasksFile === undefined || featuresFile === undefined || repos === undefined || table === undefined) {
    console.error('usage: … compare-embedders.ts TASKS.jsonl FEATURES.jsonl --repos DIR --table FILE');
    return 2;
  }
  const tasks = new Map(readLines<Task>(tasksFile).map((task) => [task.id, task]));
  const embedders = [createStaticEmbed(), ...table.map((file) => createStaticEmbed({ table: file }))];
  const rows = readLines<Features>(featuresFile).flatMap((features) => {
    const task = tasks.get(features.id);
    if (task === undefined || features.candidates.length === 0) return [];
    const texts = candidateTexts(join(repos, task.mirror, 'repo'), task.base_commit, features.candidates);
    const curves = embedders.map((embed) => curveOf(task, features, texts, embed));
    return [{ repo: task.repo, logged: ndcgOf(task, features, loggedSemantic(features), 1), curves }];
  });
  const rowsOf = (embedder: number): readonly Row[] =>
    rows.map(({ repo, curves }) => ({ repo, curve: curves[embedder] ?? [] }));
  console.log(`${rows.length} tasks; logged ranking ${percent(rows.map(({ logged }) => logged))}`);
  for (const [i, file] of table.entries()) {
    console.log(`\n${file}`);
    report(rowsOf(0), rowsOf(i + 1));
  }
  return 0;
}

interface Row {
  readonly repo: string;
  readonly curve: Curve;
}

function report(hashed: readonly Row[], trained: readonly Row[]): void {
  const at = (rows: readonly Row[], i: number): number[] => rows.map(({ curve }) => curve[i] ?? 0);
  console.log('| weight × | hashed | trained | difference |\n|--:|--:|--:|--:|');
  for (const [i, multiple] of MULTIPLES.entries()) {
    const [a, b] = [at(hashed, i), at(trained, i)];
    console.log(`| ${multiple} | ${percent(a)} | ${percent(b)} | ${difference(a, b)} |`);
  }
  const none = at(hashed, 0);
  const [a, b] = [fitted(hashed), fitted(trained)];
  console.log(`| fitted | ${percent(a)} | ${percent(b)} | ${difference(a, b)} |`);
  console.log(`hashed over none: ${difference(none, a)}; trained over none: ${difference(none, b)}`);
  console.log(
    `default weight, trained over hashed: ${difference(at(hashed, DEFAULT), at(trained, DEFAULT))}`,
  );
}

/** Each task with the weight that is best for the tasks of the other repositories. */
function fitted(rows: readonly Row[]): number[] {
  return rows.map(({ repo, curve }) => {
    const others = rows.filter((row) => row.repo !== repo);
    const sums = MULTIPLES.map((_, i) => others.reduce((sum, row) => sum + (row.curve[i] ?? 0), 0));
    return curve[sums.indexOf(Math.max(...sums))] ?? 0;
  });
}

function percent(values: readonly number[]): string {
  return ((100 * values.reduce((sum, value) => sum + value, 0)) / values.length).toFixed(2);
}

function difference(a: readonly number[], b: readonly number[]): string {
  const { mean, interval } = estimate(b.map((value, i) => value - (a[i] ?? 0)));
  const [low = 0, high = 0] = interval ?? [];
  return `${(100 * mean).toFixed(2)} [${(100 * low).toFixed(2)}, ${(100 * high).toFixed(2)}]`;
}

function readLines<T>(file: string): readonly T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

/** Text of each candidate as it stands at the commit; '' where it cannot be read. */
function candidateTexts(
  repository: string,
  commit: string,
  candidates: readonly Candidate[],
): readonly string[] {
  const paths = [...new Set(candidates.map(({ path }) => path))];
  const output = execFileSync('git', ['-C', repository, 'cat-file', '--batch'], {
    input: paths.map((path) => `${commit}:${path}\n`).join(''),
    maxBuffer: 1 << 30,
  });
  const files = new Map<string, readonly string[]>();
  let at = 0;
  for (const path of paths) {
    const end = output.indexOf(10, at);
    const [, type, size = ''] = output.subarray(at, end).toString('utf8').split(' ');
    const length = type === 'blob' ? Number(size) : 0;
    if (type === 'blob') files.set(path, output.toString('utf8', end + 1, end + 1 + length).split('\n'));
    at = end + 1 + (type === 'blob' ? length + 1 : 0);
  }
  return candidates.map(({ path, start, end }) => (files.get(path) ?? []).slice(start - 1, end).join('\n'));
}

function curveOf(task: Task, features: Features, texts: readonly string[], embed: StaticEmbed): Curve {
  const query = embed(task.query);
  const cosines = texts.map((text) => {
    const vector = embed(text);
    return vector.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0);
  });
  const sorted = [...cosines].sort((a, b) => b - a);
  // As many candidates stay above the floor as did when they were logged: the chunks that were no candidates are not here.
  const nearest = features.candidates.filter(({ signals }) => (signals['semantic'] ?? 0) > 0).length;
  const floor = Math.max(0, sorted[nearest] ?? 0);
  const most = Math.max(WEAK, sorted[0] ?? 0);
  const byFile = new Map<string, number>();
  features.candidates.forEach(({ path }, i) => {
    const value = Math.min(1, Math.max(0, ((cosines[i] ?? 0) - floor) / most));
    byFile.set(path, Math.max(byFile.get(path) ?? 0, value));
  });
  return MULTIPLES.map((multiple) => ndcgOf(task, features, byFile, multiple));
}

function loggedSemantic({ candidates }: Features): ReadonlyMap<string, number> {
  return new Map(candidates.map(({ path, signals }) => [path, signals['file-semantic'] ?? 0]));
}

const FILE_SIGNALS = new Set<string>(
  Object.entries(SIGNAL_RULES).flatMap(([signal, { level }]) => (level === 'file' ? [signal] : [])),
);

/** NDCG@10 of the files, each with its largest file score. */
function ndcgOf(
  task: Task,
  { candidates, weights }: Features,
  semantic: ReadonlyMap<string, number>,
  multiple: number,
): number {
  const scores = new Map<string, number>();
  for (const { path, signals } of candidates) {
    let score = multiple * (weights['file-semantic'] ?? 0) * (semantic.get(path) ?? 0);
    for (const [signal, value] of Object.entries(signals))
      if (signal !== 'file-semantic' && (FILE_SIGNALS.has(signal) || signal.startsWith('file-')))
        score += (weights[signal] ?? 0) * value;
    scores.set(path, Math.max(scores.get(path) ?? Number.NEGATIVE_INFINITY, score));
  }
  const ranked = [...scores].sort(([p, a], [q, b]) => b - a || (p < q ? -1 : 1)).map(([path]) => path);
  const gold = new Set(task.gold_files);
  const gain = (ranks: readonly number[]): number =>
    ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
  const found = ranked.slice(0, 10).flatMap((path, rank) => (gold.has(path) ? [rank] : []));
  return gain(found) / gain(Array.from({ length: Math.min(10, gold.size) }, (_, rank) => rank));
}
