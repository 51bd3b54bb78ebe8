import type { ManifestEntry, RepoPath, TreeState } from '../../core/index.ts';
import type { Db } from './open-database.ts';
import { type EntryRow, entryOf } from './rows.ts';

type Manifest = ReadonlyMap<RepoPath, ManifestEntry>;

/** What a writer has changed of a manifest: null where a line is gone. */
export type ManifestChange = ReadonlyMap<RepoPath, ManifestEntry | null>;

/** The manifest of one tree, read once and kept for all connections of a process. */
export interface ManifestKeeper {
  /** As of the edition. The map is kept up to date: it shows the last edition that was asked for or moved to. */
  readonly at: (db: Db, tree: number, edition: number) => Manifest;
  /** Takes a committed change over. */
  readonly move: (from: number, to: number, change: ManifestChange) => void;
}

export function createManifestKeeper(): ManifestKeeper {
  let kept: { readonly edition: number; readonly entries: Map<RepoPath, ManifestEntry> } | null = null;
  return {
    at: (db, tree, edition) => {
      if (kept?.edition !== edition) kept = { edition, entries: readManifest(db, tree) };
      return kept.entries;
    },
    move: (from, to, change) => {
      if (kept?.edition !== from) return;
      const { entries } = kept;
      for (const [path, entry] of change) {
        if (entry === null) entries.delete(path);
        else entries.set(path, entry);
      }
      kept = { edition: to, entries };
    },
  };
}

/** Null when the tree is not in the index. */
export function readTreeState(db: Db, tree: number): TreeState | null {
  const row = db
    .prepare(
      'SELECT complete, head, history_limit AS historyLimit, generation, edition FROM tree WHERE id = ?',
    )
    .get(tree) as (Omit<TreeState, 'complete'> & { readonly complete: number }) | undefined;
  return row === undefined ? null : { ...row, complete: row.complete === 1 };
}

export function requireTreeState(db: Db, tree: number): TreeState {
  const state = readTreeState(db, tree);
  if (state === null) throw new Error(`The index has no tree ${tree} any more.`);
  return state;
}

export function readManifest(db: Db, tree: number): Map<RepoPath, ManifestEntry> {
  const rows = db
    .prepare(`
    SELECT e.path, e.kind, e.skip, e.size, e.mtime, e.ctime, e.inode, e.racy, c.hash, c.language
    FROM entry e LEFT JOIN content c ON c.id = e.content WHERE e.tree = ?`)
    .all(tree) as EntryRow[];
  return new Map(rows.map((row) => [row.path, entryOf(row)]));
}
