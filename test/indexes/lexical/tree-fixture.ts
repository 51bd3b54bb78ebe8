import Database from 'better-sqlite3';
import type { IndexedFile } from '../../../src/core/index.ts';
import {
  type Corpus,
  createLexicalStore,
  createSegmentBuilder,
  LEXICAL_SCHEMA,
  type LexicalStore,
  type LexicalView,
} from '../../../src/indexes/lexical/index.ts';
import { CORPUS_FIELDS } from '../../../src/indexes/lexical/lexical-store.ts';

/** Texts of a chunk: symbol, signature, doc, body. */
export type ChunkTexts = readonly [string, string, string, string];

export interface TestFile {
  readonly path: string;
  readonly chunks: readonly ChunkTexts[];
}

export interface TestCommit {
  readonly subject: string;
  readonly body: string;
  readonly paths: readonly string[];
}

export function openStore(): { readonly db: Database.Database; readonly store: LexicalStore } {
  const db = new Database(':memory:');
  db.exec(LEXICAL_SCHEMA);
  return { db, store: createLexicalStore(db) };
}

export function write(
  store: LexicalStore,
  corpus: Corpus,
  first: number,
  docs: readonly (readonly string[])[],
): void {
  const builder = createSegmentBuilder(CORPUS_FIELDS[corpus].length);
  for (const doc of docs) builder.add(doc);
  store.writeSegment(corpus, first, builder.build());
}

export function bodyOnly(text: string): ChunkTexts {
  return ['', '', '', text];
}

/** A content-addressed store with one tree: contents and commits are written when first seen, and never again. */
export function createTestTree() {
  const { db, store } = openStore();
  const contents = new Map<string, { readonly first: number; readonly count: number }>();
  const commitIds = new Map<string, number>();
  const pathNumbers = new Map<string, number>();
  let nextChunk = 1;

  const keyOf = ({ chunks }: TestFile): string => JSON.stringify(chunks);
  const commitKey = (commit: TestCommit): string => JSON.stringify(commit);

  /** Writes what is unknown as one segment each; gives the view of the tree. */
  const sync = (unsorted: readonly TestFile[], commits: readonly TestCommit[]): LexicalView => {
    const files = [...unsorted].sort((a, b) => (a.path < b.path ? -1 : 1));
    const first = nextChunk;
    const docs: ChunkTexts[] = [];
    for (const file of files) {
      if (contents.has(keyOf(file))) continue;
      contents.set(keyOf(file), { first: nextChunk, count: file.chunks.length });
      docs.push(...file.chunks);
      nextChunk += file.chunks.length;
    }
    write(store, 'code', first, docs);
    const added = commits.filter((commit) => !commitIds.has(commitKey(commit)));
    const firstCommit = commitIds.size + 1;
    added.forEach((commit, i) => {
      commitIds.set(commitKey(commit), firstCommit + i);
    });
    write(
      store,
      'commit',
      firstCommit,
      added.map(({ subject, body }) => [subject, body]),
    );
    const newPaths = files.map(({ path }) => path).filter((path) => !pathNumbers.has(path));
    const firstPath = pathNumbers.size;
    for (const path of newPaths) pathNumbers.set(path, pathNumbers.size);
    write(
      store,
      'path',
      firstPath,
      newPaths.map((path) => [path]),
    );
    return viewOf(files, commits);
  };

  const viewOf = (files: readonly TestFile[], commits: readonly TestCommit[]): LexicalView => {
    const chunkFile = new Int32Array(nextChunk).fill(-1);
    const indexed = files.map((file, id): IndexedFile => {
      const { first: firstChunk, count: chunkCount } = contents.get(keyOf(file)) ?? { first: 0, count: 0 };
      for (let chunk = firstChunk; chunk < firstChunk + chunkCount; chunk += 1) {
        if (chunkFile[chunk] === -1) chunkFile[chunk] = id;
      }
      const rest = { kind: 'code', language: null, hash: keyOf(file), size: 0, lineCount: 0 } as const;
      return { id, path: file.path, firstChunk, chunkCount, ...rest };
    });
    const commitAlive = new Uint8Array(commitIds.size + 1);
    const filesOfCommit = new Map<number, readonly number[]>();
    for (const commit of commits) {
      const id = commitIds.get(commitKey(commit)) ?? 0;
      commitAlive[id] = 1;
      filesOfCommit.set(
        id,
        indexed.filter(({ path }) => commit.paths.includes(path)).map((file) => file.id),
      );
    }
    const fileOfPath = new Int32Array(pathNumbers.size).fill(-1);
    for (const { id, path } of indexed) fileOfPath[pathNumbers.get(path) ?? -1] = id;
    const commitFiles = (id: number) => filesOfCommit.get(id) ?? [];
    return { chunkFile, files: indexed, fileOfPath, commitAlive, commitFiles };
  };

  const merge = ({ chunkFile }: LexicalView): void => {
    db.transaction(() => {
      store.mergeIfNeeded('code', (chunk) => (chunkFile[chunk] ?? -1) >= 0);
      // As the catalog does: a commit can become an ancestor again, and is not read twice.
      store.mergeIfNeeded('commit', () => true);
    })();
  };

  return { db, store, sync, merge };
}
