import {
  CHUNK_FIELDS,
  createRecentMap,
  type FileId,
  type IndexedFile,
  type LexicalHit,
  type LexicalOptions,
  type WeightedText,
} from '../../core/index.ts';
import { type Gain, idf, largestShares, lengthFactors } from './bm25.ts';
import type { CommitMessages } from './commit-messages.ts';
import type { LexicalStore } from './lexical-store.ts';
import type { PathIndex } from './path-index.ts';
import { createWeightedList, decodeWeighted, type FieldWeights, fieldWeights } from './postings.ts';
import { type QueryTerm, queryTerms } from './query-terms.ts';
import { addTo, clearSums, createSums } from './sparse-sums.ts';
import { topScores } from './top-scores.ts';

/** What the search of one tree's chunks reads. */
export interface ChunkSources {
  readonly store: LexicalStore;
  readonly chunkFile: Int32Array;
  readonly files: readonly IndexedFile[];
  readonly paths: PathIndex;
  readonly messages: CommitMessages;
}

/** Entries of decoded lists that are kept between queries: of a list, and of all. */
const LONGEST_KEPT = 2 ** 16;
const KEPT = 2 ** 20;

/** The chunks that have a term in their text, and T of each. */
interface TextList {
  readonly docs: Int32Array;
  readonly values: Float64Array;
}

export type ChunkSearch = (query: readonly WeightedText[], options: LexicalOptions) => readonly LexicalHit[];

/**
 * BM25F over the chunks of one tree. T of a term in a chunk is the weighted frequency in its text fields, divided
 * by B of the text's length, plus that in the fields of its file: path (as it is) and history (divided by B of its
 * own length). Every chunk of a file has the latter two, so what they add where the text lacks the term is summed
 * once a file.
 */
export function createChunkSearch({ store, chunkFile, files, paths, messages }: ChunkSources): ChunkSearch {
  const { chunks, lengths, average } = textStatistics(store, chunkFile);
  const ownChunks = chunksByFile(chunkFile, files.length);
  const scores = new Float64Array(chunkFile.length);
  const fileScores = new Float64Array(files.length);
  const list = createWeightedList();
  // Of the current term, by file: T of path and history, and the score of T alone.
  const shared = createSums(files.length);
  const sharedScores = new Float64Array(files.length);
  /** Position among the best chunks of the current query, or −1. */
  const places = new Int32Array(chunkFile.length).fill(-1);
  let texts: { readonly key: string; readonly listOf: (term: string) => TextList } | null = null;
  let factors: { readonly b: number; readonly values: Float64Array } | null = null;

  const factorsFor = (b: number): Float64Array => {
    if (factors?.b !== b) factors = { b, values: lengthFactors(lengths, average, b) };
    return factors.values;
  };

  /** Adds the path field; gives the number of chunks in the files found. */
  const gatherPaths = (term: string, weight: number): number => {
    if (!(weight > 0)) return 0;
    const found = paths.postings(term);
    let reached = 0;
    for (let i = 0; i < found.files.length; i += 1) {
      const file = found.files[i] as number;
      addTo(shared, file, weight * (found.frequencies[i] as number));
      reached += ownChunks[file] as number;
    }
    return reached;
  };

  /** Adds the history field, scaled down where the term is commoner in histories than in texts and paths. */
  const gatherHistory = (term: string, weight: number, b: number, withTerm: number): number => {
    const textIdf = idf(chunks, withTerm);
    if (!(weight > 0)) return textIdf;
    const history = messages.filesWith(term);
    let reached = 0;
    for (const file of history.files) reached += ownChunks[file] as number;
    const historyIdf = idf(chunks, reached);
    const termIdf = withTerm === 0 ? historyIdf : textIdf;
    const scale = weight * Math.min(1, historyIdf / termIdf);
    const perUnit = b / messages.files.average;
    for (let i = 0; i < history.files.length; i += 1) {
      const file = history.files[i] as number;
      const divisor = 1 - b + perUnit * (messages.files.lengths[file] as number);
      addTo(shared, file, (scale * (history.frequencies[i] as number)) / divisor);
    }
    return termIdf;
  };

  /** A list too long to be kept is a view, and gone with the next. */
  const decode = (term: string, weights: FieldWeights): TextList => {
    list.length = 0;
    for (const { firstDoc, data } of store.readPostings('code', term))
      decodeWeighted(data, firstDoc, weights, chunkFile, list);
    const docs = list.docs.subarray(0, list.length);
    const values = list.values.subarray(0, list.length);
    return list.length < LONGEST_KEPT ? { docs: docs.slice(), values: values.slice() } : { docs, values };
  };

  const textsFor = (given: LexicalOptions['fieldWeights']): ((term: string) => TextList) => {
    const each = CHUNK_FIELDS.map((field) => given[field]);
    const key = each.join();
    if (texts?.key !== key) {
      const weights = fieldWeights(each);
      const lists = createRecentMap<string, TextList>(KEPT, ({ docs }) => 1 + docs.length);
      const listOf = (term: string): TextList => {
        const known = lists.get(term);
        if (known !== undefined) return known;
        const found = decode(term, weights);
        if (found.docs.length < LONGEST_KEPT) lists.set(term, found);
        return found;
      };
      texts = { key, listOf };
    }
    return texts.listOf;
  };

  /** Leaves file frequencies in `shared`; gives the idf. */
  const gather = (term: string, { docs }: TextList, { fieldWeights: all, b }: LexicalOptions): number => {
    clearSums(shared);
    let withTerm = gatherPaths(term, all.path) + docs.length;
    if (shared.count > 0) {
      for (let i = 0; i < docs.length; i += 1) {
        if ((shared.values[chunkFile[docs[i] as number] as number] as number) > 0) withTerm -= 1;
      }
    }
    return gatherHistory(term, all.history, b, withTerm);
  };

  /** Gives the most that any chunk got. */
  const addScores = ({ docs, values }: TextList, gain: number, k1: number, b: number): number => {
    let most = 0;
    for (let i = 0; i < shared.count; i += 1) {
      const file = shared.touched[i] as number;
      const frequency = shared.values[file] as number;
      const score = (gain * frequency) / (frequency + k1);
      if (score > most) most = score;
      sharedScores[file] = score;
      fileScores[file] = (fileScores[file] as number) + score;
    }
    const lengthFactor = factorsFor(b);
    for (let i = 0; i < docs.length; i += 1) {
      const chunk = docs[i] as number;
      const file = chunkFile[chunk] as number;
      const frequency =
        (values[i] as number) * (lengthFactor[chunk] as number) + (shared.values[file] as number);
      const score = (gain * frequency) / (frequency + k1);
      if (score > most) most = score;
      scores[chunk] = (scores[chunk] as number) + (score - (sharedScores[file] as number));
    }
    for (let i = 0; i < shared.count; i += 1) sharedScores[shared.touched[i] as number] = 0;
    return most;
  };

  return (query, options) => {
    const { k1, b, limit } = options;
    const terms = queryTerms(query);
    const textOf = textsFor(options.fieldWeights);
    scores.fill(0);
    fileScores.fill(0);
    const gains = terms.map(({ term, weight }): Gain => {
      const text = textOf(term);
      const gain = weight * gather(term, text, options) * (k1 + 1);
      return { gain, most: addScores(text, gain, k1, b) };
    });
    for (let chunk = 0; chunk < scores.length; chunk += 1) {
      const file = chunkFile[chunk] as number;
      if (file >= 0) scores[chunk] = (scores[chunk] as number) + (fileScores[file] as number);
    }
    const best = topScores(scores, limit, chunkFile);
    const named = best.slice(0, options.named ?? limit);
    named.forEach((chunk, i) => {
      places[chunk] = i;
    });
    const frequenciesOf = ({ term }: QueryTerm, into: Float64Array): number => {
      clearSums(shared);
      gatherPaths(term, options.fieldWeights.path);
      const { docs, values } = textOf(term);
      for (let i = 0; i < docs.length; i += 1) {
        const at = places[docs[i] as number] as number;
        if (at >= 0) into[at] = values[i] as number;
      }
      named.forEach((chunk, at) => {
        const text = (into[at] as number) * (factorsFor(b)[chunk] as number);
        into[at] = text + (shared.values[chunkFile[chunk] as FileId] as number);
      });
      return k1;
    };
    const matched = largestShares(terms, gains, named.length, frequenciesOf);
    for (const chunk of named) places[chunk] = -1;
    return best.map((chunk, i) => ({
      chunk,
      file: chunkFile[chunk] as FileId,
      score: scores[chunk] as number,
      terms: matched[i] ?? [],
    }));
  };
}

/** Number, text lengths and average text length of the chunks of one tree. */
function textStatistics(
  store: LexicalStore,
  chunkFile: Int32Array,
): { readonly chunks: number; readonly lengths: Uint32Array; readonly average: number } {
  const stored = store.lengths('code');
  const fields = CHUNK_FIELDS.length;
  const lengths = new Uint32Array(chunkFile.length);
  let chunks = 0;
  let total = 0;
  for (let chunk = 0; chunk < chunkFile.length; chunk += 1) {
    if ((chunkFile[chunk] as number) < 0) continue;
    let length = 0;
    for (let field = 0; field < fields; field += 1) length += stored[chunk * fields + field] ?? 0;
    lengths[chunk] = length;
    chunks += 1;
    total += length;
  }
  return { chunks, lengths, average: chunks === 0 ? 0 : total / chunks };
}

/** Number of chunks by file, those shared with an earlier file not counted. */
function chunksByFile(chunkFile: Int32Array, fileCount: number): Uint32Array {
  const counts = new Uint32Array(fileCount);
  for (const file of chunkFile) if (file >= 0) counts[file] = (counts[file] as number) + 1;
  return counts;
}
