import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

process.env['GIT_CONFIG_GLOBAL'] = '/dev/null';
process.env['GIT_CONFIG_NOSYSTEM'] = '1';

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder, removed after the tests of the file. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-scan-')));
  made.push(folder);
  return folder;
}

/** Runs git as a fixed person at a fixed time. */
export function git(cwd: string, ...args: readonly string[]): string {
  const settings = ['user.name=Ada', 'user.email=ada@example.org', 'protocol.file.allow=always'];
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, GIT_AUTHOR_DATE: '1700000000 +0000', GIT_COMMITTER_DATE: '1700000000 +0000' },
  }).trim();
}

/** Writes files below a folder, making the folders above them. */
export function write(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** A repository with one commit of the given files, or without commits when there are none. */
export function tempRepository(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = tempFolder();
  git(root, 'init', '-q', '-b', 'main');
  write(root, files);
  if (Object.keys(files).length > 0) commitAll(root, 'first');
  return root;
}

export function commitAll(root: string, message: string): string {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '--allow-empty', '-m', message);
  return git(root, 'rev-parse', 'HEAD');
}
