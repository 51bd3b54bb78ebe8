import type { DecisionRecord } from '../../core/index.ts';
import { scopeOf } from '../state/mine-decisions.ts';
import { sentencesOf } from '../state/sentences.ts';
import { flipped, type SignedTerm, signedTerms } from './signed-terms.ts';

export interface ProposalWarning {
  readonly decision: DecisionRecord;
  readonly kind: 'repeats-rejected' | 'contradicts-accepted';
  /** In [0, 1]; 0.5 is where the calibration puts the border. */
  readonly score: number;
  readonly signals: MatchSignals;
  /** One sentence or two: what was decided, why, and when to think again. */
  readonly message: string;
}

/** How a proposal and a claim agree, each in [0, 1]. */
export interface MatchSignals {
  /** Share of the claim's words that the proposal has with the same sign. */
  readonly covered: number;
  /** Dice coefficient of the two sets of words. */
  readonly overlap: number;
  /** 1 where the claim's first content word is there: its verb, or what `use` and `add` are about. */
  readonly head: number;
  /** Share of the names of code and paths of the claim's scope that the proposal names. */
  readonly symbols: number;
  /** The same by likeness, or null without an embedder. */
  readonly likeness: Likeness | null;
}

/** How alike a claim and a proposal are by an embedder, each in [0, 1]. */
export interface Likeness {
  /** Mean over the claim's words of the likest word of the proposal with the same sign. */
  readonly claim: number;
  /** The same the other way round. */
  readonly proposal: number;
  /** Cosine of the two texts. */
  readonly whole: number;
}

export interface CheckOptions {
  /** Cosine of two texts or words by an embedder. */
  readonly similarity?: (a: string, b: string) => number;
  /** Lowest score that is a warning. */
  readonly threshold?: number;
}

/**
 * Rounded from logistic regressions: by words on the odd cases of `fixtures/handoff/proposals.json`, by likeness on
 * those and `proposals-unseen.json`. Measured in `test/handoff/decisions.test.ts`.
 */
const BY_WORDS = { bias: -7.4, covered: 4, overlap: 4.5, head: 2.2, symbols: 1 } as const;
const BY_LIKENESS = { bias: -6.6, claim: 4.2, proposal: 3.8, whole: 2.2, symbols: 1 } as const;
const THRESHOLD = 0.5;
/** Words less alike than this have nothing to do with each other. */
const ALIKE = 0.4;

/**
 * Warns where a proposal repeats a rejected decision or goes against an accepted one, best match first. Tentative
 * and superseded decisions never warn, and a proposal that an accepted decision fits better than a rejected one is not
 * a repetition.
 */
export function checkProposal(
  proposal: string,
  decisions: readonly DecisionRecord[],
  { similarity, threshold = THRESHOLD }: CheckOptions = {},
): readonly ProposalWarning[] {
  const superseded = new Set(decisions.flatMap(({ supersedes }) => supersedes ?? []));
  const inForce = decisions.filter(({ id, status }) => status !== 'tentative' && !superseded.has(id));
  const parts = partsOf(proposal);
  const agreed = Math.max(
    0,
    ...inForce
      .filter(({ status }) => status === 'accepted')
      .map((decision) => bestMatch(decision, parts, similarity, signedTerms(decision.claim)).score),
  );
  return inForce
    .map((decision) => {
      const claim = signedTerms(decision.claim);
      return bestMatch(decision, parts, similarity, decision.status === 'rejected' ? claim : flipped(claim));
    })
    .filter(({ score }) => score >= threshold && score > agreed)
    .sort((a, b) => b.score - a.score || (a.decision.id < b.decision.id ? -1 : 1));
}

/** A longer proposal is looked at sentence by sentence only. */
const WHOLE_LENGTH = 200;

interface Part {
  readonly text: string;
  readonly terms: ReadonlySet<SignedTerm>;
  readonly names: ReadonlySet<string>;
}

/** The sentences of a proposal, and the whole of a short one. */
function partsOf(proposal: string): readonly Part[] {
  const sentences = sentencesOf(proposal);
  const whole = proposal.slice(0, WHOLE_LENGTH);
  const texts = sentences.length === 0 || whole === proposal ? [whole, ...sentences] : sentences;
  return [...new Set(texts)].map((text) => {
    const { paths, symbols } = scopeOf(text);
    return { text, terms: signedTerms(text), names: new Set([...paths, ...symbols].map(nameOf)) };
  });
}

/** Last part of a path or qualified name, in small letters. */
function nameOf(name: string): string {
  return (name.split(/[/.:]+/).findLast((part) => part.length > 2) ?? name)
    .toLowerCase()
    .replace(/\(\)$/, '');
}

function bestMatch(
  decision: DecisionRecord,
  parts: readonly Part[],
  similarity: CheckOptions['similarity'],
  claim: ReadonlySet<SignedTerm>,
): ProposalWarning {
  const names = new Set([...decision.scope.paths, ...decision.scope.symbols].map(nameOf));
  let best: { readonly score: number; readonly signals: MatchSignals } | null = null;
  for (const part of parts) {
    const signals = signalsOf(claim, names, part, decision.claim, similarity);
    const score = scoreOf(signals);
    if (best === null || score > best.score) best = { score, signals };
  }
  const { score, signals } = best ?? { score: 0, signals: NO_SIGNALS };
  const kind = decision.status === 'rejected' ? 'repeats-rejected' : 'contradicts-accepted';
  return { decision, kind, score, signals, message: messageOf(decision, kind) };
}

const NO_SIGNALS: MatchSignals = { covered: 0, overlap: 0, head: 0, symbols: 0, likeness: null };

function signalsOf(
  claim: ReadonlySet<SignedTerm>,
  names: ReadonlySet<string>,
  part: Part,
  claimText: string,
  similarity: CheckOptions['similarity'],
): MatchSignals {
  const common = [...claim].filter((term) => part.terms.has(term)).length;
  const total = claim.size + part.terms.size;
  const named = [...names].filter((name) => part.names.has(name) || part.terms.has(`+${name}`)).length;
  return {
    covered: claim.size === 0 ? 0 : common / claim.size,
    overlap: total === 0 ? 0 : (2 * common) / total,
    head: [...claim].slice(0, 1).some((term) => part.terms.has(term)) ? 1 : 0,
    symbols: names.size === 0 ? 0 : named / names.size,
    likeness:
      similarity === undefined
        ? null
        : {
            claim: likenessOf(claim, part.terms, similarity),
            proposal: likenessOf(part.terms, claim, similarity),
            whole: similarity(claimText, part.text),
          },
  };
}

type Similarity = NonNullable<CheckOptions['similarity']>;

function likenessOf(
  terms: ReadonlySet<SignedTerm>,
  others: ReadonlySet<SignedTerm>,
  similarity: Similarity,
): number {
  const best = (term: SignedTerm): number => {
    if (others.has(term)) return 1;
    const sameSign = [...others].filter((other) => other[0] === term[0]);
    const likest = Math.max(0, ...sameSign.map((other) => similarity(term.slice(1), other.slice(1))));
    return likest < ALIKE ? 0 : likest;
  };
  return terms.size === 0 ? 0 : [...terms].reduce((sum, term) => sum + best(term), 0) / terms.size;
}

function scoreOf({ covered, overlap, head, symbols, likeness }: MatchSignals): number {
  const z =
    likeness === null
      ? BY_WORDS.bias +
        BY_WORDS.covered * covered +
        BY_WORDS.overlap * overlap +
        BY_WORDS.head * head +
        BY_WORDS.symbols * symbols
      : BY_LIKENESS.bias +
        BY_LIKENESS.claim * likeness.claim +
        BY_LIKENESS.proposal * likeness.proposal +
        BY_LIKENESS.whole * likeness.whole +
        BY_LIKENESS.symbols * symbols;
  return 1 / (1 + Math.exp(-z));
}

function messageOf({ id, claim, reason, revisit_if }: DecisionRecord, kind: ProposalWarning['kind']): string {
  const what = kind === 'repeats-rejected' ? 'was rejected' : 'was decided, and this goes against it';
  const why = reason === '' ? '' : ` Reason: ${reason}.`;
  const when = revisit_if === null ? '' : ` Revisit if ${revisit_if}.`;
  return `“${claim}” ${what} (${id}).${why}${when}`;
}
