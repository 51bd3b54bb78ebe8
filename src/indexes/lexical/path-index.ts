import type { RepoPath } from '../../core/index.ts';
import { forEachWord, termsOf } from './terms.ts';

/** Inverted index of the paths of one tree, in memory. Documents are the positions in the list of paths. */
export interface PathIndex {
  readonly paths: readonly RepoPath[];
  /** Number of path terms by file. */
  readonly lengths: Uint16Array;
  /** Files with the term, ascending, and how often each has it; null when none has. */
  postings(term: string): PathPostings | null;
}

export interface PathPostings {
  readonly files: Uint32Array;
  readonly frequencies: Uint8Array;
}

export function createPathIndex(paths: readonly RepoPath[]): PathIndex {
  const termIds = new Map<string, number>();
  const idsOf = memoised((text) => termIdsOf(text, termIds));
  let directory = '';
  let directoryIds: readonly number[] = [];
  const termsByFile = paths.map((path) => {
    const slash = path.lastIndexOf('/') + 1;
    if (slash !== directory.length || !path.startsWith(directory)) {
      directory = path.slice(0, slash);
      directoryIds = idsOf(directory);
    }
    return { ofDirectory: directoryIds, ofName: idsOf(path.slice(slash)) };
  });

  const lengths = new Uint16Array(paths.length);
  // Of term t: files[starts[t]] … files[starts[t + 1] − 1].
  const starts = new Uint32Array(termIds.size + 1);
  const lastFile = new Int32Array(termIds.size).fill(-1);
  const count = (ids: readonly number[], file: number): void => {
    for (const id of ids) {
      if (lastFile[id] === file) continue;
      lastFile[id] = file;
      starts[id + 1] = (starts[id + 1] as number) + 1;
    }
  };
  for (let file = 0; file < paths.length; file += 1) {
    const { ofDirectory, ofName } = termsByFile[file] as FileTerms;
    lengths[file] = ofDirectory.length + ofName.length;
    count(ofDirectory, file);
    count(ofName, file);
  }
  for (let id = 0; id < termIds.size; id += 1)
    starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);

  const ends = starts.slice();
  const files = new Uint32Array(starts[termIds.size] as number);
  const frequencies = new Uint8Array(files.length);
  const fill = (ids: readonly number[], file: number): void => {
    for (const id of ids) {
      const end = ends[id] as number;
      if (end > (starts[id] as number) && files[end - 1] === file) {
        frequencies[end - 1] = Math.min(255, (frequencies[end - 1] as number) + 1);
        continue;
      }
      files[end] = file;
      frequencies[end] = 1;
      ends[id] = end + 1;
    }
  };
  for (let file = 0; file < paths.length; file += 1) {
    const { ofDirectory, ofName } = termsByFile[file] as FileTerms;
    fill(ofDirectory, file);
    fill(ofName, file);
  }

  const postings = (term: string): PathPostings | null => {
    const id = termIds.get(term);
    if (id === undefined) return null;
    const from = starts[id] as number;
    const to = starts[id + 1] as number;
    return { files: files.subarray(from, to), frequencies: frequencies.subarray(from, to) };
  };
  return { paths, lengths, postings };
}

interface FileTerms {
  readonly ofDirectory: readonly number[];
  readonly ofName: readonly number[];
}

function termIdsOf(text: string, known: Map<string, number>): readonly number[] {
  const ids: number[] = [];
  forEachWord(text, (word) => {
    for (const term of termsOf(word)) {
      const id = known.get(term) ?? known.size;
      if (id === known.size) known.set(term, id);
      ids.push(id);
    }
  });
  return ids;
}

/** Directories repeat from file to file, and so do many base names. */
function memoised<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = compute(text);
    known.set(text, value);
    return value;
  };
}
