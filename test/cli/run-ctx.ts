import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const DIST = resolve(import.meta.dirname, '../../dist/cli');
export const MAIN = join(DIST, 'main.js');
const AUTH_CACHE = resolve(import.meta.dirname, '../../fixtures/auth-cache');

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const base = mkdtempSync(join(tmpdir(), 'ctx-cli-'));
const home = join(base, 'home');
mkdirSync(home);

/** No setting of the machine reaches a test. */
export const ENV: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  GIT_CONFIG_GLOBAL: join(home, 'none'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

export function removeFolders(): void {
  rmSync(base, { recursive: true, force: true });
}

export function emptyFolder(): string {
  return mkdtempSync(join(base, 'repo-'));
}

export function commitAll(folder: string): void {
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'Lock the auth cache while a token is refreshed'],
  ]) {
    execFileSync('git', args, { cwd: folder, env: ENV });
  }
}

/** The auth cache as a git repository of its own. */
export function authCache(): string {
  const folder = emptyFolder();
  cpSync(join(AUTH_CACHE, 'tree'), folder, { recursive: true });
  commitAll(folder);
  return folder;
}

export function failureFile(): string {
  return join(AUTH_CACHE, 'failures/test_cache.txt');
}

/** Starts the built program. */
export function start(folder: string, args: readonly string[], options: RunOptions = {}): ChildProcess {
  if (!existsSync(MAIN)) throw new Error('dist/cli/main.js is not there: run `npm run build` first.');
  return spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: { ...ENV, ...options.env } });
}

/** Runs the built program to its end. */
export function ctx(folder: string, args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = start(folder, args, options);
  child.stdin?.end(options.input ?? '');
  return outcome(child);
}

/** Runs the built program in this process: for what does not hang on a process of its own. */
export async function ctxHere(
  folder: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Run> {
  const { runCli }: typeof import('../../src/cli/run-cli.ts') = await import(
    pathToFileURL(join(DIST, 'run-cli.js')).href
  );
  const stdout: string[] = [];
  const stderr: string[] = [];
  const place = args.some((arg) => arg === '-C' || arg === '--root') ? [] : ['-C', folder];
  const code = await runCli([...place, ...args], {
    stdout: { write: (text) => stdout.push(text) },
    stderr: { write: (text) => stderr.push(text) },
    stdin: Readable.from([Buffer.from(options.input ?? '')], { objectMode: true }),
    env: { ...ENV, ...options.env },
    on: () => {},
    off: () => {},
  });
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

export function outcome(child: ChildProcess): Promise<Run> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    stdout += piece;
  });
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    stderr += piece;
  });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}

/** Resolves when a stream has said something that matches. */
export function heard(child: ChildProcess, stream: 'stdout' | 'stderr', pattern: RegExp): Promise<void> {
  let text = '';
  return new Promise((done, failed) => {
    child[stream]?.on('data', (piece: string | Buffer) => {
      text += piece.toString();
      if (pattern.test(text)) done();
    });
    child.on('close', () => failed(new Error(`The program ended before it said ${pattern}: ${text}`)));
  });
}
