import { createRecentMap, type FileId } from '../../core/index.ts';
import type { LexicalStore, PostingRow } from './lexical-store.ts';
import {
  createWeightedList,
  decodeWeighted,
  type FieldWeights,
  fieldWeights,
  type WeightedList,
} from './postings.ts';
import { addTo, clearSums, createSums } from './sparse-sums.ts';

/** The past of one tree: which commits it has, and which of its files each touched. */
export interface CommitView {
  /** By commit id: 1 for ancestors of the tree's head. */
  readonly commitAlive: Uint8Array;
  readonly commitFiles: (commit: number) => ArrayLike<FileId>;
}

/** Messages of the commits of one tree, by commit, and laid end to end by file. */
export interface CommitMessages {
  /** Commits with a message, their lengths in terms by commit id, and the average. */
  readonly commits: Lengths;
  /** The same for the files that such a commit touched. */
  readonly files: Lengths;
  /** Appends the commits that have a term. */
  gatherCommits(term: string, weights: FieldWeights, into: WeightedList): void;
  /** The files whose messages have a term. */
  filesWith(term: string): FileFrequencies;
}

/** Files, and the plain frequency of a term in each. */
export interface FileFrequencies {
  readonly files: Int32Array;
  readonly frequencies: Float64Array;
}

export interface Lengths {
  readonly lengths: Float64Array;
  readonly documents: number;
  readonly average: number;
}

const EVERY_FIELD_ONCE = fieldWeights([1, 1]);
/** Bytes of lists, and files of terms, that are kept between queries. */
const KEPT_BYTES = 4 * 2 ** 20;
const KEPT_FILES = 2 ** 20;

export function readCommitMessages(
  store: LexicalStore,
  { commitAlive, commitFiles }: CommitView,
  fileCount: number,
): CommitMessages {
  const stored = store.lengths('commit');
  const commitLengths = new Float64Array(commitAlive.length);
  const fileLengths = new Float64Array(fileCount);
  // Files of commit c: touched[starts[c]] … touched[starts[c + 1] − 1].
  const starts = new Uint32Array(commitAlive.length + 1);
  const collected: FileId[] = [];
  for (let commit = 0; commit < commitAlive.length; commit += 1) {
    const length = (stored[commit * 2] ?? 0) + (stored[commit * 2 + 1] ?? 0);
    if (commitAlive[commit] === 1 && length > 0) {
      commitLengths[commit] = length;
      const files = commitFiles(commit);
      for (let i = 0; i < files.length; i += 1) {
        const file = files[i] as FileId;
        collected.push(file);
        fileLengths[file] = (fileLengths[file] as number) + length;
      }
    }
    starts[commit + 1] = collected.length;
  }
  const touched = Uint32Array.from(collected);
  const owners = Int32Array.from(commitAlive, (alive) => alive - 1);

  const recentRows = createRecentMap<string, readonly PostingRow[]>(KEPT_BYTES, (rows) =>
    rows.reduce((sum, { data }) => sum + data.length, 1),
  );
  const rowsOf = (term: string) => recentRows.remember(term, () => store.readPostings('commit', term));
  const gatherCommits = (term: string, weights: FieldWeights, into: WeightedList): void => {
    for (const { firstDoc, data } of rowsOf(term)) decodeWeighted(data, firstDoc, weights, owners, into);
  };

  const list = createWeightedList();
  const sums = createSums(fileCount);
  const findFiles = (term: string): FileFrequencies => {
    list.length = 0;
    gatherCommits(term, EVERY_FIELD_ONCE, list);
    for (let i = 0; i < list.length; i += 1) {
      const commit = list.docs[i] as number;
      const frequency = list.values[i] as number;
      const end = starts[commit + 1] as number;
      for (let at = starts[commit] as number; at < end; at += 1)
        addTo(sums, touched[at] as number, frequency);
    }
    const files = sums.touched.slice(0, sums.count);
    const frequencies = Float64Array.from(files, (file) => sums.values[file] as number);
    clearSums(sums);
    return { files, frequencies };
  };
  const recentFiles = createRecentMap<string, FileFrequencies>(KEPT_FILES, ({ files }) => 1 + files.length);
  const filesWith = (term: string) => recentFiles.remember(term, () => findFiles(term));

  return { commits: summed(commitLengths), files: summed(fileLengths), gatherCommits, filesWith };
}

function summed(lengths: Float64Array): Lengths {
  let documents = 0;
  let total = 0;
  for (const length of lengths) {
    if (length === 0) continue;
    documents += 1;
    total += length;
  }
  return { lengths, documents, average: documents === 0 ? 0 : total / documents };
}
