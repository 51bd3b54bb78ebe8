import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { CtxError, type RepoPath } from '../core/index.ts';
import { entryAt } from './entry-at.ts';
import { ancestorsOf } from './ignore-rules.ts';
import { parentOf, type RawPath, splitPaths } from './repo-path.ts';

export interface PlainList {
  readonly paths: readonly RawPath[];
  /** Folders that ripgrep could not enter, in its own words. */
  readonly notes: readonly string[];
}

/** What package managers install and interpreters write: outside git nothing else says that it is no source. */
export const INSTALLED_FOLDERS: readonly string[] = ['node_modules', '.venv', '__pycache__'];

/**
 * Files below some places of a tree by ripgrep's walk, hidden ones too, `.git` and `.ctx` left out. Without
 * `everything`, `.gitignore` files and the user's global excludes apply (also outside git), and installed folders are
 * left out.
 */
export async function listPlain(
  root: string,
  options: {
    readonly everything: boolean;
    readonly places?: readonly RepoPath[];
    readonly signal?: AbortSignal | undefined;
  },
): Promise<PlainList> {
  const { rgPath } = await import('@vscode/ripgrep');
  const places = (options.places ?? ['']).filter(
    (place) => entryAt(join(root, place))?.isSymbolicLink() === false,
  );
  if (places.length === 0) return { paths: [], notes: [] };
  const walk = ['--files', '--no-config', '--hidden', '--null', '--no-ignore-parent', '--no-ignore-dot'];
  const without = INSTALLED_FOLDERS.flatMap((name) => ['--glob', `!${name}`]);
  const sources = options.everything ? ['--no-ignore'] : ['--no-require-git', ...without];
  const skips = ['--glob', '!.git', '--glob', '!.ctx'];
  const args = [...walk, ...sources, ...skips, '--', ...places.map((place) => `./${place}`)];
  const { stdout, stderr } = await runRipgrep(rgPath, args, root, options.signal);
  return {
    paths: splitPaths(stdout).map(plainPath),
    notes: stderr === '' ? [] : stderr.split('\n').slice(0, 5),
  };
}

function plainPath({ path, raw }: RawPath): RawPath {
  const native = sep === '/' ? path : path.split(sep).join('/');
  return native.startsWith('./')
    ? { path: native.slice(2), raw: raw?.subarray(2) ?? null }
    : { path: native, raw };
}

function runRipgrep(
  program: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly stdout: Buffer; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...(signal === undefined ? {} : { signal }),
    });
    const pieces: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.on('data', (piece: Buffer) => {
      if (stderr.length < 4000) stderr += piece.toString('utf8');
    });
    child.on('error', (error) =>
      reject(
        error.name === 'AbortError'
          ? new CtxError('ABORTED', 'The operation was cancelled by its caller.', {}, error)
          : new CtxError('RUNTIME', `ripgrep could not be started: ${error.message}`, {}, error),
      ),
    );
    // Code 1: no file found. Code 2: some folders failed, the rest is listed.
    child.on('close', (code) =>
      code === null
        ? reject(new CtxError('RUNTIME', 'ripgrep was killed while it listed the files.', { cwd }))
        : resolve({ stdout: Buffer.concat(pieces), stderr: stderr.trim() }),
    );
  });
}

/** Links and special files, which ripgrep leaves out, in the folders that hold the listed files. */
export function listUnwalked(root: string, paths: readonly RawPath[]): RawPath[] {
  const folders = new Set<RepoPath>(['']);
  for (const { path, raw } of paths) {
    if (raw !== null || folders.has(parentOf(path))) continue;
    for (const folder of ancestorsOf(path)) folders.add(folder);
  }
  return [...folders].flatMap((folder) => {
    try {
      return readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => !entry.isFile() && !entry.isDirectory())
        .map((entry) => ({ path: folder === '' ? entry.name : `${folder}/${entry.name}`, raw: null }));
    } catch {
      // The folder vanished since it was listed.
      return [];
    }
  });
}
