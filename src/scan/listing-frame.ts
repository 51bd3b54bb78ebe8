import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type GitState, isCtxError, type RepoPath } from '../core/index.ts';
import { entryAt } from './entry-at.ts';
import { runGit } from './git.ts';
import { ancestorsOf } from './ignore-rules.ts';
import { isRacy } from './plan-changes.ts';
import { stampKey, stampOf } from './read-content.ts';
import { isAlwaysSkipped, parentOf } from './repo-path.ts';
import type { Listing } from './walk-tree.ts';

/**
 * All that the listing of a work tree comes from, besides the files themselves: git's index and settings, the
 * ignore files, and the folders with the names in them. While nothing of it changes, git would list the same.
 */
export interface ListingFrame {
  readonly gitDir: string;
  /** Milliseconds since the epoch. */
  readonly listedAt: number;
  readonly index: Mark;
  readonly settings: readonly Mark[];
  readonly rules: readonly Mark[];
  /** Repositories inside this one, and folders that have begun to be one. */
  readonly repositories: readonly Mark[];
  readonly folders: ReadonlyMap<RepoPath, Folder>;
  /** Whether rules win back what git ignores: nobody watches all of that. */
  readonly winsBack: boolean;
}

/** A file and what it was like; null where a later change of it could look the same. */
interface Mark {
  readonly place: string;
  readonly key: string | null;
}

interface Folder {
  readonly place: string;
  /** The stamp of when the names were read; null where they have to be read again. */
  key: string | null;
  /** With their types, in one text; null where the listing may have seen others. */
  readonly names: string | null;
  readonly children: readonly RepoPath[];
  /** Whether it has a file of that name. */
  readonly has: (name: string) => boolean;
}

export interface FrameInput {
  readonly root: string;
  readonly git: GitState | null;
  readonly listing: Listing;
  /** When the listing began. */
  readonly startedAt: number;
  readonly previous: ListingFrame | null;
  readonly signal?: AbortSignal | undefined;
}

/** Some file systems keep no times of folders: a listing is not trusted for longer, milliseconds. */
const MAX_AGE_MS = 60_000;

/**
 * What has to stay as it is for the listing to be used again; null where that cannot be told: outside git, or where
 * a folder is a link or has no name in UTF-8. What changed while it was listed, or shortly before, is marked so
 * that the frame does not hold.
 */
export async function recordFrame(input: FrameInput): Promise<ListingFrame | null> {
  const { root, git, listing, startedAt, previous, signal } = input;
  if (git === null) return null;
  try {
    const own = listing.all.filter(({ skip }) => skip !== null).map(({ path }) => path);
    const folders = await readFolders(input, new Set(own));
    if (folders === null) return null;
    const kept = previous?.settings.every((mark) => mark.key === fileKey(mark.place)) ? previous : null;
    const mark = (place: string): Mark => markFile(place, startedAt);
    const having = (name: string) => [...folders].filter(([, { has }]) => has(name)).map(([path]) => path);
    const begun = having('.git').filter((path) => path !== '');
    const rules = [...having('.gitignore').map((path) => join(path, '.gitignore')), ...listing.ruleFiles];
    return {
      gitDir: git.gitDir,
      listedAt: startedAt,
      index: mark(join(git.gitDir, 'index')),
      settings: kept?.settings ?? (await settingFiles(root, git, signal)).map(mark),
      rules: rules.map((path) => mark(join(root, path))),
      repositories: [...own, ...begun].map((path) => markRepository(join(root, path))),
      folders,
      winsBack: listing.rules.winBack.length > 0,
    };
  } catch (error) {
    // Something went or changed meanwhile: the next listing is recorded.
    if (isCtxError(error, 'GIT_FAILED') || (error instanceof Error && 'syscall' in error)) return null;
    throw error;
  }
}

/** True while git would list the same. Folders that only seemed to change are marked as they are now. */
export function isCurrent(frame: ListingFrame, git: GitState | null, now: number): boolean {
  try {
    return holds(frame, git, now);
  } catch {
    // Something of it cannot be looked at any more.
    return false;
  }
}

function holds(frame: ListingFrame, git: GitState | null, now: number): boolean {
  if (!isGoverned(frame, git, now)) return false;
  if (!frame.repositories.every(({ place, key }) => key === repositoryKey(place))) return false;
  for (const folder of frame.folders.values()) if (!hasSameNames(folder, now)) return false;
  return true;
}

/** True while what git goes by, besides the folders, is as it was. */
export function isGoverned(frame: ListingFrame, git: GitState | null, now: number): boolean {
  if (frame.gitDir !== git?.gitDir || Math.abs(now - frame.listedAt) > MAX_AGE_MS) return false;
  const files = [frame.index, ...frame.settings, ...frame.rules];
  return files.every(({ place, key }) => key === fileKey(place));
}

function fileKey(place: string): string {
  try {
    return stampKey(entryAt(place));
  } catch {
    return 'out of reach';
  }
}

function markFile(place: string, startedAt: number): Mark {
  const stats = entryAt(place);
  const racy = stats !== undefined && isRacy(stampOf(stats), startedAt);
  return { place, key: racy ? null : stampKey(stats) };
}

function markRepository(place: string): Mark {
  return { place, key: repositoryKey(place) };
}

/** What git looks at to tell a repository from a folder; its content changes all the time. */
function repositoryKey(place: string): string {
  const stats = entryAt(join(place, '.git'));
  if (stats?.isFile()) return stampKey(stats);
  const parts = ['HEAD', 'objects', 'refs'].map((name) => existsSync(join(place, '.git', name)));
  return [stats?.ino, ...parts].join(':');
}

// ─── folders ────────────────────────────────────────────────────────────────────────────────────────────

/**
 * The folders in which git looks for files, and those in which files may be won back; null where one of them is not
 * what it seems.
 */
async function readFolders(
  { root, listing, startedAt, previous, signal }: FrameInput,
  repositories: ReadonlySet<RepoPath>,
): Promise<Map<RepoPath, Folder> | null> {
  const folders = new Map<RepoPath, Folder>();
  const mayWinBack = isWonBackIn(listing.rules.winBack);
  let wanted = foldersAbove(listing);
  while (wanted.size > 0) {
    const children: RepoPath[] = [];
    for (const path of wanted) {
      const folder = readFolder(root, path, startedAt, previous?.folders.get(path));
      if (folder === null) return null;
      folders.set(path, folder);
      for (const child of folder.children) if (!wanted.has(child)) children.push(child);
    }
    // Files of repositories and of ignored folders can be won back as well.
    const searched = children.filter(mayWinBack);
    const unlisted = children.filter((child) => !mayWinBack(child) && !repositories.has(child));
    // Empty ones, and those with nothing but ignored files: something may be put there.
    wanted = new Set([...searched, ...(await withoutIgnored(root, unlisted, signal))]);
  }
  return folders;
}

/** Tells the folders above, at and below places where rules win back. */
function isWonBackIn(places: readonly RepoPath[]): (folder: RepoPath) => boolean {
  const at = new Set(places);
  const above = new Set(places.flatMap(ancestorsOf));
  if (at.has('')) return () => true;
  return (folder) => at.has(folder) || above.has(folder) || ancestorsOf(folder).some((path) => at.has(path));
}

function foldersAbove(listing: Listing): Set<RepoPath> {
  const folders = new Set<RepoPath>(['']);
  for (const { path } of listing.all)
    for (let above = parentOf(path); !folders.has(above); above = parentOf(above)) folders.add(above);
  return folders;
}

async function withoutIgnored(
  root: string,
  folders: readonly RepoPath[],
  signal: AbortSignal | undefined,
): Promise<Set<RepoPath>> {
  if (folders.length === 0) return new Set();
  const { stdout } = await runGit(root, ['check-ignore', '-z', '--stdin'], {
    // The command takes names as they are, but refuses the variable that says so; `./` hides a leading colon.
    input: folders.map((path) => `./${path}\0`).join(''),
    env: { GIT_LITERAL_PATHSPECS: '0' },
    accept: [1],
    signal,
  });
  const ignored = new Set(stdout.toString('utf8').split('\0'));
  return new Set(folders.filter((path) => !ignored.has(`./${path}`)));
}

/** Null where it is no folder, is gone, or holds a folder without a name in UTF-8. */
function readFolder(
  root: string,
  path: RepoPath,
  startedAt: number,
  previous: Folder | undefined,
): Folder | null {
  const place = path === '' ? root : `${root}/${path}`;
  const stats = entryAt(place);
  if (stats?.isDirectory() !== true) return null;
  const key = stampKey(stats);
  if (previous?.key === key && previous.names !== null) return previous;
  const names = readNames(place);
  const children: RepoPath[] = [];
  for (const name of names) {
    const bytes = Buffer.from(name.slice(1), 'latin1');
    if (!name.startsWith(FOLDER) || isAlwaysSkipped(name.slice(1))) continue;
    if (!isUtf8(bytes)) return null;
    children.push(path === '' ? bytes.toString('utf8') : `${path}/${bytes.toString('utf8')}`);
  }
  const text = names.join('\0');
  const racy = isRacy(stampOf(stats), startedAt);
  return {
    place,
    key: racy ? null : key,
    names: racy ? null : text,
    children,
    has: (name) => names.some((own) => own.slice(1) === name),
  };
}

const FOLDER = 'd';

/** Names as bytes, each with its type before it, in order. */
function readNames(place: string): string[] {
  return readdirSync(place, { withFileTypes: true, encoding: 'latin1' })
    .map((entry) => (entry.isDirectory() ? FOLDER : entry.isFile() ? 'f' : 'o') + entry.name)
    .sort();
}

function hasSameNames(folder: Folder, now: number): boolean {
  const stats = entryAt(folder.place);
  if (stats?.isDirectory() !== true || folder.names === null) return false;
  const key = stampKey(stats);
  if (folder.key === key) return true;
  if (readNames(folder.place).join('\0') !== folder.names) return false;
  folder.key = isRacy(stampOf(stats), now) ? null : key;
  return true;
}

// ─── settings ───────────────────────────────────────────────────────────────────────────────────────────

/** Files, existing or not, in which git looks for settings and for rules of the user. */
async function settingFiles(
  root: string,
  git: GitState,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const [origins, excludes] = await Promise.all([
    runGit(root, ['config', '-z', '--show-origin', '--name-only', '--list'], { signal }),
    runGit(root, ['config', '-z', '--path', '--get', 'core.excludesFile'], { accept: [1], signal }),
  ]);
  const used = origins.stdout
    .toString('utf8')
    .split('\0')
    .filter((word) => word.startsWith('file:'))
    .map((word) => resolve(root, word.slice('file:'.length)));
  const ofUser = join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'git');
  const chosen = excludes.stdout.toString('utf8').split('\0')[0] ?? '';
  return [
    ...new Set([
      ...used,
      join(git.commonDir, 'config'),
      join(git.gitDir, 'config.worktree'),
      join(git.commonDir, 'info/exclude'),
      process.env['GIT_CONFIG_GLOBAL'] ?? join(homedir(), '.gitconfig'),
      join(ofUser, 'config'),
      join(ofUser, 'ignore'),
      '/etc/gitconfig',
      ...(chosen === '' ? [] : [resolve(root, chosen)]),
    ]),
  ];
}
