/** Tokens that an agent is sent before it has seen the files of a fix: one pack, or rg and whole files. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from './client.ts';
import { ripgrep } from './ripgrep.ts';

export interface Task {
  readonly id: string;
  readonly mirror: string;
  readonly base_commit: string;
  readonly query: string;
  readonly gold_files: readonly string[];
}

export interface TaskRow {
  readonly task: Task;
  readonly pack: Seen;
  readonly grep: Seen;
}

interface Seen {
  readonly tokens: number;
  readonly gold: number;
}

export type Count = (text: string) => number;

const BUDGET = 5_000;
const FILES = 5;
const LINES = 200;
const TERMS = 12;

export async function measureTask({ call }: Server, cwd: string, task: Task, count: Count): Promise<TaskRow> {
  execFileSync('git', ['checkout', '-q', '-f', task.base_commit], { cwd });
  const pack = await call('pack_context', { task: task.query.slice(0, 100_000), budget: BUDGET });
  const places = (pack.data['places'] ?? []) as readonly { readonly path: string }[];
  const packed = new Set(places.map(({ path }) => path));
  const gold = (paths: ReadonlySet<string>): number =>
    task.gold_files.filter((path) => paths.has(path)).length;
  const { tokens, files } = grepAndRead(cwd, task.query, count);
  return {
    task,
    pack: { tokens: pack.tokens, gold: gold(packed) },
    grep: { tokens, gold: gold(new Set(files)) },
  };
}

/** The longest words of the task are looked for; the files with most of them are read whole. */
function grepAndRead(cwd: string, query: string, count: Count) {
  const words = [...new Set(query.match(/[A-Za-z_][A-Za-z0-9_]{3,}/g) ?? [])]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .slice(0, TERMS);
  const found = new Map<string, Set<string>>();
  const shown: string[] = [];
  for (const word of words) {
    for (const line of ripgrep(cwd, ['-i', '-F', '--sort=path', '-e', word]).split('\n').slice(0, -1)) {
      const path = line.slice(2, line.indexOf(':'));
      found.set(path, (found.get(path) ?? new Set()).add(word));
      if (shown.length < LINES) shown.push(line.slice(0, 300));
    }
  }
  const files = [...found]
    .sort(([a, mine], [b, other]) => other.size - mine.size || (a < b ? -1 : 1))
    .slice(0, FILES)
    .map(([path]) => path);
  const texts = files.map((path) => readFileSync(join(cwd, path), 'utf8'));
  return { files, tokens: count([...shown, ...texts].join('\n')) };
}

export function tokenTable(rows: readonly TaskRow[]): string {
  const total = (pick: (row: TaskRow) => number): number => rows.reduce((sum, row) => sum + pick(row), 0);
  const gold = total(({ task }) => task.gold_files.length);
  const mean = (pick: (row: TaskRow) => number): number => Math.round(total(pick) / rows.length);
  const hit = (pick: (row: TaskRow) => number): number => rows.filter((row) => pick(row) > 0).length;
  return [
    `| task | files of the fix | pack_context: tokens | seen | rg + ${FILES} whole files: tokens | seen |`,
    '|---|--:|--:|--:|--:|--:|',
    ...rows.map(
      ({ task, pack, grep }) =>
        `| ${task.id} | ${task.gold_files.length} | ${pack.tokens} | ${pack.gold} | ${grep.tokens} | ${grep.gold} |`,
    ),
    `| **mean tokens; files seen** | ${gold} | ${mean((row) => row.pack.tokens)} | ${total((row) => row.pack.gold)} | ${mean((row) => row.grep.tokens)} | ${total((row) => row.grep.gold)} |`,
    `| **tasks with a file of the fix** | ${rows.length} | | ${hit((row) => row.pack.gold)} | | ${hit((row) => row.grep.gold)} |`,
  ].join('\n');
}
