/** The contract of a tool that an agent calls, and what is recorded of its calls: closed vocabularies, one page. */
import type { ErrorCode } from './errors.ts';

/** What a call may touch. */
export const TOOL_EFFECTS = {
  READ: 'looks; writes nothing but records of its own under .ctx',
  WRITE: 'writes down what the caller says, under .ctx',
  PROCESS: 'starts a program of the repository',
  NETWORK: 'talks to another machine',
  GIT_INDEX: 'changes what git has staged or checked out',
  WORKSPACE_GLOBAL: 'changes files all over the work tree',
} as const;
export type ToolEffect = keyof typeof TOOL_EFFECTS;

/** What a second call with the same arguments does. */
export const IDEMPOTENCIES = {
  pure: 'gives the same answer while nothing changes',
  idempotent: 'leaves everything as the first call did',
  additive: 'adds once more',
} as const;
export type Idempotency = keyof typeof IDEMPOTENCIES;

/** What a host loses that lets the call run without asking its user. */
export const APPROVAL_RISKS = {
  none: 'nothing changes',
  low: 'a record is added that can be superseded',
  high: 'work can be lost',
} as const;
export type ApprovalRisk = keyof typeof APPROVAL_RISKS;

/** What to do when a call ended without a result. */
export const RECOVERIES = {
  'call-again': 'nothing was begun that a second call would double',
  'look-first': 'find out whether it was done, then call again',
} as const;
export type Recovery = keyof typeof RECOVERIES;

export interface ToolContract {
  /** In snake_case. */
  readonly name: string;
  /** Version of the arguments, from 1. Earlier ones are still understood. */
  readonly schemaVersion: number;
  readonly effect: ToolEffect;
  /** Calls with the same key run one after the other; null where any run side by side. */
  readonly conflictKey: string | null;
  readonly idempotency: Idempotency;
  readonly approvalRisk: ApprovalRisk;
  readonly result: {
    /** Bytes of text that one answer may hold; what is over is kept whole as an artifact, to be read in pieces. */
    readonly maxInlineBytes: number;
    readonly fullOutput: 'artifact';
  };
  readonly recovery: Recovery;
}

/** How a call ended, as its caller is told. `truncated` is ok, but not all of it. */
export const CALL_STATUSES = ['ok', 'failed', 'cancelled', 'truncated'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** What went wrong with a call beside what the engine itself can fail with. */
export type CallErrorKind =
  | ErrorCode
  | 'INVALID_ARGUMENTS'
  | 'UNKNOWN_TOOL'
  | 'TIMEOUT'
  | 'CANCELLED'
  | 'OVERLOADED';

export interface NewCall {
  readonly tool: string;
  readonly schemaVersion: number;
  /** JSON, secrets redacted; cut above a cap, which makes it no JSON. */
  readonly args: string;
}

export interface CallOutcome {
  readonly status: CallStatus;
  readonly error: CallErrorKind | null;
  readonly milliseconds: number;
  readonly outputBytes: number;
  readonly outputTokens: number;
  /** Answered without running. */
  readonly cached: boolean;
  readonly traceId: string | null;
}

/** A call as recorded. `open` until its one end; `interrupted` when its process was gone before. */
export interface CallRecord extends NewCall, Omit<CallOutcome, 'status'> {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly status: CallStatus | 'open' | 'interrupted';
}

/** How one tool was used. */
export interface ToolUse {
  readonly tool: string;
  readonly calls: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly interrupted: number;
  /** Calls with arguments that the same tool was called with before. */
  readonly repeated: number;
  readonly cached: number;
  readonly outputTokens: number;
  /** Of the calls that ended; null where none did. */
  readonly medianMilliseconds: number | null;
  readonly p95Milliseconds: number | null;
}
