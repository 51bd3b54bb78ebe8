import { devNull } from 'node:os';
import { join } from 'node:path';
import ignore from 'ignore';
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
 * asked about a path where a line on linguist, in a file of the work tree that could speak of it, may match it.
 * Fails with GIT_FAILED or ABORTED.
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

/** Says of a path whether a file of attributes may give it one of linguist's; too often rather than too seldom. */
type Gives = (path: RepoPath) => boolean;

const NEVER: Gives = () => false;
const ALWAYS: Gives = () => true;

function mayHaveAttributes(root: string, { commonDir }: GitState): Gives {
  const inRepository = linguistLines(commonDir, 'info/attributes');
  if (inRepository === ALWAYS) return ALWAYS;
  const folders = new Map<RepoPath, readonly Gives[]>();
  const inFolder = (folder: RepoPath): readonly Gives[] => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const own = linguistLines(root, folder === '' ? ATTRIBUTES : `${folder}/${ATTRIBUTES}`);
    const here: Gives = (path) => own(folder === '' ? path : path.slice(folder.length + 1));
    const above = folder === '' ? [] : inFolder(parentOf(folder));
    const all = own === NEVER ? above : [...above, here];
    folders.set(folder, all);
    return all;
  };
  return (path) => inRepository(path) || inFolder(parentOf(path)).some((gives) => gives(path));
}

const ATTRIBUTES = '.gitattributes';

/** Of paths relative to the folder of the file. Git reads no file of attributes through a link. */
function linguistLines(root: string, path: RepoPath): Gives {
  if (entryAt(join(root, path)) === undefined) return NEVER;
  const read = readContent(root, path);
  if ('skip' in read) return read.skip === 'symlink' ? NEVER : ALWAYS;
  const text = Buffer.from(read.bytes).toString('utf8');
  const lines = text
    .split('\n')
    .filter((line) => Object.keys(NAMES).some((name) => line.includes(name)) && !/^\s*#/.test(line));
  if (lines.length === 0) return NEVER;
  const patterns = lines.map((line) => line.trim().split(/\s/)[0] ?? '');
  // A macro may stand on any line; quotes, escapes and sets are left to git.
  if (patterns.some((pattern) => /^\[attr\]|["\\[\]!]/.test(pattern))) return ALWAYS;
  const matcher = ignore({ ignorecase: true }).add(patterns.map((pattern) => ({ pattern })));
  return (inside) => matcher.ignores(inside);
}

function truthOf(value: string): boolean | null {
  if (value === 'set' || value === 'true') return true;
  return value === 'unset' || value === 'false' ? false : null;
}
