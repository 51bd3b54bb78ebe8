import { onceAText, type SourceFile } from './commit-files.ts';
import type { Answering } from './run-baseline.ts';
import { createVocabulary, queryWords } from './words.ts';

const K1 = 1.2;
const B = 0.75;
/** Words of the path count as if they stood in the text this often. */
const PATH_WEIGHT = 3;

interface Window {
  readonly start: number;
  readonly end: number;
  /** Numbers of its words. */
  readonly words: Int32Array;
}

interface Document {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly length: number;
  /** How often each word of the query occurs, by its number. */
  readonly counts: ReadonlyMap<number, number>;
}

/** BM25 (Robertson) of windows of `size` lines against a text, best first, then by place. Scores above 0. */
export function bm25(size: number): Answering {
  const vocabulary = createVocabulary();
  const windowsOf = onceAText((lines): readonly Window[] => {
    const windows: Window[] = [];
    for (let at = 0; at < lines.length; at += size) {
      const end = Math.min(lines.length, at + size);
      windows.push({ start: at + 1, end, words: vocabulary.numbersOf(lines.slice(at, end).join('\n')) });
    }
    return windows;
  });
  const documentsOf = ({ path, lines }: SourceFile, query: ReadonlyMap<number, number>): Document[] => {
    const ofPath = vocabulary.numbersOf(path);
    return windowsOf(lines).map(({ start, end, words }) => {
      const counts = new Map<number, number>();
      const add = (word: number, weight: number): void => {
        if (query.has(word)) counts.set(word, (counts.get(word) ?? 0) + weight);
      };
      for (const word of words) add(word, 1);
      for (const word of ofPath) add(word, PATH_WEIGHT);
      return { path, start, end, length: words.length + PATH_WEIGHT * ofPath.length, counts };
    });
  };
  return ({ query: text }, files) => {
    const query = new Map([...queryWords(text)].map(([word, count]) => [vocabulary.numberOf(word), count]));
    const documents = files.flatMap((file) => documentsOf(file, query));
    const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
    const weights = inverseFrequencies(documents, query);
    const ranked = documents
      .map((document) => ({ ...document, score: scoreOf(document, average, weights) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start));
    return { ranked };
  };
}

function scoreOf(
  { length, counts }: Document,
  average: number,
  weights: ReadonlyMap<number, number>,
): number {
  let score = 0;
  for (const [word, count] of counts)
    score += ((weights.get(word) ?? 0) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
  return score;
}

/** Inverse document frequency times the square root of the count in the query. */
function inverseFrequencies(
  documents: readonly Document[],
  query: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const frequencies = new Map<number, number>();
  for (const { counts } of documents)
    for (const word of counts.keys()) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  return new Map(
    [...query].map(([word, count]) => {
      const frequency = frequencies.get(word) ?? 0;
      const idf = Math.log(1 + (documents.length - frequency + 0.5) / (frequency + 0.5));
      return [word, idf * Math.sqrt(count)];
    }),
  );
}
