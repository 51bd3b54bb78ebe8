import type { RepoPath } from '../../core/index.ts';
import { type LexicalStore, MAX_SEGMENTS } from '../lexical/lexical-store.ts';
import type { VectorStore } from '../vectors/vector-store.ts';
import type { Db } from './open-database.ts';

/** Derived rows that no work tree uses are kept for a switch back, until they are this share of all chunks … */
const UNUSED_SHARE = 0.3;
/** … and more than this many. */
const UNUSED_CHUNKS = 2_000;

export interface UpkeepParts {
  readonly db: Db;
  readonly lexical: LexicalStore;
  readonly vectors: VectorStore;
  /** Chunks that are kept though no work tree uses them; default 2 000. */
  readonly keepUnused?: number;
}

/** What keeps the store tidy. It takes as long as the store is large, so it is left out where nothing can be due. */
export interface Upkeep {
  /** Told before a line of the manifest goes or points elsewhere. */
  readonly displace: (tree: number, path: RepoPath) => void;
  /** Told that whole trees went. */
  readonly recount: () => void;
  /** Drops rows that are not used, makes up for the holes, and merges segments. */
  readonly run: () => void;
}

/** What one connection knows of the store, for as long as no other one writes. */
interface Known {
  readonly dataVersion: number;
  /** Chunks that no work tree uses: so many at most. */
  unused: number;
}

/** The upkeep on one connection that writes. */
export function createUpkeep({ db, lexical, vectors, keepUnused = UNUSED_CHUNKS }: UpkeepParts): Upkeep {
  let known: Known | null = null;
  const displaced = db
    .prepare(`
    SELECT c.chunk_count FROM entry e JOIN content c ON c.id = e.content WHERE e.tree = ? AND e.path = ?`)
    .pluck();

  const tidy = (): void => {
    if (vectors.state.available) vectors.compact();
    lexical.mergeIfNeeded('code', chunkLiveness(db));
    lexical.mergeIfNeeded('commit', () => true);
    lexical.mergeIfNeeded('path', () => true);
  };

  return {
    displace: (tree, path) => {
      if (known !== null) known.unused += Number(displaced.get(tree, path) ?? 0);
    },
    recount: () => {
      known = null;
    },
    run: () => {
      const dataVersion = Number(db.pragma('data_version', { simple: true }));
      const first = known?.dataVersion !== dataVersion;
      const before = known !== null && !first ? known.unused : Number.POSITIVE_INFINITY;
      const { unused, dropped } =
        before < keepUnused ? { unused: before, dropped: false } : dropUnused(db, vectors, keepUnused);
      known = { dataVersion, unused };
      if (first || dropped || isCrowded(lexical)) tidy();
    },
  };
}

function isCrowded(lexical: LexicalStore): boolean {
  return (['code', 'commit', 'path'] as const).some(
    (corpus) => lexical.segments(corpus).length > MAX_SEGMENTS,
  );
}

function dropUnused(
  db: Db,
  vectors: VectorStore,
  keep: number,
): { readonly unused: number; readonly dropped: boolean } {
  const total = db.prepare('SELECT count(*) FROM chunk').pluck().get() as number;
  const contents = db
    .prepare(`
    SELECT id, first_chunk AS first, chunk_count AS count FROM content
    WHERE id NOT IN (SELECT content FROM entry WHERE content IS NOT NULL)`)
    .all() as { id: number; first: number; count: number }[];
  const unused = contents.reduce((sum, { count }) => sum + count, 0);
  if (contents.length === 0 || unused < keep || unused < total * UNUSED_SHARE)
    return { unused, dropped: false };
  rememberLastChunk(db);
  const dropChunks = db.prepare('DELETE FROM chunk WHERE id BETWEEN ? AND ?');
  const dropSymbols = db.prepare('DELETE FROM symbol WHERE content = ?');
  const dropFacts = db.prepare('DELETE FROM content_facts WHERE content = ?');
  const dropContent = db.prepare('DELETE FROM content WHERE id = ?');
  for (const { id, first, count } of contents) {
    if (vectors.state.available) vectors.remove(Array.from({ length: count }, (_, i) => first + i));
    dropChunks.run(first, first + count - 1);
    dropSymbols.run(id);
    dropFacts.run(id);
    dropContent.run(id);
  }
  return { unused: 0, dropped: true };
}

/** Chunk numbers are never used twice while postings may still name them. */
export function nextChunk(db: Db): number {
  const key = 'last_chunk';
  const last = db.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key) as number | undefined;
  const inUse = db.prepare('SELECT max(id) FROM chunk').pluck().get() as number | null;
  return Math.max(last ?? 0, inUse ?? 0) + 1;
}

function rememberLastChunk(db: Db): void {
  db.prepare(`INSERT OR REPLACE INTO meta VALUES ('last_chunk', ?)`).run(nextChunk(db) - 1);
}

/** A chunk is alive while its content is kept, used by a tree at the moment or not. */
function chunkLiveness(db: Db): (chunk: number) => boolean {
  const last = (db.prepare('SELECT max(id) FROM chunk').pluck().get() as number | null) ?? 0;
  const alive = new Uint8Array(last + 1);
  const ranges = db.prepare('SELECT first_chunk, chunk_count FROM content').raw().all() as [number, number][];
  for (const [first, count] of ranges) alive.fill(1, first, first + count);
  return (chunk) => alive[chunk] === 1;
}
