import { execFileSync, spawn } from 'node:child_process';
import { posix } from 'node:path';

export interface SourceFile {
  readonly path: string;
  /** Without line ends; one object for each content. */
  readonly lines: readonly string[];
}

const MAX_BYTES = 400_000;
const EXTENSIONS = new Set(
  (
    'py pyi pyx js jsx mjs cjs ts tsx mts cts svelte vue go rs java kt kts scala c h cc cpp cxx hpp hh hxx cs rb ' +
    'php swift ex exs lua hs zig sh bash pony m mm'
  ).split(' '),
);
const THIRD_PARTY = /(^|\/)(node_modules|vendor|third_party|dist)\/|\.min\.js$/;
const TEST =
  /(^|\/)(tests?|__tests__|__mocks__|specs?|testdata|fixtures?|e2e)\/|(^|\/)(test_[^/]+|conftest)\.py$|[_.-](test|spec)\.\w+$|Tests?\.\w+$/;

export interface FileOptions {
  /** Folder of the commit; '' for all. */
  readonly root: string;
  readonly withTests: boolean;
}

export interface CommitReader {
  /** Source files of a commit in the order of their paths. */
  files(commit: string, options: FileOptions): Promise<readonly SourceFile[]>;
}

/**
 * Reads commits from a git directory. What two commits read in a row share is read once: equal contents are the same
 * `lines` object, so that what follows from them can hang on it (`onceAText`).
 */
export function openCommits(gitDirectory: string): CommitReader {
  let kept: ReadonlyMap<string, readonly string[]> = new Map();
  return {
    files: async (commit, options) => {
      const entries = listTree(gitDirectory, commit, options);
      const missing = [...new Set(entries.map(({ blob }) => blob))].filter((blob) => !kept.has(blob));
      const texts = await readBlobs(gitDirectory, missing);
      const read = new Map(missing.map((blob, index) => [blob, linesOf(texts[index] ?? '')]));
      const blobs = entries.map(({ blob }) => [blob, kept.get(blob) ?? read.get(blob) ?? []] as const);
      kept = new Map(blobs);
      return entries.flatMap(({ path, blob }) => {
        const lines = kept.get(blob) ?? [];
        return lines.length === 0 ? [] : [{ path, lines }];
      });
    },
  };
}

/** Keeps what `derive` makes of the lines of a file as long as they are kept. */
export function onceAText<T>(derive: (lines: readonly string[]) => T): (lines: readonly string[]) => T {
  const known = new WeakMap<readonly string[], { readonly value: T }>();
  return (lines) => {
    const { value } = known.get(lines) ?? { value: derive(lines) };
    known.set(lines, { value });
    return value;
  };
}

/** None of what is binary. */
function linesOf(text: string): readonly string[] {
  if (text.includes('\0')) return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

interface TreeEntry {
  readonly path: string;
  readonly blob: string;
}

function listTree(
  gitDirectory: string,
  commit: string,
  { root, withTests }: FileOptions,
): readonly TreeEntry[] {
  const args = ['--git-dir', gitDirectory, 'ls-tree', '-r', '-l', '-z', commit];
  const listing = execFileSync('git', root === '' ? args : [...args, `${root}/`], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return listing.split('\0').flatMap((row) => {
    const tab = row.indexOf('\t');
    const [mode = '', type, blob = '', size = ''] = row.slice(0, Math.max(0, tab)).trim().split(/\s+/);
    const path = row.slice(tab + 1);
    const isSource =
      type === 'blob' && mode.startsWith('100') && EXTENSIONS.has(posix.extname(path).slice(1));
    const fits = Number(size) > 0 && Number(size) < MAX_BYTES;
    const wanted = isSource && fits && !THIRD_PARTY.test(path) && (withTests || !TEST.test(path));
    return wanted ? [{ path, blob }] : [];
  });
}

/** Texts of blobs in their order; null for one that the git directory lacks. */
async function readBlobs(
  gitDirectory: string,
  blobs: readonly string[],
): Promise<readonly (string | null)[]> {
  const git = spawn('git', ['--git-dir', gitDirectory, 'cat-file', '--batch'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, GIT_NO_LAZY_FETCH: '1' },
  });
  git.stdin.end(blobs.map((blob) => `${blob}\n`).join(''));
  const pieces: Buffer[] = [];
  for await (const piece of git.stdout) pieces.push(piece);
  const output = Buffer.concat(pieces);
  const texts: (string | null)[] = [];
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(10, at);
    const [, type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') {
      texts.push(null);
      continue;
    }
    texts.push(output.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return texts;
}
