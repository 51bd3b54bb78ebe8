import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const FIXTURE = resolve(import.meta.dirname, '../../fixtures/auth-cache');

export interface AuthRepository {
  readonly root: string;
  /** Puts the uncommitted fix into the work tree. */
  readonly applyFix: () => void;
  readonly remove: () => void;
}

/** The fixture as a git repository with two commits, the same bytes every time. */
export function createAuthRepository(): AuthRepository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-auth-')));
  const copy = (from: string): void => cpSync(join(FIXTURE, from), root, { recursive: true });
  git(root, ['init', '--quiet', '--initial-branch=main']);
  copy('tree');
  copy('earlier');
  commit(root, '2026-11-02T10:00:00Z', 'Orders client with a token cache');
  copy('tree');
  commit(
    root,
    '2026-11-23T10:00:00Z',
    'Hold the cache lock only while the table is touched\n\nA refresh under the lock blocked every other client.',
  );
  return { root, applyFix: () => copy('working'), remove: () => rmSync(root, { recursive: true }) };
}

function commit(root: string, date: string, message: string): void {
  git(root, ['add', '--all']);
  git(root, ['commit', '--quiet', '--message', message], { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
}

function git(root: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const identity = {
    GIT_AUTHOR_NAME: 'Dev',
    GIT_AUTHOR_EMAIL: 'dev@example.test',
    GIT_COMMITTER_NAME: 'Dev',
    GIT_COMMITTER_EMAIL: 'dev@example.test',
  };
  const isolation = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  execFileSync('git', args, { cwd: root, env: { ...process.env, ...identity, ...isolation, ...env } });
}
