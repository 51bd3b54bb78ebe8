import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { CtxError } from '../core/index.ts';

export interface GitOptions {
  readonly signal?: AbortSignal | undefined;
  readonly input?: string | Buffer;
  /** Exit codes besides 0 that are answers, not failures. */
  readonly accept?: readonly number[];
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface GitOutput {
  readonly code: number;
  readonly stdout: Buffer;
}

/**
 * The repository's own configuration is untrusted: nothing in it may name a program that these commands run.
 * Attribute filters, which have no single switch, are handled by `filterOverrides`.
 */
const SAFE_CONFIG = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  'core.quotePath=true',
  'core.precomposeUnicode=true',
  'diff.autoRefreshIndex=true',
  'log.showSignature=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

/** The user's own git settings; everything else (GIT_DIR, GIT_TRACE, …) belongs to whoever started us. */
const KEPT_VARIABLES =
  /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|(?:KEY|VALUE)_\d+)|EXEC_PATH|CEILING_DIRECTORIES)$/;

function environment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => name !== 'NODE_EXTRA_CA_CERTS' && (!name.startsWith('GIT_') || KEPT_VARIABLES.test(name)),
  );
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    // Objects missing from a partial clone are never fetched: no transport is allowed.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    LC_ALL: 'C',
    LANGUAGE: 'C',
    ...extra,
  };
}

/** The error for a git process that failed with the given text on stderr. */
function gitFailure(args: readonly string[], code: number | null, stderr: string): CtxError {
  const said = stderr.trim().replace(/^fatal: /, '');
  return new CtxError(
    'GIT_FAILED',
    `git ${args[0] ?? ''} failed: ${said === '' ? `exit code ${code}` : said}`,
    {
      args,
      exitCode: code,
      stderr: said,
    },
  );
}

function startFailure(cwd: string, error: NodeJS.ErrnoException): CtxError {
  if (error.name === 'AbortError')
    return new CtxError('ABORTED', 'The operation was cancelled by its caller.', {}, error);
  if (error.code === 'ENOENT' && existsSync(cwd))
    return new CtxError(
      'GIT_FAILED',
      'git is not installed or not on PATH. Install it.',
      { missing: true },
      error,
    );
  return new CtxError('GIT_FAILED', `git could not be started: ${error.message}`, {}, error);
}

function feed(child: ChildProcess, input: string | Buffer | undefined): void {
  // A process that ends early closes its input; its exit code tells what happened.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input ?? '');
}

/**
 * Runs git in a folder and hands its output over in pieces; when `onData` answers false, git is stopped and
 * the call ends well. Gives the exit code. Fails with GIT_FAILED (git's own message) or ABORTED.
 */
export function streamGit(
  cwd: string,
  args: readonly string[],
  onData: (piece: Buffer) => boolean,
  options: GitOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...SAFE_CONFIG, ...args], {
      cwd,
      env: environment(options.env ?? {}),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    let stderr = '';
    let stopped = false;
    let failure: unknown;
    child.stderr.on('data', (piece: Buffer) => {
      if (stderr.length < 4000) stderr += piece.toString('utf8');
    });
    child.stdout.on('data', (piece: Buffer) => {
      if (stopped) return;
      try {
        stopped = !onData(piece);
      } catch (error) {
        failure = error;
        stopped = true;
      }
      if (stopped) child.kill('SIGKILL');
    });
    child.on('error', (error) => reject(startFailure(cwd, error)));
    child.on('close', (code) => {
      if (failure !== undefined) reject(failure);
      else if (stopped || code === 0) resolve(0);
      else if (code !== null && (options.accept ?? []).includes(code)) resolve(code);
      else reject(gitFailure(args, code, stderr));
    });
    feed(child, options.input);
  });
}

/** Runs git in a folder and gives all its output. Fails with GIT_FAILED (git's own message) or ABORTED. */
export async function runGit(
  cwd: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitOutput> {
  const pieces: Buffer[] = [];
  const code = await streamGit(cwd, args, (piece) => pieces.push(piece) > 0, options);
  return { code, stdout: Buffer.concat(pieces) };
}

/**
 * Environment that turns off the clean, smudge and process filters which the repository's own configuration
 * defines, so that comparing file contents runs none of them. Filters of the user's configuration stay.
 */
export async function filterOverrides(
  root: string,
  signal?: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await runGit(
    root,
    ['config', '-z', '--show-scope', '--name-only', '--get-regexp', '^filter\\..*\\.(clean|smudge|process)$'],
    { accept: [1], signal },
  );
  const words = stdout.toString('utf8').split('\0');
  const drivers = new Set<string>();
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [scope, key] = [words[i] ?? '', words[i + 1] ?? ''];
    if (scope === 'local' || scope === 'worktree') drivers.add(key.slice(0, key.lastIndexOf('.')));
  }
  const settings = [...drivers].flatMap((driver) => [
    [`${driver}.clean`, ''],
    [`${driver}.smudge`, ''],
    [`${driver}.process`, ''],
    [`${driver}.required`, 'false'],
  ]);
  const before = Number(process.env['GIT_CONFIG_COUNT'] ?? 0);
  const entries = settings.flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${before + i}`, key],
    [`GIT_CONFIG_VALUE_${before + i}`, value],
  ]);
  return settings.length === 0
    ? {}
    : Object.fromEntries([...entries, ['GIT_CONFIG_COUNT', String(before + settings.length)]]);
}

/** True for the failure that means "this folder belongs to no git work tree" (or git is missing). */
export function isNoWorkTree(error: unknown): boolean {
  if (!(error instanceof CtxError) || error.code !== 'GIT_FAILED') return false;
  const said = String(error.details['stderr'] ?? '');
  return error.details['missing'] === true || /not a git repository|must be run in a work tree/.test(said);
}
