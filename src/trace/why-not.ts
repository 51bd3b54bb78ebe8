import { DROP_REASONS, type RepoPath, type Trace, type TracedCandidate } from '../core/index.ts';
import { compareCandidates } from './contributions.ts';
import { figure, outcomeText, placeOf, plain, reachedText, sumText } from './explain-trace.ts';

/** Candidates of one file that are told of. */
const SHOWN = 10;

export interface WhyNot {
  /** Whether the place was a candidate of the call. */
  readonly found: boolean;
  readonly text: string;
}

/** Whether the index knows a path: `indexed`, or why it has no content there. */
export type PathKnowledge = 'indexed' | { readonly skipped: string } | 'unknown';

/**
 * Why a path, or a line of it, is not (or is) in the answer: its outcome and the numbers it lacked, or that no
 * retriever recalled it and what the task would have to say, or that it is not in the index.
 */
export function whyNot(
  trace: Trace,
  path: RepoPath,
  line: number | null = null,
  knowledge: PathKnowledge = 'indexed',
): WhyNot {
  const place = line === null ? plain(path) : `${plain(path)}:${line}`;
  const inFile = trace.candidates.filter((candidate) => candidate.path === path);
  const matching = inFile.filter(
    ({ span }) => line === null || (line >= span.startLine && line <= span.endLine),
  );
  const rest = (all: number): string =>
    all > SHOWN ? `${all - SHOWN} more of the file scored less: name a line of theirs to see why.` : '';
  if (matching.length > 0) {
    const accounts = matching.slice(0, SHOWN).map((candidate) => account(candidate, trace));
    const more = rest(matching.length);
    return { found: true, text: `${[...accounts, ...(more ? [more] : [])].join('\n\n')}\n` };
  }
  if (inFile.length > 0) {
    const others = inFile.slice(0, SHOWN).map((each) => `${placeOf(each)} (${outcomeText(each)})`);
    const text = `${place} was not a candidate; of the same file were: ${others.join(', ')}.`;
    return { found: false, text: `${[text, rest(inFile.length)].join(' ').trim()}\n` };
  }
  return { found: false, text: `${absence(trace, place, knowledge)}\n` };
}

function absence(trace: Trace, place: string, knowledge: PathKnowledge): string {
  if (knowledge === 'unknown')
    return `${place} is not in the index: there is no such file, or it is ignored. \`ctx explain-ignore\` names the rule.`;
  if (typeof knowledge === 'object') return `${place} is known by path only: ${plain(knowledge.skipped)}.`;
  const { query } = trace;
  const looked = [
    ...query.identifiers.map(({ name }) => name),
    ...query.paths.map(({ path }) => path),
    ...query.frames.map(({ path }) => path),
    ...new Set(trace.candidates.slice(0, 20).flatMap(({ hits }) => hits.flatMap(({ matched }) => matched))),
  ];
  const terms = [...new Set(looked)].slice(0, 12).map(plain);
  const lowest = trace.candidates.filter(({ reached }) => reached === null).at(-1);
  return [
    `${place} was not recalled by any retriever, or scored below all that is recorded${lowest === undefined ? '' : ` (the lowest recorded score is ${figure(lowest.score)})`}.`,
    terms.length > 0
      ? `Looked for: ${terms.join(', ')}. Name the path, or a symbol or words that occur in it.`
      : 'Name the path, or a symbol or words that occur in it.',
  ].join('\n');
}

function account(candidate: TracedCandidate, trace: Trace): string {
  const ranked = trace.candidates.filter(({ hits, reached }) => reached === null || hits.length > 0);
  const position = ranked.indexOf(candidate);
  const { outcome, reached } = candidate;
  const rank =
    position < 0
      ? 'not ranked, only reached'
      : `${position + 1} of ${ranked.length}, score ${figure(candidate.score)}`;
  return [
    `${placeOf(candidate)}  ${rank}`,
    `  ${sumText(candidate, trace.weights)}`,
    ...(reached === null ? [] : [`  ${reachedText(reached, trace)}`]),
    `  ${outcomeText(candidate)}`,
    ...(outcome.kind === 'dropped' ? [`  ${shortfall(candidate, outcome.because, trace)}`] : []),
  ].join('\n');
}

/** What would have had to be otherwise. */
function shortfall(candidate: TracedCandidate, because: keyof typeof DROP_REASONS, trace: Trace): string {
  if (because === 'role-full' || because === 'budget-full') {
    const spent = trace.roles
      .filter(({ share, used }) => share > 0 || used > 0)
      .map(({ role, used, allowed }) => `${role} ${used}/${allowed}`)
      .join(', ');
    return `missing: ${scoreGap(candidate, trace)}a larger budget (${trace.tokens ?? 0} of ${trace.budget ?? 0} tokens; ${spent})`;
  }
  if (because === 'below-cut') return `missing: ${scoreGap(candidate, trace) || 'a match above the cut'}`;
  return `because: ${DROP_REASONS[because]}`;
}

/** Distance to the weakest candidate that was packed for its own score. */
function scoreGap(candidate: TracedCandidate, trace: Trace): string {
  const packed = trace.candidates
    .filter(({ outcome, hits }) => outcome.kind === 'packed' && hits.length > 0)
    .sort(compareCandidates);
  const weakest = packed.at(-1);
  if (weakest === undefined || weakest.score <= candidate.score) return '';
  return `${figure(weakest.score - candidate.score)} of score to the weakest packed (${placeOf(weakest)}), or `;
}
