export { type AddedProse, addProse, type Complete } from './add-prose.ts';
export { type CheckHandoffInput, checkHandoff, type HandoffFinding } from './check-handoff.ts';
export { type CompactOptions, compact } from './compact.ts';
export {
  type CheckOptions,
  checkProposal,
  type MatchSignals,
  type ProposalWarning,
} from './decisions/check-proposal.ts';
export {
  createDecisionStore,
  DECISION_SCHEMA,
  type DecisionFilter,
  type DecisionStore,
  touches,
} from './decisions/decision-store.ts';
export { diffHandoffs, type FieldDiff } from './diff-handoffs.ts';
export { errorSignature } from './extractors/error-signature.ts';
export { digestOutput } from './extractors/index.ts';
export {
  createHandoffStore,
  HANDOFF_SCHEMA,
  type HandoffStore,
  type HandoffSummary,
} from './handoff-store.ts';
export { handoffTask } from './handoff-task.ts';
export { type CompletionEndpoint, createCompletion } from './http-completion.ts';
export { extractOutputs } from './layers/extract.ts';
export { trimEvents } from './layers/trim.ts';
export { mapTexts, textsIn } from './map-texts.ts';
export {
  createMemoryStore,
  MEMORY_SCHEMA,
  type MemoryPlace,
  type MemoryStore,
  memoryId,
  type RecalledMemory,
  type RecallQuery,
} from './memory/memory-store.ts';
export { type NewMemory, newMemory, placeOfWork } from './memory/new-memory.ts';
export {
  type GateInput,
  type GateVerdict,
  gateMemory,
  type MemoryConflict,
  REFUSALS,
  type Refusal,
} from './memory/write-gate.ts';
export type { ChatMessage } from './overflow/chat-message.ts';
export {
  classifyOverflow,
  OVERFLOW_PROVIDERS,
  type OverflowError,
  type OverflowProvider,
} from './overflow/classify-error.ts';
export {
  type CompactedMessages,
  type CompactMessagesInput,
  compactMessages,
} from './overflow/compact-messages.ts';
export { MESSAGE_FORMATS, type MessageFormat, readChat, writeChat } from './overflow/message-formats.ts';
export { messageTokens, planRequest, type RequestInput, type RequestPlan } from './overflow/plan-request.ts';
export { checkMessages, repairMessages, type SequenceFault } from './overflow/repair-messages.ts';
export {
  COMPACTION_STRENGTHS,
  type CompactionStrength,
  planRetry,
  type RetryInput,
  type RetryStep,
} from './overflow/retry-plan.ts';
export { readMessages, readSession } from './read-session.ts';
export { isHandoffMarkdown, parseHandoffMarkdown, renderHandoff } from './state/handoff-markdown.ts';
export { EMPTY_HANDOFF, handoffSchema, readHandoff } from './state/handoff-shape.ts';
export { decisionId, decisionRecord, decisionsIn, scopeOf } from './state/mine-decisions.ts';
export { acceptanceIn, constraintsIn, statementOf } from './state/statements.ts';
