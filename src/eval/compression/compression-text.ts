import { BASELINES, type BaselineName } from './baselines.ts';
import { compressionNumbers } from './compression-numbers.ts';
import { type CheckedFact, FACT_KINDS, type Share } from './measures.ts';
import { type CompressionSummary, type SystemName, type SystemResult, sumOf } from './run-compression.ts';

const SYSTEMS: readonly SystemName[] = [
  'ctx handoff',
  ...(Object.keys(BASELINES) as BaselineName[]),
  'recorded summary',
];

/** The tables of a run, as Markdown. */
export function compressionText(summary: CompressionSummary): string {
  return [
    systemsTable(summary),
    kindsTable(summary),
    revivalTable(summary),
    fixturesTable(summary),
    variantsText(summary),
    lostText(summary),
  ].join('\n\n');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, i) => (i === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

const fixed = (share: number): string => share.toFixed(3);
const part = ({ wrong, all }: Share): string => (all === 0 ? '–' : `${wrong} of ${all}`);
const held = (facts: readonly CheckedFact[]): string =>
  facts.length === 0 ? '–' : fixed(facts.filter((fact) => fact.held).length / facts.length);
const count = <T>(items: readonly T[], is: (item: T) => boolean): string =>
  `${items.filter(is).length} of ${items.length}`;

function bySystem({
  results,
}: CompressionSummary): readonly (readonly [SystemName, readonly SystemResult[]])[] {
  return SYSTEMS.map((name) => [name, results.filter(({ system }) => system === name)] as const).filter(
    ([, own]) => own.length > 0,
  );
}

function systemsTable(summary: CompressionSummary): string {
  const long = new Set(summary.fixtures.filter(({ tokens }) => tokens >= 60_000).map(({ name }) => name));
  const judge = summary.results.some(({ judged }) => judged !== null);
  const head = [
    'system',
    'must-keep recall',
    'times smaller, long',
    'tokens, long (mean)',
    'contradictions',
    'stale contents',
    'next action as written',
    'as from the whole',
    'recovered',
    ...(judge ? ['judge'] : []),
  ];
  const rows = bySystem(summary).map(([name, own]) => {
    const longs = own.filter(({ fixture }) => long.has(fixture));
    const before = longs.reduce((sum, { tokensBefore }) => sum + tokensBefore, 0);
    const after = longs.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0);
    const marks = own.flatMap(({ judged }) => judged ?? []);
    return [
      name,
      held(own.flatMap(({ facts }) => facts)),
      after === 0 ? '–' : (before / after).toFixed(1),
      longs.length === 0 ? '–' : String(Math.round(after / longs.length)),
      part(sumOf(own.map(({ contradictions }) => contradictions))),
      part(sumOf(own.map(({ stale }) => stale))),
      count(own, ({ nextAsWritten }) => nextAsWritten),
      count(own, ({ nextAsFull }) => nextAsFull),
      count(own, ({ recovered }) => recovered),
      ...(judge ? [fixed(marks.reduce((sum, mark) => sum + mark, 0) / Math.max(1, marks.length))] : []),
    ];
  });
  return `## Systems\n\n${table(head, rows)}`;
}

function kindsTable(summary: CompressionSummary): string {
  const rows = bySystem(summary).map(([name, own]) => [
    name,
    ...FACT_KINDS.map((kind) => held(own.flatMap(({ facts }) => facts).filter((fact) => fact.kind === kind))),
  ]);
  return `## Must-keep recall by kind\n\n${table(['system', ...FACT_KINDS], rows)}`;
}

function revivalTable(summary: CompressionSummary): string {
  const { count, revived, flagged, clues, baselines } = compressionNumbers(summary).injections;
  const rows = [
    ['ctx handoff', ...revived.map(String)],
    ...Object.entries(baselines).map(([name, gone]) => [name, ...gone.map(String)]),
  ];
  return [
    `## Rejected plans revived, of ${count} injected, after k compactions`,
    '',
    table(['system', ...revived.map((_, k) => `k = ${k + 1}`)], rows),
    '',
    `Proposed again after the last one: flagged ${flagged} of ${count} in its own words, ${clues.held} of ${clues.facts} in other words.`,
  ].join('\n');
}

function fixturesTable({ fixtures, results, cpuMsPerMb }: CompressionSummary): string {
  const rows = fixtures.map(({ name, tokens, events }) => {
    const own = results.find(({ fixture, system }) => fixture === name && system === 'ctx handoff');
    return [
      name,
      String(events),
      String(tokens),
      String(own?.tokensAfter ?? 0),
      own === undefined ? '–' : (tokens / own.tokensAfter).toFixed(1),
      held(own?.facts ?? []),
    ];
  });
  const head = ['fixture', 'events', 'tokens', 'handoff', 'times smaller', 'must-keep recall'];
  return `## Fixtures\n\n${table(head, rows)}\n\nCompaction takes ${cpuMsPerMb.toFixed(0)} ms of CPU for a megabyte of session.`;
}

function variantsText({ variants, staleFound }: CompressionSummary): string {
  const rows = FACT_KINDS.map((kind) => {
    const own = variants.facts.filter((fact) => fact.kind === kind);
    return [kind, String(own.length), held(own)];
  });
  return [
    `## ${variants.count} seeded variants, compacted in one to five steps`,
    '',
    table(['kind', 'facts', 'recall'], rows),
    '',
    `Files changed by someone else after the session: ${staleFound.all - staleFound.wrong} of ${staleFound.all} found by the check.`,
  ].join('\n');
}

function lostText({ results, variants }: CompressionSummary): string {
  const lost = results
    .filter(({ system }) => system === 'ctx handoff')
    .flatMap(({ fixture, facts }) =>
      facts.filter((fact) => !fact.held).map((fact) => ({ fixture, ...fact })),
    );
  const often = new Map<string, number>();
  for (const { kind, text, held: kept } of variants.facts)
    if (!kept) often.set(`${kind}: ${text}`, (often.get(`${kind}: ${text}`) ?? 0) + 1);
  const lines = [
    ...lost.map(({ fixture, kind, text }) => `- ${fixture}, ${kind}: ${text}`),
    ...[...often].sort((a, b) => b[1] - a[1]).map(([text, times]) => `- in ${times} variants, ${text}`),
  ];
  return `## Lost by ctx\n\n${lines.length === 0 ? 'Nothing.' : lines.join('\n')}`;
}
