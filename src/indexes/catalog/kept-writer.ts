import type { IndexWriter, ManifestEntry, RepoPath, TreeState } from '../../core/index.ts';
import type { VectorStore } from '../vectors/vector-store.ts';
import { createIndexWriter } from './index-writer.ts';
import { type Lease, takeLease } from './lease.ts';
import { type ManifestKeeper, readTreeState } from './manifest.ts';
import { type Db, identityOf, openIndexForWriting } from './open-database.ts';

/** A tree as it is in the store. */
export interface KnownTree {
  readonly state: TreeState;
  readonly manifest: ReadonlyMap<RepoPath, ManifestEntry>;
}

/** The writer of one tree, whose connection stays open from one run to the next. */
export interface KeptWriter {
  /** Null before the first write, and where the file is not the one that was written. */
  readonly known: () => KnownTree | null;
  /**
   * Runs with the lease. `rebuilt` says why an older index was set aside. Fails with LOCKED, and with whatever
   * the work fails with: then the connection is closed.
   */
  readonly write: <T>(work: (writer: IndexWriter, rebuilt: string | null) => Promise<T>) => Promise<T>;
  readonly close: () => void;
}

export interface KeptWriterParts {
  readonly file: string;
  readonly root: string;
  readonly manifests: ManifestKeeper;
  readonly dimensions: () => Promise<number>;
  readonly vectorsOn: (db: Db) => Promise<VectorStore>;
  readonly now: () => number;
}

interface Connection {
  readonly db: Db;
  readonly file: string;
  /** Another embedder makes the tables of the vectors anew. */
  readonly schema: unknown;
  readonly tree: number | undefined;
  readonly writer: IndexWriter;
}

export function createKeptWriter(parts: KeptWriterParts): KeptWriter {
  const { file, root, manifests, now } = parts;
  let kept: Connection | null = null;
  let lease: Lease | null = null;

  const close = (): void => {
    kept?.writer.close();
    kept = null;
  };

  const isUsable = ({ db, file: identity, schema, tree }: Connection): boolean =>
    identityOf(file) === identity && schemaOf(db) === schema && treeOf(db, root) === tree;

  const connect = async (db: Db): Promise<Connection> => {
    const vectors = await parts.vectorsOn(db);
    const dimensions = await parts.dimensions();
    const relay: Lease = { beat: () => lease?.beat(), release: () => {} };
    const writer = createIndexWriter({ db, lease: relay, root, vectors, dimensions, manifests });
    return { db, file: identityOf(file), schema: schemaOf(db), tree: treeOf(db, root), writer };
  };

  const open = (): { readonly db: Db; readonly rebuilt: string | null } => {
    if (kept !== null && !isUsable(kept)) close();
    const opened = kept === null ? openIndexForWriting(file) : { db: kept.db, rebuilt: null };
    try {
      lease = takeLease(opened.db, now);
      return opened;
    } catch (error) {
      if (kept === null) opened.db.close();
      throw error;
    }
  };

  const write: KeptWriter['write'] = async (work) => {
    const { db, rebuilt } = open();
    try {
      kept ??= await connect(db);
      return await work(kept.writer, rebuilt);
    } catch (error) {
      release();
      if (kept === null) db.close();
      close();
      throw error;
    } finally {
      release();
    }
  };

  const release = (): void => {
    const held = lease;
    lease = null;
    held?.release();
  };

  return {
    known: () => {
      if (kept === null || !isUsable(kept)) return null;
      const { db, tree } = kept;
      const state = tree === undefined ? null : readTreeState(db, tree);
      return tree === undefined || state === null
        ? null
        : { state, manifest: manifests.at(db, tree, state.edition) };
    },
    write,
    close,
  };
}

function schemaOf(db: Db): unknown {
  return db.pragma('schema_version', { simple: true });
}

function treeOf(db: Db, root: string): number | undefined {
  return db.prepare('SELECT id FROM tree WHERE root = ?').pluck().get(root) as number | undefined;
}
