import { SIGNALS, type Trace, type TracedCandidate } from '../core/index.ts';
import { contributionsOf } from './contributions.ts';
import { figure, outcomeText, placeOf } from './explain-trace.ts';

const LISTED = 40;

/** Chunk ids change with the index; a place is path and span. */
function byPlace(
  trace: Trace,
): ReadonlyMap<string, { readonly candidate: TracedCandidate; readonly rank: number }> {
  return new Map(trace.candidates.map((candidate, at) => [placeOf(candidate), { candidate, rank: at + 1 }]));
}

/** What changed from one call to another: settings, then candidates by how much they matter. */
export function diffTraces(a: Trace, b: Trace): string {
  const rows = [...settingRows(a, b), ...candidateRows(a, b)];
  const head = `${a.id} → ${b.id}`;
  return `${rows.length > 0 ? [head, ...rows].join('\n') : `${head}\n  no difference`}\n`;
}

function settingRows(a: Trace, b: Trace): readonly string[] {
  const row = (name: string, before: string, after: string): readonly string[] =>
    before === after ? [] : [`  ${name}: ${before} → ${after}`];
  return [
    ...row('call', a.call, b.call),
    ...row('phase', a.phase ?? 'none', b.phase ?? 'none'),
    ...row('budget', String(a.budget ?? 'none'), String(b.budget ?? 'none')),
    ...row('task', JSON.stringify(a.query.text.slice(0, 80)), JSON.stringify(b.query.text.slice(0, 80))),
    ...row('index', `generation ${a.index.generation}`, `generation ${b.index.generation}`),
    ...row('tiers', a.index.tiers.join(' '), b.index.tiers.join(' ')),
    ...SIGNALS.flatMap((signal) =>
      row(`weight ${signal}`, figure(a.weights[signal] ?? 0), figure(b.weights[signal] ?? 0)),
    ),
  ];
}

function candidateRows(a: Trace, b: Trace): readonly string[] {
  const before = byPlace(a);
  const after = byPlace(b);
  const rows: string[] = [];
  for (const [place, { candidate, rank }] of after) {
    const old = before.get(place);
    if (old === undefined) rows.push(`  + ${place}  rank ${rank}, ${outcomeText(candidate)}`);
    else rows.push(...changeRows(place, old, { candidate, rank }, a, b));
  }
  for (const [place, { candidate, rank }] of before)
    if (!after.has(place)) rows.push(`  - ${place}  was rank ${rank}, ${outcomeText(candidate)}`);
  return rows.length > LISTED ? [...rows.slice(0, LISTED), `  ${rows.length - LISTED} more`] : rows;
}

interface Ranked {
  readonly candidate: TracedCandidate;
  readonly rank: number;
}

function changeRows(place: string, old: Ranked, now: Ranked, a: Trace, b: Trace): readonly string[] {
  const outcomes = [outcomeText(old.candidate), outcomeText(now.candidate)];
  if (old.candidate.score === now.candidate.score && old.rank === now.rank && outcomes[0] === outcomes[1])
    return [];
  const earlier = new Map(
    contributionsOf(old.candidate, a.weights).map(({ signal, amount }) => [signal, amount]),
  );
  const later = new Map(
    contributionsOf(now.candidate, b.weights).map(({ signal, amount }) => [signal, amount]),
  );
  const parts = SIGNALS.flatMap((signal) => {
    const change = (later.get(signal) ?? 0) - (earlier.get(signal) ?? 0);
    return change === 0 ? [] : [`${signal} ${figure(change, true)}`];
  });
  return [
    `  ~ ${place}  rank ${old.rank} → ${now.rank}, score ${figure(old.candidate.score)} → ${figure(now.candidate.score)}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`,
    ...(outcomes[0] === outcomes[1] ? [] : [`    ${outcomes[0]} → ${outcomes[1]}`]),
  ];
}
