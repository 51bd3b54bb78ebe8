import {
  DROP_REASONS,
  type Query,
  SIGNALS,
  type Trace,
  type TracedCandidate,
  type Weights,
} from '../core/index.ts';
import { contributionsOf } from './contributions.ts';

const TOP = 15;
const LISTED = 8;

/** Names come from an untrusted repository: nothing in them may move the cursor of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

export function plain(text: string): string {
  return text.replace(CONTROL, '\ufffd');
}

/** A number with three decimals at most, sign included where asked. */
export function figure(value: number, signed = false): string {
  const text = String(Math.round(value * 1000) / 1000);
  return signed && value > 0 ? `+${text}` : text;
}

export function placeOf({ path, span }: Pick<TracedCandidate, 'path' | 'span'>): string {
  return plain(`${path}:${span.startLine}-${span.endLine}`);
}

/** What happened to a candidate, in a few words. */
export function outcomeText({ outcome }: TracedCandidate): string {
  if (outcome.kind === 'ranked') return 'ranked';
  if (outcome.kind === 'dropped') return `left out: ${DROP_REASONS[outcome.because]}`;
  return `packed in ${outcome.role}, ${outcome.detail}, ${outcome.tokens} tokens`;
}

/** The sum that a score is, largest part first. */
export function sumText(candidate: TracedCandidate, weights: Weights): string {
  const parts = contributionsOf(candidate, weights).map(
    ({ signal, amount, value, weight }) =>
      `${signal} ${figure(amount, true)} (${figure(weight)} × ${figure(value)})`,
  );
  return parts.length > 0 ? parts.join(', ') : 'no signal';
}

/** A trace for a person: the task as understood, weights, best candidates, roles, what was left out, timings. */
export function explainTrace(trace: Trace): string {
  const blocks = [
    headBlock(trace),
    queryBlock(trace.query),
    block('Weights', weightRows(trace.weights)),
    block(
      'Best candidates',
      trace.candidates.slice(0, TOP).flatMap((each, at) => candidateRows(each, at, trace)),
    ),
    block('Roles (tokens used of allowed, share)', roleRows(trace)),
    block('Left out', droppedRows(trace)),
    block('Milliseconds', [
      Object.entries(trace.timings)
        .map(([stage, time]) => `${stage} ${figure(time)}`)
        .join(', '),
    ]),
    block('Notes', trace.notes.map(plain)),
  ];
  return `${blocks.filter((each) => each !== '').join('\n\n')}\n`;
}

function block(title: string, rows: readonly string[]): string {
  const shown = rows.filter((row) => row !== '');
  return shown.length === 0 ? '' : [title, ...shown.map((row) => `  ${row}`)].join('\n');
}

function headBlock({ id, at, call, phase, budget, tokens, index }: Trace): string {
  const size = budget === null ? '' : `, ${tokens ?? 0} of ${budget} tokens`;
  const stale = index.stale.length > 0 ? `, ${index.stale.length} stale` : '';
  return [
    `${id}  ${call}${phase === null ? '' : ` for ${phase}`}${size}  ${at}`,
    `Index: ${index.completeness}, generation ${index.generation}, tiers ${index.tiers.join(' ') || 'none'}${stale}`,
  ].join('\n');
}

function queryBlock(query: Query): string {
  const list = (title: string, values: readonly string[]): string =>
    values.length === 0 ? '' : `${title}: ${values.map(plain).join(', ')}`;
  return block(`Task, read as ${query.kind}`, [
    plain(query.text.length > 300 ? `${query.text.slice(0, 300)}…` : query.text),
    list(
      'identifiers',
      query.identifiers.map(({ name, confidence }) => `${name} (${figure(confidence)})`),
    ),
    list(
      'paths',
      query.paths.map(({ path, line }) => (line === null ? path : `${path}:${line}`)),
    ),
    list(
      'frames',
      query.frames.map(({ path, line, symbol }) => `${path}:${line ?? '?'} ${symbol ?? ''}`.trim()),
    ),
    list(
      'tests',
      query.tests.map(({ path, name }) => (path === null ? name : `${path} ${name}`)),
    ),
    list('errors', query.errors),
    list('quotes', query.quotes),
  ]);
}

function weightRows(weights: Weights): readonly string[] {
  const given = SIGNALS.filter((signal) => weights[signal] !== undefined);
  return [given.map((signal) => `${signal} ${figure(weights[signal] ?? 0)}`).join(', ')];
}

function candidateRows(candidate: TracedCandidate, position: number, trace: Trace): readonly string[] {
  const { symbol, score, hits, reached } = candidate;
  const found = hits.map(({ retriever, matched }) => {
    const what = matched.length > 0 ? ` (${matched.map(plain).join(', ')})` : '';
    return `${retriever}${what}`;
  });
  const name = symbol === null ? '' : `  ${plain(symbol)}`;
  return [
    `${String(position + 1).padStart(2)}. ${figure(score)}  ${placeOf(candidate)}${name}`,
    `    ${sumText(candidate, trace.weights)}`,
    found.length > 0 ? `    found by ${found.join('; ')}` : '',
    reached === null ? '' : `    ${reachedText(reached, trace)}`,
    `    ${outcomeText(candidate)}`,
  ];
}

/** How a neighbour was reached. */
export function reachedText(reached: NonNullable<TracedCandidate['reached']>, trace: Trace): string {
  const via = trace.candidates.find(({ chunk }) => chunk === reached.via);
  return `${reached.relation} of ${via === undefined ? `chunk ${reached.via}` : placeOf(via)}, confidence ${figure(reached.confidence)}`;
}

function roleRows({ roles }: Trace): readonly string[] {
  return roles
    .filter(({ share, used }) => share > 0 || used > 0)
    .map(({ role, share, allowed, used }) => `${role.padEnd(12)} ${used} of ${allowed}, share ${share}`);
}

function droppedRows({ candidates }: Trace): readonly string[] {
  const byReason = new Map<keyof typeof DROP_REASONS, TracedCandidate[]>();
  for (const candidate of candidates) {
    const { outcome } = candidate;
    if (outcome.kind !== 'dropped') continue;
    byReason.set(outcome.because, [...(byReason.get(outcome.because) ?? []), candidate]);
  }
  return [...byReason].map(([because, dropped]) => {
    const named = dropped.slice(0, LISTED).map(placeOf).join(', ');
    const more = dropped.length > LISTED ? ` and ${dropped.length - LISTED} more` : '';
    return `${DROP_REASONS[because]} (${dropped.length}): ${named}${more}`;
  });
}
