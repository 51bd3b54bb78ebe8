import { MEMORY_SCOPES, type MemoryEntry } from '../../core/index.ts';
import { statementKey } from '../state/statements.ts';

/** Why an entry was not written. */
export const REFUSALS = {
  empty: 'it says nothing',
  'too-long': 'it is longer than a thing to remember: keep it in a file and remember the path',
  secret: 'it holds a secret',
  injection: 'it gives orders to a model instead of saying a fact',
  'one-off': 'it holds for one task only: write it as episodic, with a time to live',
  question: 'it asks, it does not say',
  guess: 'it is a guess: verify it first, or lower its confidence to 0.5 or less',
  duplicate: 'the same is remembered already',
  outdated: 'a newer entry of the same scope says otherwise',
} as const;
export type Refusal = keyof typeof REFUSALS;

/** Two entries about one subject that say different things, and which one holds. */
export interface MemoryConflict {
  readonly winner: string;
  readonly loser: string;
  readonly rule: 'narrower-scope' | 'newer';
}

export type GateVerdict =
  | { readonly ok: true; readonly replaces: readonly string[]; readonly conflicts: readonly MemoryConflict[] }
  | { readonly ok: false; readonly refusal: Refusal; readonly message: string };

export interface GateInput {
  readonly entry: MemoryEntry;
  /** Entries in force. */
  readonly known: readonly MemoryEntry[];
  /** Whether a text holds a secret, beside what the gate itself knows. */
  readonly hasSecret?: (text: string) => boolean;
}

const LONGEST = 1_000;
const SURE = 0.5;

const SECRET =
  /-----BEGIN [A-Z ]*PRIVATE KEY|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_\w{30,}|\bsk-[\w-]{20,}|\bxox[abprs]-[\w-]{10,}|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}|\bglpat-[\w-]{20,}|\b(?:password|passwd|secret|token|api[_-]?key)\b\s*(?:is|=|:)\s*["']?(?!<|\$|\{|%|required\b|in\b|from\b|read\b|stored\b|the\b|set\b)[^\s"']{8,}|:\/\/[^\s:/@]+:[^\s:/@]{3,}@/i;

const INJECTION =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|all|your|system|safety)\b.{0,40}\b(?:instructions?|rules?|prompts?|messages?|guidelines?|constraints?)|\byou are now\b|\bact as (?:an?|the)\b|\bsystem prompt\b|\b(?:do not|don['’]?t|never) (?:tell|inform|ask|alert|mention .{0,20}to) the (?:user|human|developer)|\bwithout (?:asking|telling|informing) the (?:user|human)|<\/?(?:system|assistant|instructions?)\b|\bbase64 -d\b|\b(?:curl|wget)\b[^\n|]{0,200}\|\s*(?:sudo )?(?:ba|z)?sh\b|\bexfiltrat|\b(?:send|post|upload|forward)\b.{0,60}\b(?:secrets?|credentials?|tokens?|keys?|env(?:ironment)?(?: variables)?)\b.{0,60}\b(?:to|https?:)/i;
/** Characters that hide text from people. */
const HIDDEN = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

const ONE_OFF =
  /\b(?:right now|for now|just now|at the moment|currently|today|tonight|tomorrow|yesterday|this (?:time|once|session|task|pr|pull request|ticket|issue|commit|bug|run|week|morning)|just this|only once|one[- ]off|temporar(?:y|ily)|in a minute)\b|^(?:please |now )?(?:fix|add|run|write|implement|rename|look at|check|update|change|make|create|delete|remove)\b.{0,200}\b(?:please|now|next)\b/i;
const GUESS =
  /\b(?:maybe|perhaps|probably|possibly|i (?:think|guess|believe|suppose)|might (?:be|have)|seems? (?:to|like)|not sure|could be|presumably|apparently)\b/i;

/**
 * Whether an entry may be written: it has to be a fact, a preference or an episode; no secret, no orders to a model,
 * no guess, nothing known already. A conflict with an entry of the same subject is resolved by scope (the narrower
 * holds, both are kept), then by time (the newer replaces).
 */
export function gateMemory({ entry, known, hasSecret }: GateInput): GateVerdict {
  const refusal = ownRefusal(entry, hasSecret) ?? knownRefusal(entry, known);
  if (refusal !== null) return { ok: false, refusal, message: `Not remembered: ${REFUSALS[refusal]}.` };
  const rivals = known.filter((other) => isAbout(other, entry) && !saysSame(other, entry));
  const replaces = rivals.filter((other) => sameScope(other, entry)).map(({ id }) => id);
  const conflicts = rivals.map((other) => resolve(entry, other));
  return { ok: true, replaces, conflicts };
}

function ownRefusal(entry: MemoryEntry, hasSecret: GateInput['hasSecret']): Refusal | null {
  const text = `${entry.subject}\n${entry.text}`;
  const said = entry.text.trim();
  if (said === '' || entry.subject.trim() === '') return 'empty';
  if (said.length > LONGEST) return 'too-long';
  if (SECRET.test(text) || hasSecret?.(text) === true) return 'secret';
  if (INJECTION.test(text) || HIDDEN.test(text)) return 'injection';
  if (/\?\s*$/.test(said)) return 'question';
  if (entry.kind !== 'episodic' && ONE_OFF.test(said)) return 'one-off';
  if (entry.kind === 'episodic' && entry.ttl === null && ONE_OFF.test(said)) return 'one-off';
  return entry.confidence > SURE && GUESS.test(said) ? 'guess' : null;
}

function knownRefusal(entry: MemoryEntry, known: readonly MemoryEntry[]): Refusal | null {
  const own = known.filter((other) => isAbout(other, entry) && sameScope(other, entry));
  if (own.some((other) => saysSame(other, entry))) return 'duplicate';
  return own.some((other) => other.at > entry.at) ? 'outdated' : null;
}

function isAbout(a: MemoryEntry, b: MemoryEntry): boolean {
  return a.kind !== 'episodic' && a.kind === b.kind && statementKey(a.subject) === statementKey(b.subject);
}

function saysSame(a: MemoryEntry, b: MemoryEntry): boolean {
  return statementKey(a.text) === statementKey(b.text);
}

function sameScope(a: MemoryEntry, b: MemoryEntry): boolean {
  return a.scope === b.scope && a.scopeName === b.scopeName;
}

/** Which of two entries about one subject holds: the narrower scope, then the newer, then the greater id. */
export function resolve(a: MemoryEntry, b: MemoryEntry): MemoryConflict {
  const width = ({ scope }: MemoryEntry): number => MEMORY_SCOPES.indexOf(scope);
  const byScope = width(a) - width(b);
  const byTime = a.at === b.at ? (a.id > b.id ? 1 : -1) : a.at > b.at ? 1 : -1;
  const [winner, loser] = (byScope === 0 ? byTime : byScope) > 0 ? [a, b] : [b, a];
  return { winner: winner.id, loser: loser.id, rule: byScope === 0 ? 'newer' : 'narrower-scope' };
}
