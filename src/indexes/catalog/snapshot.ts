import {
  type ChunkId,
  type CommitHit,
  createRecentMap,
  type FileId,
  type IndexedChunk,
  type IndexedFile,
  type IndexedSymbol,
  type RecentMap,
  type RepoPath,
  SKIP_REASONS,
  type SkipReason,
  type Snapshot,
  type SymbolReader,
  type Tier,
  type TraitsOf,
  type TreeState,
} from '../../core/index.ts';
import type { LexicalStore } from '../lexical/lexical-store.ts';
import { createLexicalSearcher, type LexicalSearcher } from '../lexical/search.ts';
import {
  decodeImports,
  decodeReferences,
  decodeSymbolTexts,
  type SymbolTexts,
} from '../symbols/packed-facts.ts';
import { createSymbolReader } from '../symbols/symbol-reader.ts';
import type { VectorStore } from '../vectors/vector-store.ts';
import { createCommitBlocks } from './commit-blocks.ts';
import type { Db } from './open-database.ts';
import {
  type ChunkRow,
  chunkOf,
  namePartsOf,
  qualifiedName,
  type SymbolRow,
  type SymbolSurroundings,
  symbolOf,
} from './rows.ts';
import type { TreeView } from './tree-view.ts';

/** What a connection keeps of a tree while the store does not change: readers with their caches. */
export interface LoadedTree {
  readonly view: TreeView;
  readonly searcher: LexicalSearcher;
  readonly symbols: SymbolReader;
  readonly chunks: ReturnType<typeof chunkReader>;
  readonly history: ReturnType<typeof historyReader>;
  readonly skips: ReturnType<typeof skipReader>;
}

export interface TreeParts {
  readonly db: Db;
  readonly lexical: LexicalStore;
  readonly view: TreeView;
  readonly traitsOf: TraitsOf;
  readonly readText: (path: RepoPath) => string | null;
  readonly cache: FileCache;
}

/** What was read of files, while they stay the same objects. */
export interface FileCache {
  readonly symbols: RecentMap<IndexedFile, readonly IndexedSymbol[]>;
  readonly chunks: RecentMap<IndexedFile, readonly IndexedChunk[]>;
  readonly texts: RecentMap<IndexedFile, readonly SymbolTexts[]>;
}

export function createFileCache(): FileCache {
  return {
    symbols: createRecentMap(RECENT),
    chunks: createRecentMap(RECENT),
    texts: createRecentMap(RECENT),
  };
}

export interface SnapshotParts {
  readonly tree: LoadedTree;
  readonly state: TreeState;
  readonly vectors: VectorStore | null;
}

/** Entries of each cache. */
const RECENT = 4_096;
/** Chunks that are kept without the others of their files: the candidates of some ten queries. */
const KEPT_CHUNKS = 2 ** 14;
/** Symbols that are kept by their names. */
const KEPT_NAMED = 2 ** 15;

/** Reads little now and the rest when it is asked for. */
export function loadTree({ db, lexical, view, traitsOf, readText, cache }: TreeParts): LoadedTree {
  const searcher = createLexicalSearcher(lexical, view);
  const rows = symbolRows(db, view, cache);
  const symbols = createSymbolReader(
    {
      files: view.files,
      fileByPath: (path) => view.byPath.get(path) ?? null,
      filesMentioning: (name) => searcher.filesMentioning(name),
      symbolsOf: rows.symbolsOf,
      symbolsNamed: rows.symbolsNamed,
      symbolsLike: rows.symbolsLike,
      readText: (path) => (view.byPath.has(path) ? readText(path) : null),
      ...packedFacts(db, view),
    },
    traitsOf,
  );
  const chunks = chunkReader(db, view, cache, rows);
  return { view, searcher, symbols, chunks, history: historyReader(db, view), skips: skipReader(db, view) };
}

/** The port `Snapshot` over a connection with an open read transaction. */
export function createSnapshot({ tree, state, vectors }: SnapshotParts): Snapshot {
  const { view, searcher, chunks, history, skips } = tree;
  const fileOfChunk = (chunk: number): FileId => view.chunkFile[chunk] ?? -1;

  return {
    generation: state.generation,
    complete: state.complete,
    tiers: tiersOf(vectors),
    head: state.head,
    files: view.files,
    fileByPath: (path) => view.byPath.get(path) ?? null,
    filesByTail: (path) => {
      const tail = path.replace(/^(\.?\/)+/, '');
      const name = tail.slice(tail.lastIndexOf('/') + 1);
      return view.byName(name).filter(({ path: full }) => full === tail || full.endsWith(`/${tail}`));
    },
    chunk: chunks.chunk,
    chunksOf: chunks.chunksOf,
    chunkAt: chunks.chunkAt,
    lexical: (query, options) => searcher.lexical(query, options),
    paths: (query, limit) => searcher.paths(query, limit),
    fileHistory: (query, limit) => searcher.fileHistory(query, limit),
    commits: (query, limit) =>
      searcher.commits(query, limit).flatMap(({ id, score }) => history.commit(id, score) ?? []),
    recentCommits: history.recent,
    lastTouched: (file) => view.lastTouched(file) || null,
    nearest: (vector, limit) => vectors?.nearest(vector, { limit, fileOf: fileOfChunk }) ?? [],
    similarity: (a, b) => vectors?.similarity(a, b) ?? 0,
    symbols: tree.symbols,
    get skipped() {
      return skips.counts();
    },
    skippedPaths: skips.paths,
    skipReason: skips.reason,
  };
}

function tiersOf(vectors: VectorStore | null): readonly Tier[] {
  const base: readonly Tier[] = ['lexical', 'graph'];
  return vectors !== null && vectors.count() > 0 ? [...base, 'vectors'] : base;
}

type SymbolRows = ReturnType<typeof symbolRows>;

const NO_TEXTS: SymbolTexts = { signature: '', doc: '' };

function symbolRows(db: Db, view: TreeView, cache: FileCache) {
  const ofContent = db.prepare('SELECT * FROM symbol WHERE content = ? ORDER BY ordinal').raw();
  const one = db.prepare('SELECT * FROM symbol WHERE content = ? AND ordinal = ?').raw();
  const named = db.prepare('SELECT * FROM symbol WHERE name = ?').raw();
  const like = db
    .prepare(`SELECT DISTINCT name FROM symbol WHERE name LIKE ? ESCAPE '\\' LIMIT 2000`)
    .pluck();

  const texts = db.prepare('SELECT symbol_texts FROM content_facts WHERE content = ?').pluck();

  /** By content and ordinal. Many symbols have the same parent. */
  const qualifiedNames = createRecentMap<string, string>(RECENT);
  const nameIn = (content: number, ordinal: number): string =>
    qualifiedNames.remember(`${content}:${ordinal}`, () => {
      const row = one.get(content, ordinal) as SymbolRow | undefined;
      return row === undefined ? '' : qualifiedName(namePartsOf(row), (parent) => nameIn(content, parent));
    });
  const textsIn = (file: IndexedFile, content: number): readonly SymbolTexts[] =>
    cache.texts.remember(file, () => {
      const packed = texts.get(content) as Buffer | undefined;
      return packed === undefined ? [] : decodeSymbolTexts(packed);
    });

  /** The symbols of a file have theirs in common. */
  const surroundings = new WeakMap<IndexedFile, SymbolSurroundings>();
  const around = (file: IndexedFile, content: number): SymbolSurroundings => {
    const known = surroundings.get(file);
    if (known !== undefined) return known;
    const made: SymbolSurroundings = {
      qualifiedNameOf: (ordinal) => nameIn(content, ordinal),
      textsOf: (ordinal) => textsIn(file, content)[ordinal] ?? NO_TEXTS,
    };
    surroundings.set(file, made);
    return made;
  };
  const place = (row: SymbolRow, file: IndexedFile): IndexedSymbol =>
    symbolOf(row, file, around(file, row[0]));

  const symbolsOf = (id: FileId): readonly IndexedSymbol[] => {
    const file = view.files[id];
    if (file === undefined) return [];
    const content = view.contents[id] as number;
    return cache.symbols.remember(file, () =>
      (ofContent.all(content) as SymbolRow[]).map((row) => place(row, file)),
    );
  };

  /** Ranking asks for one symbol in each of hundreds of files: it does not read the others. */
  const symbolAt = (file: IndexedFile, ordinal: number): IndexedSymbol | null => {
    const known = cache.symbols.get(file);
    if (known !== undefined) return known[ordinal] ?? null;
    const row = one.get(view.contents[file.id], ordinal) as SymbolRow | undefined;
    return row === undefined ? null : place(row, file);
  };

  const readNamed = (name: string): readonly IndexedSymbol[] =>
    (named.all(name) as SymbolRow[])
      .flatMap((row) => (view.filesOfContent.get(row[0]) ?? []).map((id) => ({ row, id })))
      .sort((a, b) => a.id - b.id || a.row[1] - b.row[1])
      .flatMap(({ row, id }) => {
        const file = view.files[id];
        return file === undefined ? [] : [place(row, file)];
      });
  const byName = createRecentMap<string, readonly IndexedSymbol[]>(KEPT_NAMED, (found) => 1 + found.length);
  const symbolsNamed = (name: string) => byName.remember(name, () => readNamed(name));

  const symbolsLike = (text: string, limit: number): IndexedSymbol[] => {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    const names = (like.all(pattern) as string[]).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    return names.slice(0, limit).flatMap(symbolsNamed).slice(0, limit);
  };

  return { symbolsOf, symbolAt, symbolsNamed, symbolsLike };
}

function packedFacts(db: Db, view: TreeView) {
  const references = db.prepare('SELECT refs FROM content_facts WHERE content = ?').pluck();
  const imports = db.prepare('SELECT imports FROM content_facts WHERE content = ?').pluck();
  const renaming = db.prepare('SELECT id FROM content WHERE renames = 1').pluck();
  return {
    referencesOf: (file: FileId) => decodeReferences(references.get(view.contents[file]) as Buffer),
    importsOf: (file: FileId) => decodeImports(imports.get(view.contents[file]) as Buffer),
    filesRenaming: () =>
      (renaming.all() as number[])
        .flatMap((content) => view.filesOfContent.get(content) ?? [])
        .sort((a, b) => a - b),
  };
}

function chunkReader(db: Db, view: TreeView, cache: FileCache, { symbolAt, symbolsOf }: SymbolRows) {
  const one = db.prepare('SELECT * FROM chunk WHERE id = ?').raw();
  const at = db
    .prepare(
      'SELECT * FROM chunk WHERE id >= ? AND id < ? AND start_line <= ? AND end_line >= ? ORDER BY id LIMIT 1',
    )
    .raw();
  /** Ranking looks at a few chunks of many files. Its files are this view's, so it goes with it. */
  const single = createRecentMap<ChunkId, IndexedChunk | null>(KEPT_CHUNKS);
  const range = db.prepare('SELECT * FROM chunk WHERE id >= ? AND id < ? ORDER BY id').raw();

  const place = (row: ChunkRow, file: IndexedFile): IndexedChunk => {
    const { id, startLine, endLine, kind, header, symbol } = chunkOf(row);
    const own = symbol === null ? null : symbolAt(file, symbol);
    return { id, startLine, endLine, kind, header, file, symbol: own };
  };

  const chunksOf = (id: FileId): readonly IndexedChunk[] => {
    const file = view.files[id];
    if (file === undefined) return [];
    const end = file.firstChunk + file.chunkCount;
    const read = () => {
      // One statement in place of one for each chunk.
      symbolsOf(id);
      return (range.all(file.firstChunk, end) as ChunkRow[]).map((row) => place(row, file));
    };
    return cache.chunks.remember(file, read);
  };

  return {
    // Chunks of a file are numbered one after the other.
    chunk: (id: number): IndexedChunk | null => {
      const file = view.files[view.chunkFile[id] ?? -1];
      if (file === undefined) return null;
      const known = cache.chunks.get(file);
      if (known !== undefined) return known[id - file.firstChunk] ?? null;
      const read = () => {
        const row = one.get(id) as ChunkRow | undefined;
        return row === undefined ? null : place(row, file);
      };
      return single.remember(id, read);
    },
    chunksOf,
    chunkAt: (id: FileId, line: number): IndexedChunk | null => {
      const file = view.files[id];
      if (file === undefined) return null;
      const known = cache.chunks.get(file);
      if (known !== undefined)
        return known.find((chunk) => chunk.startLine <= line && line <= chunk.endLine) ?? null;
      const row = at.get(file.firstChunk, file.firstChunk + file.chunkCount, line, line) as
        | ChunkRow
        | undefined;
      if (row === undefined) return null;
      const [chunk] = row;
      const read = () => place(row, file);
      // What several files have in common is kept as the first one's.
      return view.chunkFile[chunk] === id ? single.remember(chunk, read) : read();
    },
  };
}

function historyReader(db: Db, view: TreeView) {
  const blocks = createCommitBlocks(db);

  const commit = (id: number, score: number): CommitHit | null => {
    const found = blocks.commit(id);
    return found && { ...found, score, files: [...new Set(Array.from(view.commitFiles(id)))] };
  };

  const recent = (limit: number, files?: readonly FileId[]): CommitHit[] => {
    const wanted = files === undefined ? null : new Set(files);
    const out: CommitHit[] = [];
    for (const id of view.ancestors) {
      if (out.length >= limit) break;
      const touches = wanted === null || Array.from(view.commitFiles(id)).some((file) => wanted.has(file));
      const hit = touches ? commit(id, 1) : null;
      if (hit) out.push(hit);
    }
    return out;
  };

  return { commit, recent };
}

function skipReader(db: Db, { tree }: TreeView) {
  const counts = db.prepare(
    'SELECT skip, count(*) AS n FROM entry WHERE tree = ? AND skip IS NOT NULL GROUP BY skip ORDER BY skip',
  );
  const paths = db
    .prepare('SELECT path FROM entry WHERE tree = ? AND skip = ? ORDER BY path LIMIT ?')
    .pluck();
  const reason = db.prepare('SELECT skip FROM entry WHERE tree = ? AND path = ?').pluck();
  return {
    counts: (): Readonly<Partial<Record<SkipReason, number>>> => {
      const rows = counts.all(tree) as { skip: string; n: number }[];
      return Object.fromEntries(
        rows.filter(({ skip }) => skip in SKIP_REASONS).map(({ skip, n }) => [skip, n]),
      );
    },
    paths: (wanted: SkipReason, limit: number) => paths.all(tree, wanted, limit) as string[],
    reason: (path: string) => (reason.get(tree, path) as SkipReason | null | undefined) ?? null,
  };
}
