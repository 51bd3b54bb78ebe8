import { existsSync } from 'node:fs';
import {
  type AnalyzedBatch,
  type AnalyzedFile,
  type Commit,
  contentKey,
  type IndexWriter,
  type ManifestEntry,
  type RepoPath,
  type UnembeddedChunk,
} from '../../core/index.ts';
import { createLexicalStore, type LexicalStore } from '../lexical/lexical-store.ts';
import { createSegmentBuilder } from '../lexical/segment.ts';
import type { VectorRow, VectorStore } from '../vectors/vector-store.ts';
import { addCommitBlocks, commitNumbers, nextCommit } from './commit-blocks.ts';
import type { Lease } from './lease.ts';
import { type ManifestKeeper, requireTreeState } from './manifest.ts';
import { type Db, emptyJournal } from './open-database.ts';
import { createPathNumbers } from './path-numbers.ts';
import { chunkValues, fileKindCode, symbolValues } from './rows.ts';
import { createUpkeep, nextChunk } from './upkeep.ts';

const COMMIT_FIELDS = 2;

export interface IndexWriterParts {
  readonly db: Db;
  readonly lease: Lease;
  readonly root: string;
  readonly vectors: VectorStore;
  readonly dimensions: number;
  readonly manifests: ManifestKeeper;
  /** Chunks that are kept though no work tree uses them; default 2 000. */
  readonly keepUnused?: number;
}

/** The writer of the work tree at `root`; see the port for what each method promises. */
export function createIndexWriter(parts: IndexWriterParts): IndexWriter {
  const { db, lease, vectors, dimensions, manifests } = parts;
  const lexical = createLexicalStore(db);
  const tree = treeId(db, parts.root);
  const statements = prepareStatements(db, tree);
  const paths = createPathNumbers(db, lexical);
  /** Lines of the manifest that the open transaction has changed. */
  let changed = new Map<RepoPath, ManifestEntry | null>();
  const upkeep = createUpkeep({ ...parts, lexical });

  const contentId = (entry: ManifestEntry): number | null => {
    if (entry.hash === null) return null;
    const id = statements.findContent.get(entry.hash, entry.language ?? '');
    if (id === undefined) throw new Error(`No derived rows for ${entry.path}: its content was not added.`);
    return id as number;
  };

  const putEntry = (entry: ManifestEntry): void => {
    const { path, stamp, kind, skip, racy } = entry;
    upkeep.displace(tree, path);
    changed.set(path, entry);
    const stamps = [stamp.size, stamp.mtimeMs, stamp.ctimeMs, stamp.inode];
    const content = contentId(entry);
    const number = paths.numberOf(path);
    statements.putEntry.run(path, number, content, fileKindCode(kind), skip, ...stamps, racy ? 1 : 0);
  };

  const putContent = (file: AnalyzedFile, firstChunk: number): void => {
    const fallback = file.outcome.how === 'lines' ? file.outcome.because : null;
    const content = statements.putContent.run(
      file.hash,
      file.language ?? '',
      file.lineCount,
      firstChunk,
      file.chunks.length,
      fallback,
      file.renames ? 1 : 0,
    ).lastInsertRowid as number;
    statements.putFacts.run(content, file.imports, file.references, file.symbolTexts);
    for (const [i, chunk] of file.chunks.entries())
      statements.putChunk.run(...chunkValues(firstChunk + i, chunk));
    for (const [i, symbol] of file.symbols.entries())
      statements.putSymbol.run(...symbolValues(content, i, symbol, file.symbols));
  };

  /** Each is one transaction, and fails when another process has taken over. */
  const write = (work: () => void): void => {
    changed = new Map();
    const edition = db
      .transaction(() => {
        lease.beat();
        paths.begin();
        work();
        paths.finish();
        return changed.size === 0 ? null : (statements.touchEdition.get() as number);
      })
      .immediate();
    if (edition !== null) manifests.move(edition - 1, edition, changed);
  };
  const change = (work: () => void): void =>
    write(() => {
      work();
      statements.touchTree.run();
    });
  /** A change of what readers keep in memory: they notice it by the revision. */
  const changeTree = (work: () => void): void =>
    change(() => {
      work();
      statements.touchRevision.run();
    });

  return {
    state: () => requireTreeState(db, tree),
    manifest: () => manifests.at(db, tree, requireTreeState(db, tree).edition),

    known: (files) => {
      const found = files.filter((f) => statements.findContent.get(f.hash, f.language ?? '') !== undefined);
      return new Set(found.map((f) => contentKey(f.hash, f.language)));
    },

    begin: () => change(() => statements.setComplete.run(0)),

    addBatch: (batch: AnalyzedBatch, entries) =>
      changeTree(() => {
        const firstDoc = nextChunk(db);
        let next = firstDoc;
        const rows: VectorRow[] = [];
        for (const file of batch.files) {
          putContent(file, next);
          if (file.vectors !== null) rows.push(...vectorRows(file.vectors, next, dimensions));
          next += file.chunks.length;
        }
        if (vectors.state.available) vectors.add(rows);
        if (next > firstDoc) lexical.writeSegment('code', firstDoc, batch.segment);
        entries.forEach(putEntry);
      }),

    updateManifest: (entries, removed) => {
      if (entries.length === 0 && removed.length === 0) return;
      changeTree(() => {
        for (const path of removed) {
          upkeep.displace(tree, path);
          changed.set(path, null);
          statements.dropEntry.run(path);
        }
        entries.forEach(putEntry);
      });
    },

    restamp: (entries) => {
      if (entries.length > 0) write(() => entries.forEach(putEntry));
    },

    knownCommits: (shas) => {
      const numbers = commitNumbers(db);
      return new Set(shas.filter((sha) => numbers.has(sha)));
    },

    setHistory: ({ head, limit, ancestors, added }) =>
      changeTree(() => {
        addCommits(db, lexical, added, paths.numberOf);
        const numbers = commitNumbers(db);
        const ids = Int32Array.from(ancestors.flatMap((sha) => numbers.get(sha) ?? []));
        statements.setHistory.run(head, limit, Buffer.from(ids.buffer));
      }),

    chunksWithoutVector: () => chunksWithoutVector(db, tree, vectors),
    addVectors: (rows) => change(() => vectors.add(rows)),

    finish: () => {
      change(() => {
        if (dropLostTrees(db, tree)) upkeep.recount();
        upkeep.run();
        statements.setComplete.run(1);
      });
      giveBackFreePages(db);
      emptyJournal(db);
    },

    close: () => {
      try {
        lease.release();
      } finally {
        db.close();
      }
    },
  };
}

/** Free pages that are kept: a small file is not written anew for them. */
const FREE_PAGES = 256;
const FREE_SHARE = 0.25;

/** Merges leave free pages. Where they are much of the file it is written anew, if there is room to do so. */
function giveBackFreePages(db: Db): void {
  const free = Number(db.pragma('freelist_count', { simple: true }));
  const pages = Number(db.pragma('page_count', { simple: true }));
  if (free < FREE_PAGES || free < pages * FREE_SHARE) return;
  try {
    db.exec('VACUUM');
  } catch {
    // A full disk or a busy reader: the file stays as large as it is, and the next run tries again.
  }
}

function prepareStatements(db: Db, tree: number) {
  return {
    findContent: db.prepare('SELECT id FROM content WHERE hash = ? AND language = ?').pluck(),
    putContent: db.prepare(`
      INSERT INTO content (hash, language, line_count, first_chunk, chunk_count, fallback, renames)
      VALUES (?, ?, ?, ?, ?, ?, ?)`),
    putFacts: db.prepare('INSERT INTO content_facts VALUES (?, ?, ?, ?)'),
    putChunk: db.prepare('INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?)'),
    putSymbol: db.prepare('INSERT INTO symbol VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    putEntry: db.prepare(`INSERT OR REPLACE INTO entry VALUES (${tree}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    dropEntry: db.prepare(`DELETE FROM entry WHERE tree = ${tree} AND path = ?`),
    setHistory: db.prepare(`UPDATE tree SET head = ?, history_limit = ?, ancestors = ? WHERE id = ${tree}`),
    touchEdition: db
      .prepare(`UPDATE tree SET edition = edition + 1 WHERE id = ${tree} RETURNING edition`)
      .pluck(),
    setComplete: db.prepare(`UPDATE tree SET complete = ? WHERE id = ${tree}`),
    touchTree: db.prepare(`UPDATE tree SET generation = generation + 1 WHERE id = ${tree}`),
    touchRevision: db.prepare(`UPDATE meta SET value = value + 1 WHERE key = 'revision'`),
  };
}

function treeId(db: Db, root: string): number {
  db.prepare('INSERT OR IGNORE INTO tree (root) VALUES (?)').run(root);
  return db.prepare('SELECT id FROM tree WHERE root = ?').pluck().get(root) as number;
}

function vectorRows(vectors: Int8Array, firstChunk: number, dimensions: number): VectorRow[] {
  return Array.from({ length: vectors.length / dimensions }, (_, i) => ({
    chunk: firstChunk + i,
    vector: vectors.subarray(i * dimensions, (i + 1) * dimensions),
  }));
}

function addCommits(
  db: Db,
  lexical: LexicalStore,
  added: readonly Commit[],
  numberOf: (path: string) => number,
): void {
  if (added.length === 0) return;
  const first = nextCommit(db);
  // Oldest first, as they also come one by one: of equal messages the newest has the highest number.
  const oldestFirst = [...added].reverse();
  addCommitBlocks(db, first, oldestFirst, numberOf);
  const builder = createSegmentBuilder(COMMIT_FIELDS);
  for (const { subject, body } of oldestFirst) builder.add([subject, body]);
  lexical.writeSegment('commit', first, builder.build());
}

function haveAllVectors(db: Db, vectors: VectorStore): boolean {
  if (!vectors.state.available) return true;
  return vectors.count() === db.prepare('SELECT count(*) FROM chunk').pluck().get();
}

function chunksWithoutVector(db: Db, tree: number, vectors: VectorStore): UnembeddedChunk[] {
  if (haveAllVectors(db, vectors)) return [];
  const rows = db
    .prepare(`
    SELECT h.id AS chunk, min(e.path) AS file, c.hash, h.start_line AS startLine, h.end_line AS endLine
    FROM entry e
    JOIN content c ON c.id = e.content
    JOIN chunk h ON h.id >= c.first_chunk AND h.id < c.first_chunk + c.chunk_count
    WHERE e.tree = ? GROUP BY h.id ORDER BY file, chunk`)
    .all(tree) as UnembeddedChunk[];
  return rows.filter(({ chunk }) => !vectors.has(chunk));
}

/** Says whether there were any. */
function dropLostTrees(db: Db, own: number): boolean {
  const trees = db.prepare('SELECT id, root FROM tree').all() as { id: number; root: string }[];
  const lost = trees.filter(({ id, root }) => id !== own && !existsSync(root));
  for (const { id } of lost) {
    db.prepare('DELETE FROM entry WHERE tree = ?').run(id);
    db.prepare('DELETE FROM tree WHERE id = ?').run(id);
  }
  return lost.length > 0;
}
