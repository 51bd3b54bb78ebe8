import type { GitState, RepoPath } from '../core/index.ts';
import { runGit } from './git.ts';

/** What `.gitattributes` says for linguist; null where it says nothing. */
export interface FileAttributes {
  readonly generated: boolean | null;
  readonly vendored: boolean | null;
  readonly documentation: boolean | null;
}

const NAMES: Readonly<Record<string, keyof FileAttributes>> = {
  'linguist-generated': 'generated',
  'linguist-vendored': 'vendored',
  'linguist-documentation': 'documentation',
};

/** Attributes by path; undefined for paths without any. */
export type Attributes = (path: RepoPath) => FileAttributes | undefined;

const NOTHING: FileAttributes = { generated: null, vendored: null, documentation: null };

/** Linguist's attributes of the given paths; none outside git. Fails with GIT_FAILED or ABORTED. */
export async function readAttributes(
  root: string,
  paths: readonly RepoPath[],
  git: GitState | null,
  signal?: AbortSignal,
): Promise<Attributes> {
  if (git === null || paths.length === 0) return () => undefined;
  const found = new Map<RepoPath, FileAttributes>();
  const { stdout } = await runGit(root, ['check-attr', '-z', '--stdin', ...Object.keys(NAMES)], {
    input: `${paths.join('\0')}\0`,
    signal,
  });
  const words = stdout.toString('utf8').split('\0');
  for (let i = 0; i + 2 < words.length; i += 3) {
    const [path = '', name = '', value = ''] = [words[i], words[i + 1], words[i + 2]];
    const said = truthOf(value);
    const key = NAMES[name];
    if (said !== null && key !== undefined) found.set(path, { ...(found.get(path) ?? NOTHING), [key]: said });
  }
  return (path) => found.get(path);
}

function truthOf(value: string): boolean | null {
  if (value === 'set' || value === 'true') return true;
  return value === 'unset' || value === 'false' ? false : null;
}
