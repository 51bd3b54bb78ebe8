export { classifyPath } from './classify-path.ts';
export { decodeText } from './decode-text.ts';
export { type BinaryDescription, describeBinary } from './describe-binary.ts';
export { entryAt } from './entry-at.ts';
export { explainIgnore, type IgnoreExplanation } from './explain-ignore.ts';
export { findRoot, type Root, readGitState } from './find-root.ts';
export { followGit, type GitFollower } from './follow-git.ts';
export { type GitFacts, readGitFacts } from './git-facts.ts';
export { hashContent } from './hash-content.ts';
export type { IgnoreRule } from './ignore-rules.ts';
export { inspectContent } from './inspect-content.ts';
export { type ChangePlan, isRacy, planChanges, planPaths } from './plan-changes.ts';
export {
  createTreePlanner,
  isUnchanged,
  type PlanInput,
  type TreePlan,
  type TreePlanner,
} from './plan-tree.ts';
export { type Attributes, type FileAttributes, readAttributes } from './read-attributes.ts';
export { type CommitCode, readCommitCode } from './read-commit-code.ts';
export { type History, type HistoryOptions, readCommits } from './read-commits.ts';
export { type FileContent, MAX_FILE_BYTES, readContent, sameStamp } from './read-content.ts';
export { isAlwaysSkipped, toRepoPath } from './repo-path.ts';
export { type FactFile, gitSummary, repositoryFacts } from './repository-facts.ts';
export { searchText, type TextMatch, type TextSearch } from './search-text.ts';
export { createTreeScanner, type TreeScan, type TreeScanner, type Witness } from './tree-scanner.ts';
export { type WalkOptions, type WalkResult, walkTree } from './walk-tree.ts';
export { type Watcher, type WatchOptions, watchTree } from './watch-tree.ts';
export { createLineReader, type ReadLines } from './work-tree-lines.ts';
export { dirtyPaths, workingDiff } from './working-diff.ts';
