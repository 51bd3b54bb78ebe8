import type { CommitSummary, GitState, RepoPath } from '../core/index.ts';
import { readCommits } from './read-commits.ts';
import { dirtyPaths } from './working-diff.ts';

/** The state of a work tree with what has changed in it lately. */
export interface GitFacts extends GitState {
  readonly dirty: readonly RepoPath[];
  /** Newest first. */
  readonly recentCommits: readonly CommitSummary[];
}

/** Adds dirty paths and the last commits to a state. Fails with GIT_FAILED or ABORTED. */
export async function readGitFacts(root: string, git: GitState, signal?: AbortSignal): Promise<GitFacts> {
  const [dirty, history] = await Promise.all([
    dirtyPaths(root, signal),
    readCommits(root, { head: git.head, limit: 10, known: new Set(), signal }),
  ]);
  const recentCommits = history.added.map(({ sha, time, subject }) => ({ sha, time, subject }));
  return { ...git, dirty, recentCommits };
}
