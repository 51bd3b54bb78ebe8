import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import type { EvalTask } from '../../src/eval/index.ts';
import type { SourceFile } from './commit-files.ts';
import { type BaselineAnswer, runBaseline } from './run-baseline.ts';
import { queryWords } from './words.ts';

const WINDOW = 40;
/** Words searched for: the longest of the task, which are the rarest in code. */
const WORDS = 30;
const SHORTEST = 4;

/** What an agent with a grep does: files by lines that match words of the task, then the windows of most matches. */
export function main(args: readonly string[]): Promise<number> {
  return runBaseline(args, () => {
    const written = writtenTexts();
    const answer = ({ query }: EvalTask, files: readonly SourceFile[]): BaselineAnswer => {
      const words = [...queryWords(query).keys()]
        .filter((word) => word.length >= SHORTEST)
        .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
        .slice(0, WORDS);
      const nameOf = written.update(files);
      const matches = matchingLines(written.folder, words);
      return rankMatches(files.map((file) => ({ ...file, matches: matches.get(nameOf(file)) ?? [] })));
    };
    return { answer, close: written.remove };
  });
}

interface WrittenTexts {
  readonly folder: string;
  /** Makes the folder hold the texts of these files and no others; gives their names in it. */
  readonly update: (files: readonly SourceFile[]) => (file: SourceFile) => string;
  readonly remove: () => void;
}

/** A folder with one file for each text: only what the task before had not is written. */
function writtenTexts(): WrittenTexts {
  const folder = mkdtempSync(join(tmpdir(), 'ripgrep-count-'));
  let names: ReadonlyMap<readonly string[], string> = new Map();
  let count = 0;
  const write = (lines: readonly string[]): string => {
    const name = String(count++);
    writeFileSync(join(folder, name), lines.join('\n'));
    return name;
  };
  return {
    folder,
    update: (files) => {
      const texts = new Set(files.map(({ lines }) => lines));
      for (const [lines, name] of names) if (!texts.has(lines)) rmSync(join(folder, name));
      names = new Map([...texts].map((lines) => [lines, names.get(lines) ?? write(lines)]));
      return ({ lines }) => names.get(lines) ?? '';
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Numbers of matching lines by name in the folder, ascending. */
function matchingLines(folder: string, words: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  if (words.length === 0) return found;
  const flags = ['--no-config', '--no-ignore', '--hidden', '-n', '-i', '-F', '--no-heading', '--null'];
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
    const name = place.replace(/^\.\//, '');
    const lines = found.get(name);
    if (lines === undefined) found.set(name, [line]);
    else lines.push(line);
  }
  return found;
}

function rankMatches(
  files: readonly (SourceFile & { readonly matches: readonly number[] })[],
): BaselineAnswer {
  const ordered = files
    .filter(({ matches }) => matches.length > 0)
    .sort((a, b) => b.matches.length - a.matches.length || (a.path < b.path ? -1 : 1));
  const ranked = ordered.map(({ path, lines, matches }) => {
    const start = densest(matches);
    return { path, start, end: Math.min(lines.length, start + WINDOW - 1) };
  });
  return { ranked, files: ordered.map(({ path }) => path) };
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
