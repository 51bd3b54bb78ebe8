/** The envelope that every call answers with, success or not. */
import { z } from 'zod';
import { CALL_STATUSES, type CallStatus, type TokenCounter } from '../index.ts';
import type { CallError } from './call-errors.ts';
import { oneLine } from './fence.ts';
import type { Page, ToolAnswer } from './tool.ts';

export interface CallMetrics {
  readonly duration_ms: number;
  readonly output_bytes: number;
  readonly output_tokens: number;
}

interface EnvelopeBase {
  readonly status: CallStatus;
  readonly metrics: CallMetrics;
  readonly call_id: string;
  readonly trace_id?: string;
  /** Paths whose content may differ from what the answer was made from. */
  readonly stale?: readonly string[];
  readonly page?: Page;
}

export interface SuccessEnvelope extends EnvelopeBase {
  readonly status: 'ok' | 'truncated';
  readonly data: Readonly<Record<string, unknown>>;
  /** The call that shows more. */
  readonly next?: string;
}

export interface FailureEnvelope extends EnvelopeBase {
  readonly status: 'failed' | 'cancelled';
  readonly error: CallError;
}

export type Envelope = SuccessEnvelope | FailureEnvelope;

export interface CallResult {
  readonly envelope: Envelope;
  readonly text: string;
}

/** What `outputSchema` of every tool says. */
export const envelopeSchema = z.object({
  status: z.enum(CALL_STATUSES),
  data: z.record(z.string(), z.unknown()).optional(),
  error: z
    .object({
      kind: z.string(),
      retryable: z.boolean(),
      message: z.string(),
      suggested_action: z.string(),
      expected: z.unknown().optional(),
      actual: z.unknown().optional(),
      candidates: z.unknown().optional(),
    })
    .optional(),
  metrics: z.object({ duration_ms: z.number(), output_bytes: z.number(), output_tokens: z.number() }),
  call_id: z.string(),
  trace_id: z.string().optional(),
  stale: z.array(z.string()).optional(),
  page: z.object({ cursor: z.string().nullable(), total: z.number(), shown: z.number() }).optional(),
  next: z.string().optional(),
});

export type Outcome =
  | { readonly answer: ToolAnswer; readonly cached: boolean }
  | { readonly status: FailureEnvelope['status']; readonly error: CallError };

export function failed(error: CallError): Outcome {
  const isCancelled = error.kind === 'CANCELLED' || error.kind === 'ABORTED';
  return { status: isCancelled ? 'cancelled' : 'failed', error };
}

/** What a call answers with. `elapsed` in milliseconds. */
export function callResult(id: string, outcome: Outcome, elapsed: number, counter: TokenCounter): CallResult {
  const text = 'answer' in outcome ? answerText(outcome.answer) : failureText(outcome);
  const metrics = {
    duration_ms: Math.round(elapsed * 100) / 100,
    output_bytes: Buffer.byteLength(text),
    output_tokens: counter.count(text),
  };
  return { envelope: envelopeOf(id, outcome, metrics), text };
}

function envelopeOf(id: string, outcome: Outcome, metrics: CallMetrics): Envelope {
  if (!('answer' in outcome)) return { ...outcome, metrics, call_id: id };
  const { data, truncated = false, page, traceId, stale = [], next } = outcome.answer;
  return {
    status: truncated ? 'truncated' : 'ok',
    data,
    metrics,
    call_id: id,
    ...(traceId !== undefined && { trace_id: traceId }),
    ...(stale.length > 0 && { stale }),
    ...(page !== undefined && { page }),
    ...(next !== undefined && { next }),
  };
}

function answerText({ text, next, stale = [], traceId }: ToolAnswer): string {
  return [
    text,
    ...(next === undefined ? [] : [`More: ${next}`]),
    ...(stale.length === 0 ? [] : [`Possibly out of date: ${stale.slice(0, 10).map(oneLine).join(', ')}`]),
    ...(traceId === undefined ? [] : [`Trace ${traceId}: explain_trace says why.`]),
  ].join('\n');
}

function failureText({ status, error }: Pick<FailureEnvelope, 'status' | 'error'>): string {
  const { kind, message, suggested_action, expected, candidates } = error;
  return [
    `${status} (${kind}): ${message}`,
    ...(expected === undefined ? [] : [`Expected: ${JSON.stringify(expected)}`]),
    ...(candidates === undefined ? [] : [`Candidates: ${JSON.stringify(candidates)}`]),
    `Next: ${suggested_action}`,
  ].join('\n');
}
