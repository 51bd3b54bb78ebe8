import { spawnSync } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';

/** What ripgrep prints below a folder; it is the one that comes with ctx, so that none is measured that is not there. */
export function ripgrep(cwd: string, args: readonly string[]): string {
  const { status, stdout, error } = spawnSync(rgPath, ['-n', ...args, '--', './'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  // 1: nothing matches.
  if (status === 0 || status === 1) return stdout;
  throw error ?? new Error(`ripgrep ended with ${status}.`);
}
