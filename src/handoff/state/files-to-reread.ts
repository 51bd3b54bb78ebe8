import type { Handoff, RepoPath, RereadFile } from '../../core/index.ts';

const LIMIT = 30;
const FRAME_FILES = 6;
const RECENT_READS = 8;

/** Files whose current text the next agent needs: changed ones, those on failing frames, those read last. */
export function filesToReread(handoff: Handoff): readonly RereadFile[] {
  const found = new Map<RepoPath, string>();
  const add = (path: RepoPath, reason: string): void => {
    if (!found.has(path)) found.set(path, reason);
  };
  for (const { path, action } of [...handoff.workspace_changes].reverse()) {
    if (action !== 'deleted') add(path, `${action} here`);
  }
  const frames = handoff.test_results.flatMap(({ failures }) =>
    failures.flatMap((failure) => failure.frames),
  );
  const failing = new Set(frames.map((frame) => frame.replace(/:\d*$/, '')));
  for (const path of [...failing].slice(0, FRAME_FILES)) add(path, 'on the stack of a failing test');
  for (const { path } of handoff.files_read.slice(-RECENT_READS).reverse()) add(path, 'read last');
  return [...found].slice(0, LIMIT).map(([path, reason]) => ({ path, reason }));
}
