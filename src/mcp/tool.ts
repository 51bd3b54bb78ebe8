import type { ZodObject, z } from 'zod';
import type { Context, IndexProgress, ReadOptions, ToolContract } from '../index.ts';

export const TOOL_NAMES = [
  'pack_context',
  'search_code',
  'find_symbol',
  'find_references',
  'read_file',
  'repo_map',
  'explain_trace',
  'handoff',
  'record_decision',
  'check_proposal',
  'index_status',
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** Whether the first index is there. */
export type Readiness =
  | { readonly state: 'ready' }
  | { readonly state: 'building'; readonly progress: IndexProgress | null };

/** What one client was told before. */
export interface ClientMemory {
  /** Keys of what packs have sent it. */
  readonly sent: Set<string>;
  /** What it is about: the last task or question. */
  task: string;
}

/** What a call may use. */
export interface ToolScope {
  readonly context: Context;
  readonly signal: AbortSignal;
  /** How fresh a read is to be: what was brought up to date before need not be again. */
  readonly reading: ReadOptions;
  readonly readiness: Readiness;
  readonly memory: ClientMemory;
}

export interface Page {
  /** For the next page, or null. */
  readonly cursor: string | null;
  readonly total: number;
  readonly shown: number;
}

export interface ToolAnswer {
  /** Complete without the text. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same for a model to read. */
  readonly text: string;
  /** There is more than was shown. */
  readonly truncated?: boolean;
  readonly page?: Page;
  readonly traceId?: string;
  readonly stale?: readonly string[];
  /** The next call, in words. */
  readonly next?: string;
}

/** Arguments of an earlier version, and what they mean now. */
export interface EarlierSchema {
  readonly version: number;
  readonly input: ZodObject;
  readonly upgrade: (args: never) => object;
}

export interface ToolDefinition<Input extends ZodObject> {
  readonly contract: ToolContract & { readonly name: ToolName };
  readonly title: string;
  /** For the model: what it is for and when another tool serves better. */
  readonly description: string;
  readonly input: Input;
  readonly earlier?: readonly EarlierSchema[];
  /** `needed`: fails without one. `used`: brought up to date first, but it has other means. */
  readonly index: 'needed' | 'used' | 'unused';
  /** Its answer is a function of its arguments, the index, the commit and the decisions. */
  readonly cached: boolean;
  /** Texts in its answer that were not looked through for secrets where they were read. */
  readonly redact: boolean;
  /** Characters of an answer that its caller has asked for by a budget: so long it is not condensed. */
  readonly inlineCharacters?: number;
  /** What else a cached answer depends on. */
  readonly dependsOn?: (args: z.output<Input>, memory: ClientMemory) => unknown;
  /** The same for people and for hosts without tools, e.g. `ctx query`. */
  readonly command: string;
  readonly run: (args: z.output<Input>, scope: ToolScope) => Promise<ToolAnswer>;
}

/** A tool whose arguments are known to fit: it is asked through `dispatch` only. */
export type Tool = Omit<ToolDefinition<ZodObject>, 'run' | 'dependsOn'> & {
  readonly run: (args: never, scope: ToolScope) => Promise<ToolAnswer>;
  readonly dependsOn?: (args: never, memory: ClientMemory) => unknown;
};

export function defineTool<Input extends ZodObject>(tool: ToolDefinition<Input>): Tool {
  return tool;
}

const INLINE_BYTES = 24_000;

/** The contract of a tool that keeps what it is told under `.ctx`: the same again changes nothing. */
export function writeContract<Name extends ToolName>(
  name: Name,
  conflictKey: string,
): ToolContract & { readonly name: Name } {
  return {
    ...readContract(name),
    effect: 'WRITE',
    conflictKey,
    idempotency: 'idempotent',
    approvalRisk: 'low',
  };
}

/** The contract of a tool that looks only. */
export function readContract<Name extends ToolName>(name: Name): ToolContract & { readonly name: Name } {
  return {
    name,
    schemaVersion: 1,
    effect: 'READ',
    conflictKey: null,
    idempotency: 'pure',
    approvalRisk: 'none',
    result: { maxInlineBytes: INLINE_BYTES, fullOutput: 'artifact' },
    recovery: 'call-again',
  };
}
