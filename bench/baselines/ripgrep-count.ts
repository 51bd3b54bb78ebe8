import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import type { SourceFile } from './commit-files.ts';
import { type BaselineAnswer, runBaseline } from './run-baseline.ts';
import { queryWords } from './words.ts';

const WINDOW = 40;
/** Words searched for: the longest of the task, which are the rarest in code. */
const WORDS = 30;
const SHORTEST = 4;

/** What an agent with a grep does: files by lines that match words of the task, then the windows of most matches. */
export function main(args: readonly string[]): Promise<number> {
  return runBaseline(args, ({ query }, files) => {
    const words = [...queryWords(query).keys()]
      .filter((word) => word.length >= SHORTEST)
      .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
      .slice(0, WORDS);
    const folder = mkdtempSync(join(tmpdir(), 'ripgrep-count-'));
    try {
      for (const file of files) write(folder, file);
      return rankMatches(matchingLines(folder, words), files);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function write(folder: string, { path, lines }: SourceFile): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), lines.join('\n'));
}

/** Numbers of matching lines by path. */
function matchingLines(folder: string, words: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  if (words.length === 0) return found;
  const flags = [
    '--no-config',
    '--no-ignore',
    '--hidden',
    '-n',
    '-i',
    '-F',
    '--no-heading',
    '--null',
    '--sort',
    'path',
  ];
  const patterns = words.flatMap((word) => ['-e', word]);
  const { stdout } = spawnSync(rgPath, [...flags, ...patterns, '--', '.'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  for (const row of stdout.split('\n')) {
    const [place = '', rest = ''] = row.split('\0', 2);
    const line = Number.parseInt(rest, 10);
    if (!Number.isInteger(line)) continue;
    const path = place.replace(/^\.\//, '');
    const lines = found.get(path);
    if (lines === undefined) found.set(path, [line]);
    else lines.push(line);
  }
  return found;
}

function rankMatches(
  matches: ReadonlyMap<string, readonly number[]>,
  files: readonly SourceFile[],
): BaselineAnswer {
  const lengths = new Map(files.map(({ path, lines }) => [path, lines.length]));
  const ordered = [...matches].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const ranked = ordered.map(([path, lines]) => {
    const start = densest(lines);
    return { path, start, end: Math.min(lengths.get(path) ?? start, start + WINDOW - 1) };
  });
  return { ranked, files: ordered.map(([path]) => path) };
}

/** First line of the window that holds most matches. */
function densest(lines: readonly number[]): number {
  let best = { start: 1, count: 0 };
  let first = 0;
  for (const [index, line] of lines.entries()) {
    while ((lines[first] ?? line) <= line - WINDOW) first++;
    const count = index - first + 1;
    if (count > best.count) best = { start: lines[first] ?? line, count };
  }
  return best.start;
}
