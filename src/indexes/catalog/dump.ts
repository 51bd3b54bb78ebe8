import { CHUNK_KINDS, SYMBOL_KINDS, wholeSymbol } from '../../core/index.ts';
import {
  CORPUS_FIELDS,
  type Corpus,
  createLexicalStore,
  type LexicalStore,
} from '../lexical/lexical-store.ts';
import { type PostingPieceRow, wholeLists } from '../lexical/posting-pieces.ts';
import { decodePostings } from '../lexical/postings.ts';
import { decodeImports, decodeReferences, decodeSymbolTexts } from '../symbols/packed-facts.ts';
import type { VectorStore } from '../vectors/vector-store.ts';
import { createCommitBlocks } from './commit-blocks.ts';
import { decodeCommitPaths } from './commit-paths.ts';
import { readManifest, requireTreeState } from './manifest.ts';
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
import { loadTreeView, type TreeView } from './tree-view.ts';

/**
 * All that readers of one work tree can see, as lines of text that do not depend on row numbers, stamps or the
 * order of indexing: two indexes of the same tree have equal dumps. Null when the tree was never indexed.
 * `vectors` opens the vectors on the same connection; null leaves them out.
 */
export function dumpIndex(db: Db, root: string, vectors: VectorStore | null): string | null {
  return db.transaction(() => {
    const view = loadTreeView(db, root);
    if (view === null) return null;
    const { complete, head } = requireTreeState(db, view.tree);
    const lexical = createLexicalStore(db);
    const lines = [
      line('tree', complete, head),
      ...skippedLines(db, view),
      ...view.files.flatMap((file) => fileLines({ db, view, lexical, vectors }, file.id)),
      ...postingLines(db, 'code', documentsOfChunks(db, view)),
      ...historyLines(db, view),
      ...postingLines(db, 'commit', documentsOfCommits(db, view)),
      ...postingLines(db, 'path', documentsOfPaths(view)),
    ];
    return `${lines.join('\n')}\n`;
  })();
}

interface DumpParts {
  readonly db: Db;
  readonly view: TreeView;
  readonly lexical: LexicalStore;
  readonly vectors: VectorStore | null;
}

function line(...values: readonly unknown[]): string {
  return JSON.stringify(values);
}

function skippedLines(db: Db, view: TreeView): string[] {
  return [...readManifest(db, view.tree).values()]
    .filter(({ skip }) => skip !== null)
    .map(({ path, kind, skip }) => line('skipped', path, kind, skip))
    .sort();
}

function fileLines(parts: DumpParts, id: number): string[] {
  const { db, view } = parts;
  const file = view.files[id];
  if (file === undefined) return [];
  const { path, kind, language, hash, size, lineCount } = file;
  const content = db
    .prepare(
      'SELECT fallback, refs, imports, symbol_texts AS texts FROM content JOIN content_facts ON content = id WHERE id = ?',
    )
    .get(view.contents[id]) as {
    readonly fallback: string | null;
    readonly refs: Buffer;
    readonly imports: Buffer;
    readonly texts: Buffer;
  };
  const texts = decodeSymbolTexts(content.texts);
  const symbols = db
    .prepare('SELECT * FROM symbol WHERE content = ? ORDER BY ordinal')
    .raw()
    .all(view.contents[id]) as SymbolRow[];
  const nameOf = (ordinal: number): string => {
    const row = symbols[ordinal];
    return row === undefined ? '' : qualifiedName(namePartsOf(row), nameOf);
  };
  const surroundings: SymbolSurroundings = {
    qualifiedNameOf: nameOf,
    textsOf: (ordinal) => texts[ordinal] ?? { signature: '', doc: '' },
  };
  const chunks = db
    .prepare('SELECT * FROM chunk WHERE id >= ? AND id < ? ORDER BY id')
    .raw()
    .all(file.firstChunk, file.firstChunk + file.chunkCount) as ChunkRow[];
  return [
    line('file', path, kind, language, hash, size, lineCount, content.fallback, file.chunkCount),
    ...symbols.map((row) => {
      const { file: _, ...symbol } = wholeSymbol(symbolOf(row, file, surroundings));
      return line('symbol', path, symbol, SYMBOL_KINDS[row[4]]);
    }),
    ...chunks.flatMap((row) => chunkLines(parts, path, row)),
    ...decodeReferences(content.refs).map((reference) => line('reference', path, reference)),
    ...decodeImports(content.imports).map((entry) => line('import', path, entry)),
  ];
}

function chunkLines({ lexical, vectors }: DumpParts, path: string, row: ChunkRow): string[] {
  const { id, ...chunk } = chunkOf(row);
  const fields = CORPUS_FIELDS.code.length;
  const lengths = [...lexical.lengths('code').subarray(id * fields, (id + 1) * fields)];
  const vector = vectors?.vector(id) ?? null;
  return [
    line('chunk', path, chunk, CHUNK_KINDS[row[3]], lengths),
    ...(vector === null
      ? []
      : [line('vector', path, chunk.startLine, Buffer.from(vector).toString('base64'))]),
  ];
}

/** Names of the documents that the tree has, by number. */
type DocumentNames = ReadonlyMap<number, readonly string[]>;

function documentsOfChunks(db: Db, view: TreeView): DocumentNames {
  const names = new Map<number, string[]>();
  const start = db.prepare('SELECT start_line FROM chunk WHERE id = ?').pluck();
  for (const { path, firstChunk, chunkCount } of view.files) {
    for (let chunk = firstChunk; chunk < firstChunk + chunkCount; chunk++) {
      const own = names.get(chunk) ?? [];
      own.push(`${path}:${start.get(chunk)}`);
      names.set(chunk, own);
    }
  }
  return names;
}

function documentsOfCommits(db: Db, view: TreeView): DocumentNames {
  const blocks = createCommitBlocks(db);
  return new Map(Array.from(view.ancestors, (id) => [id, [blocks.commit(id)?.sha ?? '']]));
}

function documentsOfPaths({ fileOfPath, files }: TreeView): DocumentNames {
  return new Map(
    Array.from(fileOfPath, (file, number) => [number, files[file] === undefined ? [] : [files[file].path]]),
  );
}

function historyLines(db: Db, view: TreeView): string[] {
  const blocks = createCommitBlocks(db);
  const paths = pathsOfCommits(db);
  return Array.from(view.ancestors, (id) => {
    const { sha, time, subject } = blocks.commit(id) ?? {};
    return line('commit', sha, time, subject, paths.get(id));
  });
}

function pathsOfCommits(db: Db): ReadonlyMap<number, readonly (string | undefined)[]> {
  const named = db.prepare('SELECT number, path FROM path').raw().all() as [number, string][];
  const names = new Map(named);
  const found = new Map<number, readonly (string | undefined)[]>();
  const rows = db.prepare('SELECT first, paths FROM commit_block').raw().all() as [number, Buffer][];
  for (const [first, data] of rows) {
    let commit = first;
    decodeCommitPaths(data, ({ paths }) =>
      found.set(
        commit++,
        paths.map((path) => names.get(path)),
      ),
    );
  }
  return found;
}

function postingLines(db: Db, corpus: Corpus, documents: DocumentNames): string[] {
  const lexical = createLexicalStore(db);
  const rows = db.prepare('SELECT term, piece, data FROM posting WHERE segment = ? ORDER BY term, piece');
  const lines: string[] = [];
  for (const { id, firstDoc } of lexical.segments(corpus)) {
    for (const { term, data } of wholeLists(rows.all(id) as (PostingPieceRow & { term: string })[])) {
      for (const { doc, frequencies } of decodePostings(data, CORPUS_FIELDS[corpus].length)) {
        const names = documents.get(firstDoc + doc) ?? [];
        for (const name of names) lines.push(line('posting', corpus, term, name, frequencies));
      }
    }
  }
  return lines.sort();
}
