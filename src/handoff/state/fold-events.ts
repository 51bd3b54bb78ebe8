import {
  type DecisionRecord,
  type EventId,
  type Handoff,
  isCtxError,
  type MessageEvent,
  type OutputDigest,
  type SessionEvent,
  type ToolCallEvent,
  type ToolResultEvent,
} from '../../core/index.ts';
import { isRecord, parseJson } from '../json-record.ts';
import { absorb, type Draft } from './draft.ts';
import { placeOf } from './event-order.ts';
import { isHandoffMarkdown, parseHandoffMarkdown } from './handoff-markdown.ts';
import { decisionsIn } from './mine-decisions.ts';
import { nextStepsIn, startsNewGoal } from './next-steps.ts';
import { recordResult } from './record-result.ts';
import { acceptanceIn, constraintsIn, questionsIn, statementKey, statementOf } from './statements.ts';
import { actionOf, type PathPlace, shortInput } from './tool-actions.ts';

export interface FoldInput {
  readonly events: readonly SessionEvent[];
  /** What test and build tools said in a result, by event id. */
  readonly digests: ReadonlyMap<EventId, readonly OutputDigest[]>;
  /** Text of a result before anything was cut from it. */
  readonly fullText: (id: EventId) => string;
  readonly place: PathPlace | null;
}

/**
 * Folds events into the draft, one after the other: folding a session in two parts is folding it at once. Events
 * that the draft has seen already are passed over.
 */
export function foldEvents(draft: Draft, input: FoldInput): void {
  for (const event of input.events) {
    const { session, position } = placeOf(event.id);
    const known = draft.sources.get(session) ?? { session, events: 0, opaque: 0 };
    if (position <= known.events) continue;
    foldEvent(draft, event, input);
    const opaque = known.opaque + (event.kind === 'opaque' ? 1 : 0);
    draft.sources.set(session, { session, events: position, opaque });
    draft.at = event.at ?? draft.at;
  }
}

function foldEvent(draft: Draft, event: SessionEvent, input: FoldInput): void {
  if (event.kind === 'user') foldUser(draft, event);
  else if (event.kind === 'assistant') foldAssistant(draft, event);
  else if (event.kind === 'call') foldCall(draft, event, input);
  else if (event.kind === 'result') foldResult(draft, event, input);
  else if (event.kind === 'summary') absorbMarkdown(draft, event.text);
}

// ─── words ──────────────────────────────────────────────────────────────────────────────────────────────

function foldUser(draft: Draft, { text, id, at }: MessageEvent): void {
  if (absorbMarkdown(draft, text)) return;
  draft.questions = [];
  const statement = statementOf(text, id);
  if (draft.goal === '' || startsNewGoal(text)) draft.goal = statement.text;
  else draft.statements.push(statement);
  for (const each of constraintsIn(text, id)) setOnce(draft.constraints, statementKey(each.text), each);
  for (const each of acceptanceIn(text, id)) setOnce(draft.acceptance, statementKey(each.text), each);
  for (const decision of decisionsIn(text, 'user', id, at)) addDecision(draft, decision, 'user');
}

/** A handoff that stands in a message is state already: it is read, never summarised again. */
function absorbMarkdown(draft: Draft, text: string): boolean {
  if (!isHandoffMarkdown(text)) return false;
  let handoff: Handoff;
  try {
    handoff = parseHandoffMarkdown(text);
  } catch (error) {
    if (isCtxError(error, 'USAGE')) return false;
    throw error;
  }
  absorb(draft, handoff);
  return true;
}

function foldAssistant(draft: Draft, { text, id, at }: MessageEvent): void {
  const known = new Set(draft.questions.map((question) => question.text));
  draft.questions.push(...questionsIn(text, id).filter((question) => !known.has(question.text)));
  for (const decision of decisionsIn(text, 'assistant', id, at)) addDecision(draft, decision, 'assistant');
  const steps = nextStepsIn(text, id);
  if (steps.length > 0 && draft.plan.every(({ status }) => status === 'completed')) draft.plan = steps;
}

/** An agent's words never turn round what was decided; a user's do. */
function addDecision(draft: Draft, decision: DecisionRecord, speaker: 'user' | 'assistant'): void {
  const known = draft.decisions.get(decision.id);
  const settled = known !== undefined && known.status !== 'tentative';
  if (settled && speaker === 'assistant' && decision.status !== known.status) return;
  const reason = decision.reason === '' ? (known?.reason ?? '') : decision.reason;
  const revisit_if = decision.revisit_if ?? known?.revisit_if ?? null;
  const evidence_refs = [...new Set([...(known?.evidence_refs ?? []), ...decision.evidence_refs])].slice(-4);
  draft.decisions.set(decision.id, { ...decision, reason, revisit_if, evidence_refs });
}

function setOnce<T>(map: Map<string, T>, key: string, value: T): void {
  if (!map.has(key)) map.set(key, value);
}

// ─── tools ──────────────────────────────────────────────────────────────────────────────────────────────

function foldCall(draft: Draft, event: ToolCallEvent, { place }: FoldInput): void {
  const { callId, tool, input, id } = event;
  const { plan } = actionOf(tool, input, place);
  if (plan !== null) setPlan(draft, plan, id);
  draft.calls.set(callId, { call_id: callId, tool, input: shortInput(input), source: id });
}

function setPlan(draft: Draft, plan: NonNullable<ReturnType<typeof actionOf>['plan']>, id: EventId): void {
  draft.plan = plan.map((item) => ({ ...item, source: id }));
  for (const { text, status } of plan) {
    if (status === 'completed') setOnce(draft.done, text, { claim: text, evidence: [id] });
  }
}

function foldResult(draft: Draft, event: ToolResultEvent, { place, digests, fullText }: FoldInput): void {
  const call = draft.calls.get(event.callId);
  if (call === undefined) return;
  draft.calls.delete(event.callId);
  const input = parseJson(call.input);
  const action = actionOf(call.tool, isRecord(input) ? input : {}, place);
  recordResult(draft, {
    event,
    action,
    partial: isRecord(input) && isPartialRead(input),
    digests: digests.get(event.id) ?? [],
    place,
    fullText,
  });
}

function isPartialRead(input: Readonly<Record<string, unknown>>): boolean {
  return ['offset', 'limit', 'view_range', 'start_line', 'end_line', 'line_range'].some(
    (name) => input[name] !== undefined && input[name] !== null,
  );
}
