import type { ManifestEntry, RepoPath, TreeState } from '../../core/index.ts';
import type { Db } from './open-database.ts';
import { type EntryRow, entryOf } from './rows.ts';

export function readTreeState(db: Db, tree: number): TreeState {
  const row = db.prepare('SELECT complete, head, generation FROM tree WHERE id = ?').get(tree) as {
    complete: number;
    head: string | null;
    generation: number;
  };
  return { complete: row.complete === 1, head: row.head, generation: row.generation };
}

export function readManifest(db: Db, tree: number): ReadonlyMap<RepoPath, ManifestEntry> {
  const rows = db
    .prepare(`
    SELECT e.path, e.kind, e.skip, e.size, e.mtime, e.ctime, e.inode, e.racy, c.hash, c.language
    FROM entry e LEFT JOIN content c ON c.id = e.content WHERE e.tree = ?`)
    .all(tree) as EntryRow[];
  return new Map(rows.map((row) => [row.path, entryOf(row)]));
}
