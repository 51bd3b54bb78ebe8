import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { RepoPath } from '../core/index.ts';
import { entryAt } from './entry-at.ts';
import { isAlwaysSkipped } from './repo-path.ts';

export interface WatchOptions {
  /** Files and folders that may have changed, in order; null when any may have. */
  readonly onChange: (paths: readonly RepoPath[] | null) => void;
  /** Folders (and files) not worth watching. */
  readonly ignored: (path: RepoPath) => boolean;
  /** Quiet time before `onChange`, milliseconds; default 100. */
  readonly quietMs?: number;
  /** Default: `folders` on Linux, `chokidar` elsewhere. */
  readonly kind?: Watcher['kind'];
}

export interface Watcher {
  /** `chokidar`, or `folders`: one watch a folder. */
  readonly kind: 'chokidar' | 'folders';
  /**
   * What was seen since the last call, what the system has reported up to now included; null when anything may
   * have changed.
   */
  seen(): Promise<readonly RepoPath[] | null>;
  close(): Promise<void>;
}

/** More changed paths than this are reported as "any". */
const MAX_PATHS = 2000;

/**
 * Watches a tree without following links. Changes are gathered until it is quiet; nothing is promised about
 * completeness: a reader still compares stamps. Fails when the system refuses the first watch.
 */
export async function watchTree(root: string, options: WatchOptions): Promise<Watcher> {
  const skips = (path: RepoPath): boolean => isAlwaysSkipped(path) || options.ignored(path);
  const gathered = gather(options.onChange, options.quietMs ?? 100);
  const kind = options.kind ?? (process.platform === 'linux' ? 'folders' : 'chokidar');
  return kind === 'folders'
    ? new FolderWatch(root, skips, gathered)
    : await watchWithChokidar(root, skips, gathered);
}

interface Gathered {
  readonly add: (path: RepoPath | null) => void;
  readonly seen: Watcher['seen'];
  readonly stop: () => void;
}

/** Debounce that cannot be starved: a burst is reported after ten quiet times at the latest. */
function gather(onChange: WatchOptions['onChange'], quietMs: number): Gathered {
  const paths = new Set<RepoPath>();
  let any = false;
  let unseen: Set<RepoPath> | null = new Set();
  let quiet: NodeJS.Timeout | undefined;
  let latest: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(quiet);
    clearTimeout(latest);
    latest = undefined;
  };
  const flush = (): void => {
    stop();
    const changed = any || paths.size > MAX_PATHS ? null : [...paths].sort();
    paths.clear();
    any = false;
    onChange(changed);
  };
  return {
    add: (path) => {
      if (path === null) any = true;
      else if (paths.size <= MAX_PATHS) paths.add(path);
      if (path === null || (unseen?.size ?? 0) > MAX_PATHS) unseen = null;
      else unseen?.add(path);
      clearTimeout(quiet);
      quiet = setTimeout(flush, quietMs);
      latest ??= setTimeout(flush, quietMs * 10);
    },
    seen: async () => {
      // The system's reports are read once in each turn of the event loop; this turn may have read them already.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      const seen = unseen === null ? null : [...unseen].sort();
      unseen = new Set();
      return seen;
    },
    stop,
  };
}

function foldersIn(root: string, folder: RepoPath, skips: (path: RepoPath) => boolean): RepoPath[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => childOf(folder, entry.name))
      .filter((path) => !skips(path));
  } catch {
    // Gone or not readable: nothing to watch.
    return [];
  }
}

async function watchWithChokidar(
  root: string,
  skips: (path: RepoPath) => boolean,
  gathered: Gathered,
): Promise<Watcher> {
  const { watch: watchPaths } = await import('chokidar');
  const below = (path: string): RepoPath => relative(root, path).split(sep).join('/');
  const watcher = watchPaths(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => path !== root && skips(below(path)),
  });
  watcher.on('all', (_, path) => gathered.add(below(path)));
  await new Promise<void>((resolve, reject) => {
    watcher.once('ready', resolve);
    watcher.once('error', reject);
  });
  watcher.on('error', () => gathered.add(null));
  return {
    kind: 'chokidar',
    seen: gathered.seen,
    close: async () => {
      gathered.stop();
      await watcher.close();
    },
  };
}

/**
 * One non-recursive watch a folder: on Linux cheaper than a watch a file, and it does not lose a folder that is
 * removed and made again at once, as a change of branch does. Any event makes the folder be read again, so that folders made inside it
 * get their own watch and what was put there before is reported.
 */
class FolderWatch implements Watcher {
  readonly kind = 'folders';
  readonly #root: string;
  readonly #skips: (path: RepoPath) => boolean;
  readonly #gathered: Gathered;
  readonly #watched = new Map<RepoPath, { readonly watcher: FSWatcher; readonly inode: number }>();

  constructor(root: string, skips: (path: RepoPath) => boolean, gathered: Gathered) {
    this.#root = root;
    this.#skips = skips;
    this.#gathered = gathered;
    this.#watched.set('', { watcher: this.#open(''), inode: 0 });
    for (const child of foldersIn(root, '', skips)) this.#follow(child, false);
  }

  seen(): Promise<readonly RepoPath[] | null> {
    return this.#gathered.seen();
  }

  async close(): Promise<void> {
    this.#gathered.stop();
    this.#forget('');
  }

  #open(folder: RepoPath): FSWatcher {
    const watcher = watch(join(this.#root, folder));
    watcher.on('change', (_, name) => this.#onEvent(folder, name === null ? null : String(name)));
    watcher.on('error', () => {
      this.#forget(folder);
      this.#gathered.add(null);
    });
    return watcher;
  }

  #follow(folder: RepoPath, fresh: boolean): void {
    const inode = entryAt(join(this.#root, folder))?.ino;
    const known = this.#watched.get(folder);
    if (inode === undefined || known?.inode === inode) return;
    // Another folder of the same name: the old watches see nothing any more.
    if (known !== undefined) this.#forget(folder);
    try {
      this.#watched.set(folder, { watcher: this.#open(folder), inode });
    } catch {
      // Gone again, or the system's limit of watches is reached: what happens there cannot be seen.
      this.#gathered.add(null);
      return;
    }
    if (fresh) this.#gathered.add(folder);
    for (const child of foldersIn(this.#root, folder, this.#skips)) this.#follow(child, fresh);
  }

  /** Ends the watches of a folder and of all below it. */
  #forget(folder: RepoPath): void {
    for (const [path, { watcher }] of [...this.#watched]) {
      if (folder !== '' && path !== folder && !path.startsWith(`${folder}/`)) continue;
      watcher.close();
      this.#watched.delete(path);
    }
  }

  /** A folder that goes reports its own name; another may stand in its place already. */
  #onGone(folder: RepoPath): void {
    this.#gathered.add(folder === '' ? null : folder);
    this.#forget(folder);
    if (folder !== '') this.#follow(folder, true);
  }

  #onEvent(folder: RepoPath, name: string | null): void {
    const path = name === null ? null : childOf(folder, name);
    if (path !== null && name === basename(join(this.#root, folder)) && !exists(this.#root, path)) {
      this.#onGone(folder);
      return;
    }
    if (path === null || !this.#skips(path)) this.#gathered.add(path);
    const present = new Set(foldersIn(this.#root, folder, this.#skips));
    for (const child of present) this.#follow(child, true);
    if (path !== null && !present.has(path) && this.#watched.has(path)) this.#forget(path);
  }
}

function exists(root: string, path: RepoPath): boolean {
  return entryAt(join(root, path)) !== undefined;
}

function childOf(folder: RepoPath, name: string): RepoPath {
  return folder === '' ? name : `${folder}/${name}`;
}
