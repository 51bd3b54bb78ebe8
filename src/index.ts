/** Public names of ctx: what the CLI, the servers, the evaluation and users import. */
import type { PackOptions } from './context.ts';
import type { Pack, Phase, Task } from './core/index.ts';
import { openContext } from './engine.ts';

export { checkProposal } from './check-proposal.ts';
export { CONFIG_FILE, type CtxConfig, DEFAULT_CONFIG } from './config.ts';
export type * from './context.ts';
export * from './core/index.ts';
export { openContext } from './engine.ts';
export type { NewMemory } from './handoff/index.ts';
export {
  type ChatMessage,
  type CheckHandoffInput,
  type CheckOptions,
  type CompactedMessages,
  type CompactMessagesInput,
  type Complete,
  type CompletionEndpoint,
  checkHandoff,
  checkMessages,
  classifyOverflow,
  createCompletion,
  type DecisionFilter,
  diffHandoffs,
  type FieldDiff,
  type GateVerdict,
  type HandoffFinding,
  type HandoffSummary,
  handoffSchema,
  handoffTask,
  type MessageFormat,
  type OverflowError,
  type OverflowProvider,
  type ProposalWarning,
  planRequest,
  planRetry,
  type RecalledMemory,
  type Refusal,
  type RequestInput,
  type RequestPlan,
  type RetryInput,
  type RetryStep,
  readSession,
  renderHandoff,
  repairMessages,
  type SequenceFault,
} from './handoff/index.ts';
export type { IndexProgress, IndexReport } from './index-repository.ts';
export { type MapSection, mapHead, mapSections } from './map-sections.ts';
export { createTokenCounter, type WindowBudget } from './pack/index.ts';
export type { NewDecision } from './project-decisions.ts';
export { redactTexts } from './redact-texts.ts';
export { edgeRow, relationCount, useText } from './relation-text.ts';
export type { TraceSummary } from './trace/index.ts';
export type { HeldBackCommit, Training, TrainingOptions, TrainingProgress } from './train-repository.ts';
export {
  compactEvents,
  compactMessages,
  parseHandoff,
  type WriteHandoffOptions,
  type WrittenHandoff,
  writeHandoff,
} from './write-handoff.ts';

/**
 * The pack for a task in one call: opens the repository at `options.root` (default: the working directory),
 * indexes what changed, packs, closes. Fails as `openContext`, `Context.index` and `Context.pack` do.
 */
export async function packContext(
  task: string | Task,
  phase: Phase,
  options: PackOptions & { readonly root?: string } = {},
): Promise<Pack> {
  const { root, ...rest } = options;
  await using context = await openContext(root);
  await context.index(rest.signal ? { signal: rest.signal } : {});
  return await context.pack(task, phase, { ...rest, freshness: 'stored' });
}
