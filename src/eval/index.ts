export { type CompressionNumbers, compressionNumbers } from './compression/compression-numbers.ts';
export { compressionText } from './compression/compression-text.ts';
export { createJudge } from './compression/judge.ts';
export {
  type CompressionOptions,
  type CompressionSummary,
  runCompression,
} from './compression/run-compression.ts';
export {
  type EvalTask,
  groupByRepository,
  parseTasks,
  selectTasks,
  TASK_KINDS,
  type TaskKind,
} from './eval-task.ts';
export { goldOf } from './gold.ts';
export { compareOnHeldBack, type HeldBackComparison } from './held-back.ts';
export { type Prediction, parsePredictions, type RankedSpan } from './prediction.ts';
export { type RetrievalOptions, type RetrievalRun, runRetrieval } from './run-retrieval.ts';
export { type Estimate, estimate } from './statistics.ts';
export { type EvalSummary, type EvalSystem, summarize } from './summarize.ts';
export { summaryHtml } from './summary-html.ts';
export { summaryText } from './summary-text.ts';
export { type EvalWorkTree, findGitDirectory, openWorkTree } from './work-tree.ts';
