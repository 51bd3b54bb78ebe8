import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REFERENCE_KINDS } from '../../src/core/index.ts';
import { MEMBER_ONLY } from '../../src/indexes/symbols/symbol-kinds.ts';
import type { Expected } from '../../test/parse/expected.ts';
import { type ResolvedUse, readGraph, resolvedUses } from './read-graph.ts';

const FIXTURES = 'fixtures/languages';

interface Counts {
  /** Uses that lead to a definition of the fixture. */
  expected: number;
  found: number;
  /** Uses that the graph resolves, and those of them that lead elsewhere. */
  resolved: number;
  wrong: number;
}

const none = (): Counts => ({ expected: 0, found: 0, resolved: 0, wrong: 0 });
const COLUMNS = [...REFERENCE_KINDS, 'receiver-typed calls', 'all'] as const;
type Column = (typeof COLUMNS)[number];
type Row = Record<Column, Counts>;

/** Precision and recall of the resolved edges of the language fixtures, whose expected edges are complete. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { out: { type: 'string', default: 'bench/results/graph-fixtures.md' } },
  });
  const languages = readdirSync(FIXTURES)
    .filter((id) => existsSync(join(FIXTURES, id, 'expected.json')))
    .sort();
  const rows = new Map<string, Row>();
  for (const id of languages) {
    const row = await measure(id);
    if (row.all.expected + row.all.resolved > 0) rows.set(id, row);
  }
  mkdirSync(join(values.out, '..'), { recursive: true });
  writeFileSync(values.out, report(rows));
  console.log(report(rows));
  return 0;
}

async function measure(id: string): Promise<Row> {
  const expected: Expected = JSON.parse(readFileSync(join(FIXTURES, id, 'expected.json'), 'utf8'));
  const texts = Object.fromEntries(
    Object.keys(expected.files).map((file) => [file, readFileSync(join(FIXTURES, id, file), 'utf8')]),
  );
  const wanted = new Map<string, Set<string>>();
  for (const { from, to } of [...expected.edges, ...(expected.missed ?? [])]) {
    const use = placeOf(from.file, from.line, from.name);
    wanted.set(use, (wanted.get(use) ?? new Set()).add(`${to.file}#${to.qualifiedName}`));
  }
  const row = Object.fromEntries(COLUMNS.map((column) => [column, none()])) as Row;
  for (const use of resolvedUses(await readGraph(texts))) {
    const targets = wanted.get(placeOf(use.view.file.path, use.reference.line, use.reference.name));
    const columns: readonly Column[] = [
      use.reference.kind,
      'all',
      ...(isReceiverTyped(use) ? (['receiver-typed calls'] as const) : []),
    ];
    for (const column of columns) count(row[column], use, targets);
  }
  return row;
}

const placeOf = (file: string, line: number, name: string): string => `${file}:${line} ${name}`;

function count(counts: Counts, { found }: ResolvedUse, targets: ReadonlySet<string> | undefined): void {
  const names = (found?.symbols ?? []).map((symbol) => `${symbol.file.path}#${symbol.qualifiedName}`);
  const isRight = names.some((name) => targets?.has(name));
  if (targets !== undefined) counts.expected += 1;
  if (isRight) counts.found += 1;
  if (names.length > 0) counts.resolved += 1;
  if (names.length > 0 && !isRight) counts.wrong += 1;
}

/** A member of a variable that is neither the own object nor an imported name nor a type in upper case. */
function isReceiverTyped({ view, reference, found }: ResolvedUse): boolean {
  const { kind, receiver } = reference;
  if (kind !== 'call' || receiver === null) return false;
  const head = /^[$@]*[\p{L}_][\p{L}\p{N}_]*/u.exec(receiver)?.[0] ?? '';
  if (head === '' || /^\p{Lu}/u.test(head) || /^(super|base|parent)$/.test(head)) return false;
  if (view.traits.selfNames.includes(receiver) || view.bindings.has(head)) return false;
  const isMember = found === null || found.symbols.every(({ kind }) => MEMBER_ONLY.has(kind));
  return isMember;
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

function cell({ expected, found, resolved, wrong }: Counts): string {
  if (expected + resolved === 0) return '–';
  return `${percent(resolved - wrong, resolved)} · ${percent(found, expected)} (${found}/${expected})`;
}

function report(rows: ReadonlyMap<string, Row>): string {
  const all = Object.fromEntries(
    COLUMNS.map((column) => [column, [...rows.values()].map((row) => row[column]).reduce(plus, none())]),
  ) as Row;
  const lines = [...rows, ['**all**', all] as const].map(
    ([id, row]) => `| ${id} | ${COLUMNS.map((column) => cell(row[column])).join(' | ')} |`,
  );
  return `# Edges of the language fixtures

\`node bench/run.mjs bench/graph/measure-fixtures.ts\`

Each cell: precision · recall (found/expected) of the uses of that kind in \`${FIXTURES}/*\`. The expected edges are complete:
each use whose definition lies in the fixture is in \`edges\` or \`missed\` of its \`expected.json\`; they were completed by
reading what the graph gave and every use of a defined name that it left open, so that an error of the reader is likelier
to have been in favour of the graph. A resolved use without an expected edge is wrong; a list of several definitions is
right where the expected one is in it. *Receiver-typed calls* are calls of a member of a variable: the receiver begins
neither with the own object, an imported name nor a name in upper case.

| language | ${COLUMNS.join(' | ')} |
| --- | ${COLUMNS.map(() => '---').join(' | ')} |
${lines.join('\n')}
`;
}

const plus = (a: Counts, b: Counts): Counts => ({
  expected: a.expected + b.expected,
  found: a.found + b.found,
  resolved: a.resolved + b.resolved,
  wrong: a.wrong + b.wrong,
});
