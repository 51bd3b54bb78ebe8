import { devNull } from 'node:os';
import { join } from 'node:path';
import type { GitState, RepoPath } from '../core/index.ts';
import { entryAt } from './entry-at.ts';
import { runGit } from './git.ts';
import { readContent } from './read-content.ts';
import { parentOf } from './repo-path.ts';

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

/** Of git's sources those of the repository alone: what a file is does not depend on the machine. */
const OWN_SOURCES = ['-c', `core.attributesFile=${devNull}`, 'check-attr', '-z', '--stdin'];

/**
 * Linguist's attributes of the given paths, as the repository's own files have them; none outside git. Git is
 * asked about a path where a file of the work tree that could speak of it mentions linguist. Fails with GIT_FAILED
 * or ABORTED.
 */
export async function readAttributes(
  root: string,
  paths: readonly RepoPath[],
  git: GitState | null,
  signal?: AbortSignal,
): Promise<Attributes> {
  if (git === null) return () => undefined;
  const asked = paths.filter(mayHaveAttributes(root, git));
  if (asked.length === 0) return () => undefined;
  const found = new Map<RepoPath, FileAttributes>();
  const { stdout } = await runGit(root, [...OWN_SOURCES, ...Object.keys(NAMES)], {
    input: `${asked.join('\0')}\0`,
    env: { GIT_ATTR_NOSYSTEM: '1' },
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

function mayHaveAttributes(root: string, { commonDir }: GitState): (path: RepoPath) => boolean {
  if (mentionsLinguist(commonDir, 'info/attributes')) return () => true;
  const folders = new Map<RepoPath, boolean>();
  const inFolder = (folder: RepoPath): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const mentioned =
      mentionsLinguist(root, folder === '' ? ATTRIBUTES : `${folder}/${ATTRIBUTES}`) ||
      (folder !== '' && inFolder(parentOf(folder)));
    folders.set(folder, mentioned);
    return mentioned;
  };
  return (path) => inFolder(parentOf(path));
}

const ATTRIBUTES = '.gitattributes';

/** Git reads no file of attributes through a link. */
function mentionsLinguist(root: string, path: RepoPath): boolean {
  if (entryAt(join(root, path)) === undefined) return false;
  const read = readContent(root, path);
  return 'skip' in read ? read.skip !== 'symlink' : Buffer.from(read.bytes).includes('linguist-');
}

function truthOf(value: string): boolean | null {
  if (value === 'set' || value === 'true') return true;
  return value === 'unset' || value === 'false' ? false : null;
}
