import type { Neighbour, RankedCandidate, Relation, Retriever, Signal, Weights } from '../core/index.ts';
import { contributionsOf } from './contributions.ts';

const SHOWN = 3;
/** What adds less to a score is no reason for it. */
const NEGLIGIBLE = 0.005;

/** Why a candidate scored as it did, in a few words each, largest contribution first; at most three. */
export function reasonsFor(candidate: RankedCandidate, weights: Weights): readonly string[] {
  const found = contributionsOf(candidate, weights)
    .filter(({ amount }) => amount >= NEGLIGIBLE)
    .map(({ signal }) => PHRASES[signal](candidate))
    .filter((phrase) => phrase !== '');
  return [...new Set(found)].slice(0, SHOWN);
}

/** How a neighbour is connected, e.g. `calls refresh_token`; `via` is the name of what it stands next to. */
export function relationReason({ relation }: Pick<Neighbour, 'relation'>, via: string): string {
  return `${RELATION_PHRASES[relation]} ${via}`.trim();
}

const RELATION_PHRASES: Readonly<Record<Relation, string>> = {
  enclosing: 'encloses',
  caller: 'calls',
  callee: 'called by',
  type: 'type used by',
  config: 'configures',
  test: 'tests',
  tested: 'tested by',
  rule: 'repository rules',
};

function matchedBy(candidate: RankedCandidate, retriever: Retriever): readonly string[] {
  return candidate.hits.filter((hit) => hit.retriever === retriever).flatMap((hit) => hit.matched);
}

/** `unnamed` where it is not known what matched. */
function phrase(words: string, matched: readonly string[], unnamed = words): string {
  return matched.length === 0 ? unnamed : `${words} ${matched.slice(0, 4).join(', ')}`;
}

const PHRASES: Readonly<Record<Signal, (candidate: RankedCandidate) => string>> = {
  lexical: (c) => phrase('matches', matchedBy(c, 'lexical'), 'matches the task'),
  'file-lexical': (c) => phrase('matches', matchedBy(c, 'lexical'), 'its file matches the task'),
  subject: (c) => phrase('matches the subject', matchedBy(c, 'subject')),
  'file-subject': (c) => phrase('matches the subject', matchedBy(c, 'subject')),
  path: (c) => phrase('path matches', matchedBy(c, 'path')),
  symbol: (c) => phrase('defines', matchedBy(c, 'symbol')),
  mention: () => 'mentioned in the task',
  semantic: () => 'similar wording',
  'file-semantic': () => 'similar wording',
  history: () => 'past commits match',
  commits: () => 'touched by similar commits',
  recency: () => 'changed recently',
  diff: () => 'in the working diff',
  failure: (c) => phrase('in the failure:', matchedBy(c, 'failure'), 'in a file of the failure'),
  exercise: (c) => phrase('shares names with the failing tests', matchedBy(c, 'exercise')),
  'file-exercise': (c) => phrase('shares names with the failing tests', matchedBy(c, 'exercise')),
  'test-map': () => 'exercised by a matching test',
  relation: () => 'linked to the best matches',
  lead: () => '',
  test: () => '',
  docs: () => '',
  config: () => '',
  sample: () => '',
  declaration: () => '',
  generated: () => '',
  vendor: () => '',
  legacy: () => '',
  redundancy: () => '',
  saturation: () => '',
};
