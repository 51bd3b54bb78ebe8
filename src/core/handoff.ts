/** Shapes of the memory path: sessions as events, the handoff, decisions, memory entries. */
import type { Decision } from './query.ts';
import type { ContentHash, RepoPath } from './source.ts';

// ─── sessions ───────────────────────────────────────────────────────────────────────────────────────────

/** Message formats that agents write; one reader each. */
export const SESSION_FORMATS = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'claude-code',
  'codex',
  'gemini',
] as const;
export type SessionFormat = (typeof SESSION_FORMATS)[number];

/** `<session>.<position>`: unique over sessions, and the same whenever the same session is read again. */
export type EventId = string;

interface EventPlace {
  readonly id: EventId;
  /** ISO 8601, or null where the format has no clock. */
  readonly at: string | null;
}

/** Words of one side. `system` are instructions of the harness; `summary` is what an earlier compaction wrote. */
export interface MessageEvent extends EventPlace {
  readonly kind: 'user' | 'assistant' | 'system' | 'summary';
  readonly text: string;
}

export interface ToolCallEvent extends EventPlace {
  readonly kind: 'call';
  readonly callId: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ToolResultEvent extends EventPlace {
  readonly kind: 'result';
  readonly callId: string;
  readonly text: string;
  /** null where the format does not say. */
  readonly failed: boolean | null;
  readonly exitCode: number | null;
}

/** Something the reader does not know, kept as it stood. */
export interface OpaqueEvent extends EventPlace {
  readonly kind: 'opaque';
  readonly reason: string;
  readonly raw: string;
}

export type SessionEvent = MessageEvent | ToolCallEvent | ToolResultEvent | OpaqueEvent;

/** A session as read. Events are in the order of the file; the n-th event has position n, from 1. */
export interface Session {
  readonly format: SessionFormat;
  /** 8 hex digits of the hash of the format's own session id, else of the first record. */
  readonly id: string;
  /** Working directory that absolute paths of the session lie in, or null. */
  readonly cwd: string | null;
  /** Commit that the session began at, or null. */
  readonly revision: string | null;
  readonly events: readonly SessionEvent[];
  /** Events of kind `opaque`. */
  readonly opaque: number;
}

// ─── test and build output ──────────────────────────────────────────────────────────────────────────────

/** Tools whose output is understood; one extractor each. */
export const OUTPUT_TOOLS = [
  'vitest',
  'jest',
  'pytest',
  'unittest',
  'go-test',
  'cargo-test',
  'junit-xml',
  'maven',
  'gradle',
  'tsc',
  'eslint',
  'gcc',
  'tap',
  'dotnet-test',
] as const;
export type OutputTool = (typeof OUTPUT_TOOLS)[number];

export interface Failure {
  /** Name of the test, or the code of a diagnostic, as the tool prints it. */
  readonly case: string;
  readonly message: string;
  readonly expected: string | null;
  readonly actual: string | null;
  /** `path:line` of the nearest frames, first where it failed; at most 5. */
  readonly frames: readonly string[];
  /** The same for the same failure in every run: no times, addresses, line numbers, temporary paths. */
  readonly signature: string;
}

/** Counts are null where the output does not say. */
export interface OutputDigest {
  readonly tool: OutputTool;
  readonly passed: number | null;
  readonly failed: number | null;
  readonly skipped: number | null;
  readonly failures: readonly Failure[];
}

// ─── the handoff ────────────────────────────────────────────────────────────────────────────────────────

/** Words kept verbatim; `elided` characters were cut from the middle, where the text says so. */
export interface Statement {
  readonly text: string;
  /** null where a person wrote it into the handoff by hand. */
  readonly source: EventId | null;
  readonly elided: number;
}

export interface DoneItem {
  readonly claim: string;
  readonly evidence: readonly EventId[];
}

export interface WorkspaceChange {
  readonly path: RepoPath;
  readonly action: 'created' | 'edited' | 'deleted';
  /** Hash of the content last written where the session shows all of it. */
  readonly hash: ContentHash | null;
  readonly edits: number;
  readonly source: EventId;
}

export interface FileRead {
  readonly path: RepoPath;
  /** Hash of the content where the session shows all of it. */
  readonly hash: ContentHash | null;
  readonly source: EventId;
}

/** A command and how its last run ended. */
export interface CommandRun {
  readonly command: string;
  readonly exit_code: number | null;
  readonly runs: number;
  /** One line: counts of tests, or the first line of the error. */
  readonly outcome: string;
  readonly source: EventId;
}

/** The last run of one test or build command. */
export interface TestResult extends OutputDigest {
  readonly command: string;
  readonly source: EventId;
}

export interface OpenToolCall {
  readonly call_id: string;
  readonly tool: string;
  /** JSON, cut in the middle above a cap. */
  readonly input: string;
  readonly source: EventId;
}

export interface DecisionScope {
  readonly paths: readonly RepoPath[];
  readonly symbols: readonly string[];
  readonly topics: readonly string[];
}

export const DECISION_STATUSES = ['accepted', 'rejected', 'tentative'] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

export interface DecisionRecord extends Decision {
  readonly evidence_refs: readonly string[];
  readonly scope: DecisionScope;
  /** Id of the decision that this one replaces. */
  readonly supersedes: string | null;
  /** Condition under which to think again, in words. */
  readonly revisit_if: string | null;
  /** ISO 8601, or null where the session has no clock. */
  readonly at: string | null;
}

export interface FailedAttempt {
  readonly action: string;
  readonly error_signature: string;
  readonly message: string;
  /** True when the same action failed the same way more than once, or was rejected. */
  readonly do_not_repeat: boolean;
  readonly count: number;
  readonly source: EventId;
}

export interface PlanItem {
  readonly text: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  readonly source: EventId;
}

/** A file whose current text the next agent has to see. */
export interface RereadFile {
  readonly path: RepoPath;
  readonly reason: string;
}

/** A text that lies outside the handoff under its hash. */
export interface ArtifactRef {
  readonly hash: ContentHash;
  readonly kind: 'output' | 'summary';
  readonly title: string;
  readonly bytes: number;
  readonly source: EventId;
}

/** How far a session has been read into the handoff. */
export interface SessionProgress {
  readonly session: string;
  readonly events: number;
  readonly opaque: number;
}

/** The typed state that replaces an old conversation. */
export interface Handoff {
  readonly schema_version: 1;
  /** Time of the last event with a clock. */
  readonly at: string | null;
  readonly goal: string;
  /** What a language model adds in its own words, or ''. Never carried over: it is no source of facts. */
  readonly prose: string;
  readonly user_statements: readonly Statement[];
  /** User statements between the first and the last that were left out. */
  readonly statements_elided: number;
  readonly acceptance: readonly Statement[];
  readonly active_constraints: readonly Statement[];
  readonly workspace_revision: string | null;
  readonly done: readonly DoneItem[];
  readonly commands: readonly CommandRun[];
  readonly test_results: readonly TestResult[];
  readonly workspace_changes: readonly WorkspaceChange[];
  readonly decisions: readonly DecisionRecord[];
  readonly failed_attempts: readonly FailedAttempt[];
  readonly open_questions: readonly Statement[];
  readonly open_tool_calls: readonly OpenToolCall[];
  /** The plan as last written by the agent. */
  readonly next_actions: readonly PlanItem[];
  readonly files_read: readonly FileRead[];
  readonly must_reread: readonly RereadFile[];
  readonly artifact_refs: readonly ArtifactRef[];
  readonly sources: readonly SessionProgress[];
}

// ─── compaction ─────────────────────────────────────────────────────────────────────────────────────────

/** The layers of compaction, in order. */
export const LAYERS = ['trim', 'extract', 'merge', 'externalise', 'reretrieve'] as const;
export type Layer = (typeof LAYERS)[number];

/** What one layer did, in tokens of all that would still have to be sent. */
export interface LayerReport {
  readonly layer: Layer;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** What was done, by kind. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A text moved out of the conversation, stored under its hash. */
export interface Artifact {
  readonly ref: ArtifactRef;
  readonly text: string;
}

export interface Compaction {
  readonly handoff: Handoff;
  readonly artifacts: readonly Artifact[];
  /** One a layer, in order. */
  readonly reports: readonly LayerReport[];
  /** Of the previous handoff and the events; of the handoff. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** True when the handoff is not smaller than what it replaces: a caller keeps its messages. */
  readonly inflated: boolean;
}

// ─── memory beyond the session ──────────────────────────────────────────────────────────────────────────

export const MEMORY_KINDS = ['episodic', 'semantic', 'procedural'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Where an entry holds, widest first: a narrower one wins a conflict. */
export const MEMORY_SCOPES = ['user', 'machine', 'repository', 'branch'] as const;
export type MemoryScope = (typeof MEMORY_SCOPES)[number];

export interface MemoryEntry {
  readonly id: string;
  readonly kind: MemoryKind;
  /** What the entry is about, e.g. `test command`; entries with one subject can conflict. */
  readonly subject: string;
  readonly text: string;
  /** Who or what said it: an event, a path, `user`. */
  readonly source: string;
  /** ISO 8601. */
  readonly at: string;
  readonly scope: MemoryScope;
  /** Name of the branch, machine or repository; '' for `user`. */
  readonly scopeName: string;
  /** Seconds after `at` when it is forgotten, or null. */
  readonly ttl: number | null;
  /** In (0, 1]. */
  readonly confidence: number;
}
