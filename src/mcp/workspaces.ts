/** The work trees that one server answers for. */
import { basename, resolve } from 'node:path';
import {
  type Context,
  CtxError,
  type IndexProgress,
  isCtxError,
  type OpenOptions,
  openContext,
  type TreeReport,
  type WatchHandle,
} from '../index.ts';
import type { Readiness } from './tool.ts';

export interface Workspace {
  readonly context: Context;
  readonly readiness: () => Readiness;
  /**
   * Brings the index up to date; null while the first one is made. Callers that come while a run is under way share
   * the next one: what they have changed before is in it.
   */
  readonly freshen: () => Promise<TreeReport | null>;
  readonly close: () => Promise<void>;
}

export interface Workspaces {
  /** By path or folder name; the first where none is named. Fails as `openContext`, with OUTSIDE_ROOT or AMBIGUOUS. */
  readonly get: (root?: string) => Promise<Workspace>;
  /** Folders that the host offers now; those that are gone are closed. */
  readonly setRoots: (folders: readonly string[]) => Promise<void>;
  readonly roots: () => readonly string[];
  readonly close: () => Promise<void>;
}

export interface WorkspaceOptions {
  /** Where nothing is offered. */
  readonly start: readonly string[];
  readonly open?: OpenOptions;
  /** Follows changes, to have the index ready when the next call comes. */
  readonly watch: boolean;
  readonly onNote?: (text: string) => void;
}

export function createWorkspaces(options: WorkspaceOptions): Workspaces {
  const start = options.start.map((folder) => resolve(folder));
  let offered: readonly string[] = start;
  const opened = new Map<string, Promise<Workspace>>();

  const get = (root?: string): Promise<Workspace> => {
    const folder = folderNamed(root, offered);
    const known = opened.get(folder);
    if (known !== undefined) return known;
    const opening = openWorkspace(folder, options);
    opened.set(folder, opening);
    opening.catch(() => opened.delete(folder));
    return opening;
  };

  const closeAll = async (folders: readonly string[]): Promise<void> => {
    for (const folder of folders) {
      const workspace = opened.get(folder);
      opened.delete(folder);
      await workspace?.then(({ close }) => close()).catch(() => {});
    }
  };

  return {
    get: async (root) => get(root),
    setRoots: async (folders) => {
      offered = folders.length === 0 ? start : [...new Set(folders.map((folder) => resolve(folder)))];
      await closeAll([...opened.keys()].filter((folder) => !offered.includes(folder)));
    },
    roots: () => offered,
    close: () => closeAll([...opened.keys()]),
  };
}

function folderNamed(root: string | undefined, offered: readonly string[]): string {
  const exact = root === undefined ? offered[0] : offered.find((path) => path === resolve(root));
  if (exact !== undefined) return exact;
  const [named, another] = offered.filter((path) => basename(path) === root);
  const candidates = offered;
  if (named === undefined)
    throw new CtxError(
      'OUTSIDE_ROOT',
      `${root ?? 'Nothing'} is none of the open work trees: ${offered.join(', ')}.`,
      { candidates },
    );
  if (another !== undefined)
    throw new CtxError('AMBIGUOUS', `Several open work trees are named ${root}: give the path of one.`, {
      candidates,
    });
  return named;
}

const LOCKED_PAUSE_MS = 1_000;

async function openWorkspace(folder: string, { open, watch, onNote }: WorkspaceOptions): Promise<Workspace> {
  const context = await openContext(folder, open);
  await context.calls.interruptAbandoned();
  let ready = await isComplete(context);
  let progress: IndexProgress | null = null;
  let watcher: WatchHandle | null = null;
  const closing = new AbortController();

  const build = async (): Promise<void> => {
    while (!ready && !closing.signal.aborted) {
      try {
        const onProgress = (step: IndexProgress): void => {
          progress = step;
        };
        await context.index({ signal: closing.signal, onProgress });
        ready = true;
      } catch (error) {
        if (!isCtxError(error, 'LOCKED')) throw error;
        await pause(LOCKED_PAUSE_MS, closing.signal);
        ready = await isComplete(context);
      }
    }
  };

  const follow = async (): Promise<void> => {
    if (watch && !closing.signal.aborted) watcher = await context.watch({ onError: () => {} });
    if (closing.signal.aborted) await watcher?.close();
  };

  const background = build()
    .then(follow)
    .catch((error: unknown) => {
      if (!closing.signal.aborted) onNote?.(error instanceof Error ? error.message : String(error));
    });

  const freshen = shareRuns(async (): Promise<TreeReport | null> => {
    if (!ready) return null;
    return context.state({ freshness: 'sync', signal: closing.signal });
  });

  return {
    context,
    readiness: () => (ready ? { state: 'ready' } : { state: 'building', progress }),
    freshen,
    close: async () => {
      closing.abort();
      await watcher?.close();
      await context.close();
      await background;
    },
  };
}

async function isComplete(context: Context): Promise<boolean> {
  try {
    return (await context.state({ freshness: 'stored' })).completeness === 'complete';
  } catch (error) {
    if (isCtxError(error)) return false;
    throw error;
  }
}

/** One run at a time. A caller never gets the result of a run that began before it called. */
function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<void> | null = null;
  let next: Promise<T> | null = null;
  const ended = (): void => {
    running = null;
  };
  const begin = (): Promise<T> => {
    next = null;
    const own = run();
    running = own.then(ended, ended);
    return own;
  };
  return () => {
    if (next !== null) return next;
    if (running === null) return begin();
    next = running.then(begin);
    return next;
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
