import { createRecentMap } from '../../core/index.ts';
import type { LexicalStore } from './lexical-store.ts';
import { createWeightedList, decodeWeighted, fieldWeights } from './postings.ts';

/** The words of the paths of one tree. */
export interface PathIndex {
  /** Number of path terms by file. */
  readonly lengths: Uint16Array;
  /** Files with the term, in the order of the numbers of their paths, and how often each has it. */
  postings(term: string): PathPostings;
}

export interface PathPostings {
  readonly files: Uint32Array;
  readonly frequencies: Float64Array;
}

const ONE_FIELD = fieldWeights([1]);
/** Files of terms that are kept between queries. */
const KEPT = 2 ** 20;

/** `fileOfPath` gives by the number of a path its file in the tree, or −1. */
export function createPathIndex(store: LexicalStore, fileOfPath: Int32Array, fileCount: number): PathIndex {
  const stored = store.lengths('path');
  const lengths = new Uint16Array(fileCount);
  for (const [number, file] of fileOfPath.entries()) if (file >= 0) lengths[file] = stored[number] ?? 0;
  const list = createWeightedList();
  const read = (term: string): PathPostings => {
    list.length = 0;
    for (const { firstDoc, data } of store.readPostings('path', term))
      decodeWeighted(data, firstDoc, ONE_FIELD, fileOfPath, list);
    return {
      files: Uint32Array.from(list.docs.subarray(0, list.length), (path) => fileOfPath[path] as number),
      frequencies: list.values.slice(0, list.length),
    };
  };
  const recent = createRecentMap<string, PathPostings>(KEPT, ({ files }) => 1 + files.length);
  return { lengths, postings: (term) => recent.remember(term, () => read(term)) };
}
