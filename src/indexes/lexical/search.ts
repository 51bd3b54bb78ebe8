import {
  CHUNK_FIELDS,
  type ChunkId,
  createRecentMap,
  type FileId,
  type FileScore,
  type IndexedFile,
  type LexicalHit,
  type LexicalOptions,
  type WeightedText,
} from '../../core/index.ts';
import { type Collection, idf, lengthFactors, matchedWords, rankDocuments } from './bm25.ts';
import { createChunkSearch } from './chunk-search.ts';
import { type CommitMessages, type CommitView, readCommitMessages } from './commit-messages.ts';
import { DEFAULT_LEXICAL } from './defaults.ts';
import type { LexicalStore } from './lexical-store.ts';
import { createPathIndex, type PathIndex } from './path-index.ts';
import { append, createWeightedList, decodeWeighted, fieldWeights } from './postings.ts';
import { queryTerms } from './query-terms.ts';
import { tellingTerms } from './terms.ts';

/** What one tree has of the store. */
export interface LexicalView extends CommitView {
  /**
   * By chunk id: its file, or −1 when no file of this tree has it (so at 0, which is no chunk). Where files of the
   * tree have the same content, and so the same chunks, the first by path.
   */
  readonly chunkFile: Int32Array;
  readonly files: readonly IndexedFile[];
  /** By the number of a path: its file, or −1. */
  readonly fileOfPath: Int32Array;
}

export interface CommitScore {
  readonly id: number;
  readonly score: number;
}

/**
 * Searches of one tree. Results depend on the content of the tree and its history alone: document counts, document
 * frequencies and average lengths are taken over this tree, and ties are ordered by path.
 */
export interface LexicalSearcher {
  /**
   * BM25F over chunks. A chunk has the fields of its text, the path of its file, and the messages of the past
   * commits of its file. Text is normalised by its length, history by its own. A term's document frequency counts
   * the chunks that have it in text or path; where it is commoner in histories than that, its history field is
   * scaled down by the ratio of the two idf. A chunk that several files share appears once, with the first of them
   * by path. The words of a hit are those with the largest shares of text and path in its score.
   */
  lexical(query: readonly WeightedText[], options: LexicalOptions): readonly LexicalHit[];
  /** BM25 over the paths alone. */
  paths(query: readonly WeightedText[], limit: number): readonly FileScore[];
  /** BM25 over the messages of the past commits of each file, laid end to end. */
  fileHistory(query: readonly WeightedText[], limit: number): readonly FileScore[];
  /** BM25F over commit messages; the subject counts twice. Equal scores: higher ids first. */
  commits(query: readonly WeightedText[], limit: number): readonly CommitScore[];
  /**
   * Files that may use an identifier, ascending: all that do, and some that only have its words. Case and
   * inflection are ignored. Empty for a name without letters, digits, `_` or `$`.
   */
  filesMentioning(name: string): readonly FileId[];
}

const COMMIT_WEIGHTS = fieldWeights([2, 1]);
const UNIT_WEIGHTS = fieldWeights(CHUNK_FIELDS.map(() => 1));
const { k1: K1, b: B } = DEFAULT_LEXICAL;
/** Files of names that are kept between questions. */
const KEPT_FILES = 2 ** 18;

/** Nothing is read from the store before the first search; the view must not change. */
export function createLexicalSearcher(store: LexicalStore, view: LexicalView): LexicalSearcher {
  const { chunkFile, files } = view;
  const list = createWeightedList();
  const paths = once(() => createPathIndex(store, view.fileOfPath, files.length));
  const messages = once(() => readCommitMessages(store, view, files.length));
  const chunkSearch = once(() =>
    createChunkSearch({ store, chunkFile, files, paths: paths(), messages: messages() }),
  );
  const byPath = once(() => pathCollection(paths()));
  const byHistory = once(() => historyCollection(messages()));
  const byMessage = once(() => commitCollection(messages()));
  const fileScratch = once(() => ({ list, scores: new Float64Array(files.length) }));
  const commitScratch = once(() => ({ list, scores: new Float64Array(view.commitAlive.length) }));
  const filesByFirstChunk = once(() => groupByFirstChunk(files));

  const rankFiles = (
    collection: Collection,
    query: readonly WeightedText[],
    limit: number,
  ): readonly FileScore[] => {
    const terms = queryTerms(query);
    const ranking = rankDocuments(collection, terms, limit, fileScratch());
    const matched = matchedWords(collection, terms, ranking, list);
    return ranking.documents.map(({ document, score }, i) => ({
      file: document,
      score,
      matched: matched[i] ?? [],
    }));
  };

  const commits = (query: readonly WeightedText[], limit: number): readonly CommitScore[] =>
    rankDocuments(byMessage(), queryTerms(query), limit, commitScratch()).documents.map(
      ({ document, score }) => ({ id: document, score }),
    );

  /** Chunks that have all the terms, ascending. */
  const chunksWith = (terms: readonly string[]): Int32Array => {
    let found: Int32Array | null = null;
    for (const term of terms) {
      list.length = 0;
      for (const { firstDoc, data } of store.readPostings('code', term)) {
        decodeWeighted(data, firstDoc, UNIT_WEIGHTS, chunkFile, list);
      }
      const chunks = list.docs.subarray(0, list.length);
      found = found === null ? chunks.slice() : common(found, chunks);
      if (found.length === 0) break;
    }
    return found ?? new Int32Array();
  };

  const mentions = createRecentMap<string, readonly FileId[]>(KEPT_FILES, (ids) => 1 + ids.length);
  const filesMentioning = (name: string) => mentions.remember(name, () => filesWith(name));

  const filesWith = (name: string): readonly FileId[] => {
    const found: FileId[] = [];
    let last = -1;
    for (const chunk of chunksWith([...new Set(tellingTerms(name))])) {
      const owner = chunkFile[chunk] as FileId;
      // Chunks of a file follow each other.
      if (owner === last) continue;
      last = owner;
      found.push(...(filesByFirstChunk().get((files[owner] as IndexedFile).firstChunk) ?? []));
    }
    return found.sort((a, b) => a - b);
  };

  return {
    lexical: (query, options) => chunkSearch()(query, options),
    paths: (query, limit) => rankFiles(byPath(), query, limit),
    fileHistory: (query, limit) => rankFiles(byHistory(), query, limit),
    commits,
    filesMentioning,
  };
}

function pathCollection({ lengths, postings }: PathIndex): Collection {
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return {
    k1: K1,
    factors: lengthFactors(lengths, average, B),
    gather: (term, into) => {
      const found = postings(term);
      for (let i = 0; i < found.files.length; i += 1)
        append(into, found.files[i] as number, found.frequencies[i] as number);
      return idf(lengths.length, into.length);
    },
  };
}

function historyCollection({ files, filesWith }: CommitMessages): Collection {
  return {
    k1: K1,
    factors: lengthFactors(files.lengths, files.average, B),
    gather: (term, into) => {
      const found = filesWith(term);
      for (let i = 0; i < found.files.length; i += 1)
        append(into, found.files[i] as number, found.frequencies[i] as number);
      return idf(files.documents, into.length);
    },
  };
}

function commitCollection({ commits, gatherCommits }: CommitMessages): Collection {
  return {
    k1: K1,
    factors: lengthFactors(commits.lengths, commits.average, B),
    gather: (term, into) => {
      gatherCommits(term, COMMIT_WEIGHTS, into);
      return idf(commits.documents, into.length);
    },
    order: Int32Array.from(commits.lengths, (_, id) => -id),
  };
}

/** Chunks of one content stand for every file that has it. */
function groupByFirstChunk(files: readonly IndexedFile[]): ReadonlyMap<ChunkId, readonly FileId[]> {
  const groups = new Map<ChunkId, FileId[]>();
  for (const { id, firstChunk, chunkCount } of files) {
    if (chunkCount === 0) continue;
    const group = groups.get(firstChunk);
    if (group === undefined) groups.set(firstChunk, [id]);
    else group.push(id);
  }
  return groups;
}

/** What two ascending lists have in common. */
function common(a: Int32Array, b: Int32Array): Int32Array {
  let count = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const left = a[i] as number;
    const right = b[j] as number;
    if (left === right) a[count++] = left;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return a.subarray(0, count);
}

function once<T>(compute: () => T): () => T {
  let result: { readonly value: T } | null = null;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}
