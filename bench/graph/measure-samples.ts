import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { SampleLine } from './sample.ts';

const USAGE = 'usage: SAMPLE.jsonl … [--out FILE]';

/** Precision of judged samples, each with its 95 % Wilson interval; and of calls left open, what they lack. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { out: { type: 'string', default: 'bench/results/graph-samples.md' } },
  });
  if (positionals.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const text = [
    '# Calls of real repositories, judged by reading both ends',
    `\`node bench/run.mjs bench/graph/measure-samples.ts ${positionals.join(' ')}\``,
    ABOUT,
    ...positionals.map((file) => sectionOf(basename(file, '.jsonl'), readLines(file))),
  ].join('\n\n');
  writeFileSync(values.out, `${text}\n`);
  console.log(text);
  return 0;
}

const ABOUT = `Drawn by \`node --liftoff-only bench/run.mjs bench/graph/draw-sample.ts REPOSITORY … --seed N --out DIR\`:
calls in a seeded random order, the same number of each repository. *Resolved* is a call with one definition (no
\`ambiguous\` list); an overload in the right class counts as right, as the graph takes overloads for one. *Open* is a
call that no rule places, or only ambiguously, of a name that the tree defines somewhere. The verdicts are one reader's,
from an excerpt of both ends; lines and names are in \`bench/graph/samples\`.`;

const readLines = (file: string): readonly SampleLine[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SampleLine);

function sectionOf(name: string, lines: readonly SampleLine[]): string {
  const head = `## ${name}\n\n${[...new Set(lines.map(({ repository }) => repository.replace(/(@.{10}).*/, '$1')))].join(', ')}`;
  return `${head}\n\n${name.startsWith('open') ? openTable(lines) : precisionTable(lines)}`;
}

function precisionTable(lines: readonly SampleLine[]): string {
  const groups: readonly (readonly [string, (line: SampleLine) => string])[] = [
    ['language', (line) => line.language],
    ['provenance', (line) => line.provenance ?? ''],
    ['', () => '**all**'],
  ];
  const rows = groups.flatMap(([, keyOf]) =>
    [...groupBy(lines, keyOf)].map(([key, own]) => {
      const judged = own.filter(({ verdict }) => verdict === 'correct' || verdict === 'wrong');
      const right = judged.filter(({ verdict }) => verdict === 'correct').length;
      const [low, high] = wilson(right, judged.length);
      return `| ${key} | ${own.length} | ${own.length - judged.length} | ${percent(right / judged.length)} | ${percent(low)} – ${percent(high)} |`;
    }),
  );
  const wrong = lines
    .filter(({ verdict }) => verdict === 'wrong')
    .map(({ path, line, callee, why }) => `- \`${path}:${line}\` ${callee}: ${why}`);
  return [
    ['| | calls | unsure | precision | 95 % interval |', '| --- | --: | --: | --: | --- |', ...rows].join(
      '\n',
    ),
    ...(wrong.length > 0 ? [wrong.join('\n')] : []),
  ].join('\n\n');
}

function openTable(lines: readonly SampleLine[]): string {
  const rows = [...groupBy(lines, ({ why }) => why)]
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(
      ([why, own]) =>
        `| ${why} | ${own.length} | ${[...new Set(own.map(({ language }) => language))].sort().join(' ')} |`,
    );
  return ['| what the call lacks | calls | languages |', '| --- | --: | --- |', ...rows].join('\n');
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Score interval of a share (Wilson 1927). */
function wilson(right: number, n: number): readonly [number, number] {
  const z = 1.96;
  const middle = (right + (z * z) / 2) / (n + z * z);
  const half = (z * Math.sqrt((right * (n - right)) / n + (z * z) / 4)) / (n + z * z);
  return [middle - half, Math.min(1, middle + half)];
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
