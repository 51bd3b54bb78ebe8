/** A piece of real work, step by step: what is done runs for real, and what it prints is recorded. */
export type Step =
  | { readonly user: string }
  | { readonly say: string }
  /** A whole file, or some of its lines. */
  | { readonly read: string; readonly lines?: readonly [from: number, to: number] }
  | { readonly run: string }
  /** The change that a commit of this repository, by hash or subject, made to a file: one edit a hunk. */
  | { readonly apply: string; readonly from: string }
  | { readonly edit: string; readonly old: string; readonly fresh: string }
  | { readonly write: string; readonly text: string }
  | { readonly plan: readonly (readonly [text: string, status: PlanStatus])[] }
  /** A command that was still running when the session ended. */
  | { readonly pending: string }
  /** A command that the user did not let run. */
  | { readonly refused: string };

export type PlanStatus = 'pending' | 'in_progress' | 'completed';

export interface Scenario {
  readonly name: string;
  readonly format: 'claude-code' | 'codex' | 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini';
  /** Commit of this repository that the work begins at. */
  readonly base: string;
  /** Faults put in before the work begins. */
  readonly seeded?: readonly { readonly path: string; readonly old: string; readonly fresh: string }[];
  readonly steps: readonly Step[];
  /** What has to survive, written by hand beside the steps. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** What was done and what it gave, before it is put into a format. */
export type Recorded =
  | { readonly kind: 'user' | 'say' | 'refusal'; readonly text: string }
  | {
      readonly kind: 'tool';
      readonly id: string;
      readonly call: ToolCall;
      /** null where the call was cut short. */
      readonly result: {
        readonly text: string;
        readonly exitCode: number | null;
        readonly refused: boolean;
      } | null;
    };

export type ToolCall =
  | { readonly tool: 'run'; readonly command: string }
  | { readonly tool: 'read'; readonly path: string; readonly lines: readonly [number, number] | null }
  | { readonly tool: 'edit'; readonly path: string; readonly old: string; readonly fresh: string }
  | { readonly tool: 'write'; readonly path: string; readonly text: string }
  | { readonly tool: 'plan'; readonly items: readonly (readonly [string, PlanStatus])[] };
