import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Task {
  readonly id: string;
  readonly mirror: string;
  readonly base_commit: string;
  readonly language: string;
  readonly query: string;
  readonly gold_files: readonly string[];
}

interface Run {
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
  readonly indexBytes: number;
  readonly packMs: number;
  readonly packTokens: number;
  readonly packed: readonly string[];
}

const CHILD = join(import.meta.dirname, 'first-run-child.mjs');

/**
 * A first run on real repositories: each is cloned at the commit of a task, indexed from nothing in a process of its
 * own, and the task's text is packed in 8 000 tokens. `TASKS.jsonl --repos DIR --ids ID,ID… --out FILE.md`.
 */
export function main(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { repos: { type: 'string' }, ids: { type: 'string' }, out: { type: 'string' } },
  });
  const [tasksFile] = positionals;
  const { repos, ids, out } = values;
  if (tasksFile === undefined || repos === undefined || ids === undefined || out === undefined) {
    console.error(
      'usage: node bench/run.mjs bench/first-run.ts TASKS.jsonl --repos DIR --ids ID,ID --out FILE.md',
    );
    return 2;
  }
  const tasks = readTasks(tasksFile, ids.split(','));
  const rows = tasks.map((task) => row(task, runTask(task, repos)));
  writeFileSync(out, `${[...heading(args), ...rows].join('\n')}\n`);
  return 0;
}

function readTasks(file: string, ids: readonly string[]): readonly Task[] {
  const all = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Task);
  return ids.map((id) => {
    const task = all.find((each) => each.id === id);
    if (task === undefined) throw new Error(`There is no task ${id}.`);
    return task;
  });
}

function runTask(task: Task, repos: string): Run {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-first-run-'));
  try {
    const git = (...words: string[]) => execFileSync('git', words, { stdio: 'ignore' });
    git('clone', '--quiet', '--shared', '--no-checkout', join(repos, task.mirror, 'repo'), folder);
    git('-C', folder, 'checkout', '--quiet', '--force', '--detach', task.base_commit);
    const output = execFileSync(process.execPath, [CHILD, folder], { input: task.query, maxBuffer: 1 << 26 });
    return JSON.parse(output.toString('utf8')) as Run;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function heading(args: readonly string[]): readonly string[] {
  const named = args.map((arg) =>
    arg.startsWith('/') || arg.startsWith('..') ? (arg.split('/').at(-1) ?? arg) : arg,
  );
  return [
    '# First run on real repositories',
    '',
    `\`node bench/run.mjs bench/first-run.ts ${named.join(' ')}\``,
    '',
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, 2 cores, load ${(loadavg()[0] ?? 0).toFixed(1)} at the start. Each tree is indexed from nothing; the pack has 8 000 tokens.`,
    '',
    '| repository | language | files | lines | seconds | CPU s | peak MB | index MB | index ÷ source | pack ms | fixed files in the pack |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|',
  ];
}

function row(task: Task, run: Run): string {
  const found = task.gold_files.filter((path) => run.packed.includes(path));
  const cells = [
    `${task.mirror.replace('+', '/')} (${task.id})`,
    task.language,
    run.files,
    run.lines,
    run.seconds.toFixed(1),
    run.cpuSeconds.toFixed(1),
    run.peakMb.toFixed(0),
    (run.indexBytes / 1e6).toFixed(1),
    (run.indexBytes / run.bytes).toFixed(2),
    run.packMs.toFixed(0),
    `${found.length} of ${task.gold_files.length}: ${found.join(', ') || 'none'}`,
  ];
  return `| ${cells.join(' | ')} |`;
}
