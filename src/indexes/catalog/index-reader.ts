import {
  CtxError,
  type ManifestEntry,
  type RepoPath,
  type Snapshot,
  type TraitsOf,
  type TreeState,
} from '../../core/index.ts';
import { createLexicalStore, type LexicalStore } from '../lexical/lexical-store.ts';
import type { VectorStore } from '../vectors/vector-store.ts';
import { type ManifestKeeper, requireTreeState } from './manifest.ts';
import { type Db, identityOf, openIndexForReading } from './open-database.ts';
import { createFileCache, createSnapshot, type FileCache, type LoadedTree, loadTree } from './snapshot.ts';
import { loadTreeView, readRevision } from './tree-view.ts';

/** A snapshot and the promise that it sees one state of the store until it is released. */
export interface HeldSnapshot {
  readonly snapshot: Snapshot;
  readonly state: TreeState;
  readonly manifest: () => ReadonlyMap<RepoPath, ManifestEntry>;
  readonly release: () => void;
}

export interface IndexReader {
  /** Fails with NO_INDEX when this work tree was never indexed. */
  readonly hold: () => Promise<HeldSnapshot>;
  readonly close: () => void;
}

export interface IndexReaderParts {
  readonly file: string;
  readonly root: string;
  readonly traitsOf: TraitsOf;
  /** Text of a file of the tree as it is now; null where it cannot be read. */
  readonly readText: (path: RepoPath) => string | null;
  readonly manifests: ManifestKeeper;
  /** Opens the vectors on a connection; null where they are unavailable. */
  readonly vectorsOn: (db: Db) => Promise<VectorStore | null>;
}

/** Each holds what it has loaded. */
const IDLE_CONNECTIONS = 4;

/** A value that was read from the store, with the mark of the state that it belongs to. */
interface Kept<T> {
  readonly mark: number;
  readonly value: T;
}

interface Connection {
  readonly db: Db;
  readonly file: string;
  readonly lexical: LexicalStore;
  readonly cache: FileCache;
  /** By the version of the schema: another embedder makes the tables of the vectors anew. */
  vectors: Kept<VectorStore | null> | null;
  /** By the revision. */
  loaded: Kept<LoadedTree> | null;
}

/**
 * Reads one work tree. Each held snapshot has a connection with an open read transaction, so a writer never
 * changes what it sees; idle connections are kept with what they have loaded for the next call.
 */
export function openIndexReader(parts: IndexReaderParts): IndexReader {
  let idle: Connection[] = [];
  let closed = false;

  const connect = (): Connection => {
    const file = identityOf(parts.file);
    const db = openIndexForReading(parts.file);
    const cache = createFileCache();
    return { db, file, lexical: createLexicalStore(db), cache, vectors: null, loaded: null };
  };

  /** Connections to a file that was deleted or set aside since would answer from it for ever. */
  const reuse = (): Connection | undefined => {
    const file = identityOf(parts.file);
    for (const other of idle.filter((connection) => connection.file !== file)) other.db.close();
    idle = idle.filter((connection) => connection.file === file);
    return idle.pop();
  };

  const begin = async (connection: Connection): Promise<Omit<HeldSnapshot, 'release'>> => {
    const { db } = connection;
    db.exec('BEGIN');
    const revision = readRevision(db);
    const schema = Number(db.pragma('schema_version', { simple: true }));
    if (connection.loaded?.mark !== revision)
      connection.loaded = { mark: revision, value: load(connection, parts) };
    if (connection.vectors?.mark !== schema)
      connection.vectors = { mark: schema, value: await parts.vectorsOn(db) };
    const tree = connection.loaded.value;
    const state = requireTreeState(db, tree.view.tree);
    return {
      snapshot: createSnapshot({ tree, state, vectors: connection.vectors.value }),
      state,
      manifest: () => parts.manifests.at(db, tree.view.tree, state.edition),
    };
  };

  const end = (connection: Connection): void => {
    if (connection.db.inTransaction) connection.db.exec('COMMIT');
    if (closed || idle.length >= IDLE_CONNECTIONS) connection.db.close();
    else idle.push(connection);
  };

  return {
    hold: async () => {
      const connection = reuse() ?? connect();
      try {
        const held = await begin(connection);
        let released = false;
        const release = () => {
          if (!released) end(connection);
          released = true;
        };
        return { ...held, release };
      } catch (error) {
        connection.db.close();
        throw error;
      }
    },
    close: () => {
      closed = true;
      for (const { db } of idle.splice(0)) db.close();
    },
  };
}

function load({ db, lexical, cache, loaded }: Connection, parts: IndexReaderParts): LoadedTree {
  const { root, traitsOf, readText } = parts;
  const view = loadTreeView(db, root, loaded?.value.view);
  if (view === null)
    throw new CtxError('NO_INDEX', 'This work tree is not indexed yet. Run `ctx index`.', { root });
  return loadTree({ db, lexical, view, traitsOf, readText, cache });
}
