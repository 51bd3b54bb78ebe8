import { createHash } from 'node:crypto';
import type { DecisionRecord, DecisionScope, DecisionStatus, EventId } from '../../core/index.ts';
import { sentencesOf } from './sentences.ts';

interface Mined {
  readonly claim: string;
  readonly status: DecisionStatus;
}

type Speaker = 'user' | 'assistant';

interface Pattern {
  readonly speakers: readonly Speaker[];
  readonly pattern: RegExp;
  readonly read: (groups: readonly string[]) => readonly Mined[];
}

const BOTH: readonly Speaker[] = ['user', 'assistant'];
/** Any verb may be forbidden; these ask for something or say nothing of the work. */
const VERBS = String.raw`(?!(?:do|worry|forget|hesitate|bother|be|have|know|think|need|let|get|mind|care|see|understand|miss|you|we|i|it|the|a)\b)[a-z][a-z-]+`;
const DOING =
  'using|adding|introducing|switching to|going with|trying|moving|replacing|wrapping|caching|hardcoding|putting|rewriting|migrating|splitting|merging|renaming|mocking|patching|disabling|skipping|retrying|storing|pinning|vendoring|depending on|relying on|calling|locking|polling|catching|swallowing|copying|forking|bumping|upgrading|deleting|removing|dropping|refactoring|converting|inlining|installing|importing|creating|editing|modifying|touching|running|building';

const one =
  (status: DecisionStatus) =>
  (groups: readonly string[]): readonly Mined[] => [{ claim: groups.join(' ').trim(), status }];

/** How decisions are put into words, most explicit first; the first that fits a sentence reads it. */
const PATTERNS: readonly Pattern[] = [
  {
    speakers: BOTH,
    pattern:
      /^(?:\*\*)?decision(?:\*\*)?\s*(?:\((accepted|rejected|tentative)\))?\s*(?:\*\*)?:(?:\*\*)?\s*(.+)$/i,
    read: ([status = '', claim = '']) => [{ claim, status: statusOf(status) }],
  },
  {
    speakers: BOTH,
    pattern:
      /^(?:\*\*)?(accepted|rejected|tentative)(?:\*\*)?(?: (?:decision|approach|plan|idea|option))?\s*(?:\*\*)?:(?:\*\*)?\s*(.+)$/i,
    read: ([status = '', claim = '']) => [{ claim, status: statusOf(status) }],
  },
  {
    speakers: BOTH,
    pattern:
      /^((?:plan|approach|option|idea|alternative)\b.{1,160}?) (?:is|was|has been|stays|remains) (?:rejected|ruled out|off the table|not an option|dead|dropped|discarded)\b(.*)$/i,
    read: ([claim = '']) => [{ claim, status: 'rejected' }],
  },
  {
    speakers: BOTH,
    pattern:
      /\b(?:we|i|let['’]s|i['’]ve|we['’]ve|we have|i have|i am|i['’]m)? ?\b(?:rejected?|rejecting|ruled out|ruling out|decided against|deciding against|discarded|discarding|abandoned|abandoning|gave up on|giving up on|backed out|backing out|dropped the idea of)\b:? (.+)$/i,
    read: one('rejected'),
  },
  {
    speakers: ['user'],
    pattern:
      /^(?:no[,.!;:]?\s+)?(?:(?:and|so|but|please|also|again),?\s+)*(?:use|go with|take|prefer|let['’]s (?:use|go with)) (.{2,120}?),? (?:instead of|rather than|over|and not|, not) (.+)$/i,
    read: ([chosen = '', dropped = '']) => [
      { claim: `use ${chosen}`, status: 'accepted' },
      { claim: dropped.replace(new RegExp(`^(?!${DOING})`, 'i'), 'use '), status: 'rejected' },
    ],
  },
  {
    speakers: ['user'],
    pattern: new RegExp(
      String.raw`^(?:no[,.!;:]?\s+)?(?:(?:and|so|but|please|also|again),?\s+)*(?:do not|don['’]?t|never|must not|you must not|we must not|must never|we (?:won['’]t|will not|cannot|can['’]t)|you (?:should not|shouldn['’]t|cannot|can['’]t|may not)|let['’]s not) (?:ever )?(${VERBS})\b (.+)$`,
      'i',
    ),
    read: one('rejected'),
  },
  {
    speakers: ['user'],
    pattern: /^(?:no[,.!;:]?\s+)?(?:please )?(?:stop|avoid|refrain from|no more) ([a-z-]+ing)\b (.+)$/i,
    read: one('rejected'),
  },
  {
    speakers: ['user'],
    pattern:
      /^(?:ok(?:ay)?|yes|agreed|good|fine|right)?[,.!:;]?\s*(?:let['’]s|we(?:['’]ll| will)|please) (?:go with|use|take|stick with|keep) (.+)$/i,
    read: ([claim = '']) => [{ claim: `use ${claim}`, status: 'accepted' }],
  },
  {
    speakers: ['user'],
    pattern:
      /^(?:(?:no|yes|ok(?:ay)?|and|but|so|please),?\s+)*(?:use|go with|take|try) (.{3,160}?) instead$/i,
    read: ([claim = '']) => [{ claim: `use ${claim}`, status: 'accepted' }],
  },
  {
    speakers: BOTH,
    pattern: /\b(?:we|i)(?:['’]ve| have)? (?:decided|agreed|chose|chosen|settled) (?:to|on|that) (.+)$/i,
    read: one('tentative'),
  },
  {
    speakers: BOTH,
    pattern: /^(?:going with|settled on|chose|choosing) (.+)$/i,
    read: one('tentative'),
  },
  {
    speakers: BOTH,
    pattern:
      /^(?:(?:so|but|unfortunately|hmm|ok),?\s+)*((?:using|adding|wrapping|caching|a|an|the|putting|making|moving|replacing|this|that)?\b.{6,140}?) (?:won['’]t work|will not work|does not work|doesn['’]t work|cannot work|can['’]t work|did not work|didn['’]t work|is a dead end|was a dead end|deadlocks|is not viable|isn['’]t viable)\b(.*)$/i,
    read: ([claim = '']) => [{ claim, status: 'rejected' }],
  },
];

function statusOf(word: string): DecisionStatus {
  const found = word.toLowerCase();
  return found === 'rejected' || found === 'tentative' ? found : 'accepted';
}

/** Pronouns say nothing without the sentence before. */
const NO_CLAIM =
  /^(?:[a-z]+ )?(?:it|this|that|them|these|those|to it|so|yet|now|him|her|anything|everything)\b\W*$/i;
const LONGEST_CLAIM = 240;

/**
 * Decisions that one message puts into words. An agent's choice is tentative, a user's stands. The reason is what
 * follows `because`, a colon or a dash, else the next sentence where it gives one; `revisit_if` what follows
 * `revisit`, `unless`, `until`.
 */
export function decisionsIn(
  text: string,
  speaker: Speaker,
  source: EventId,
  at: string | null,
): readonly DecisionRecord[] {
  const sentences = sentencesOf(text);
  return sentences.flatMap((sentence, index) =>
    minedFrom(sentence, speaker).flatMap(({ claim, status }) => {
      const parts = partsOf(claim, sentence, sentences.slice(index + 1, index + 3));
      if (parts.claim.length < 4 || NO_CLAIM.test(parts.claim)) return [];
      return [decisionRecord({ ...parts, status, evidence_refs: [source], at, context: sentence })];
    }),
  );
}

function minedFrom(sentence: string, speaker: Speaker): readonly Mined[] {
  if (sentence.endsWith('?')) return [];
  for (const { speakers, pattern, read } of PATTERNS) {
    if (!speakers.includes(speaker)) continue;
    const match = pattern.exec(sentence.replace(/[.!]+$/, ''));
    if (match !== null) return read(match.slice(1).map((group) => group ?? ''));
  }
  return [];
}

const BECAUSE =
  /\s*(?:,?\s+(?:because|since|as (?:it|that|this|they)|due to|given that)\s+|\s[—–-]{1,2}\s|:\s+|;\s+|\.\s+)(?=\S)/i;
const REVISIT =
  /[,;(]?\s*\b(?:(?:we (?:can|could|may|might|will) |only )?(?:revisit|reconsider|come back to|think again about|try again)\b.{0,80}?\b(?:if|when|once|after)|unless|until|only if)\s+(.+?)[.)]?$/i;

function partsOf(
  claim: string,
  sentence: string,
  following: readonly string[],
): { readonly claim: string; readonly reason: string; readonly revisit_if: string | null } {
  const inClaim = REVISIT.exec(claim);
  const later = following.map((each) => REVISIT.exec(each)?.[1]).find((each) => each !== undefined);
  const revisit = inClaim?.[1] ?? later ?? null;
  const own = inClaim === null ? claim : claim.slice(0, inClaim.index);
  const cut = BECAUSE.exec(own);
  const head = cut === null ? own : own.slice(0, cut.index);
  const inline = cut === null ? '' : own.slice(cut.index + cut[0].length);
  const rest = inline === '' ? reasonAfter(claim, sentence, following) : inline;
  return {
    claim: tidy(head).slice(0, LONGEST_CLAIM),
    reason: tidy(rest),
    revisit_if: revisit === null ? null : tidy(revisit),
  };
}

/** What stands behind the claim in its sentence, else a next sentence that explains. */
function reasonAfter(claim: string, sentence: string, [next = '']: readonly string[]): string {
  const at = sentence.indexOf(claim);
  const tail = at < 0 ? '' : sentence.slice(at + claim.length);
  const behind = /(?:because|since|due to|as|:|—|–|;|,)\s*(.{4,})$/i.exec(tail)?.[1] ?? '';
  if (behind !== '') return behind;
  return /^(?:it|that|this|they|because|the reason|reason:|those)\b/i.test(next) && !REVISIT.test(next)
    ? next
    : '';
}

function tidy(text: string): string {
  return text
    .trim()
    .replace(/^[\s:;,—–-]+|[\s.;:,!]+$/g, '')
    .replace(/\*\*/g, '')
    .trim();
}

interface DecisionInput {
  readonly claim: string;
  readonly status: DecisionStatus;
  readonly reason: string;
  readonly evidence_refs: readonly string[];
  readonly revisit_if: string | null;
  readonly at: string | null;
  /** Text in which paths and names of the scope are looked for, beside claim and reason. */
  readonly context?: string;
  readonly scope?: DecisionScope;
  readonly supersedes?: string | null;
}

/** A decision with an id that follows from its claim, and a scope that follows from its words. */
export function decisionRecord(input: DecisionInput): DecisionRecord {
  const { claim, status, reason, evidence_refs, revisit_if, at, context, scope, supersedes } = input;
  return {
    id: decisionId(claim),
    claim,
    status,
    reason,
    evidence_refs,
    scope: scope ?? scopeOf(`${claim} ${reason} ${context ?? ''}`),
    supersedes: supersedes ?? null,
    revisit_if,
    at,
  };
}

/** `d-` and 8 hex digits of the hash of the claim's words: the same claim has the same id. */
export function decisionId(claim: string): string {
  const words = claim
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return `d-${createHash('sha256').update(words).digest('hex').slice(0, 8)}`;
}

const PATH_WORD =
  /(?<![\w/.-])(?:[\w@.-]+\/)+[\w@.-]*\w|(?<![\w/.-])[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|rb|php|c|cc|cpp|h|hpp|swift|scala|json|toml|ya?ml|md|sql|sh)\b/g;
const SYMBOL_WORD =
  /`([^`\n]{2,80})`|\b([a-z]\w*(?:_\w+)+|[a-z][a-z0-9]*(?:[A-Z]\w*)+|[A-Z][a-z0-9]+(?:[A-Z]\w*)+|[\w]+(?:(?:\.|::)\w+)+(?=\())/g;
const SCOPE_LIMIT = 8;
const SCOPE_LENGTH = 2_000;

/** Paths and names of code that a text mentions. */
export function scopeOf(whole: string): DecisionScope {
  const text = whole.slice(0, SCOPE_LENGTH);
  const paths = [...new Set(text.match(PATH_WORD) ?? [])].filter((path) => !/^\d|^https?:/.test(path));
  const symbols = [...text.matchAll(SYMBOL_WORD)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  return {
    paths: paths.slice(0, SCOPE_LIMIT),
    symbols: [...new Set(symbols)].filter((symbol) => !paths.includes(symbol)).slice(0, SCOPE_LIMIT),
    topics: [],
  };
}
