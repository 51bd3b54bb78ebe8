import type { SourceFile } from './commit-files.ts';
import { queryWords, wordsOf } from './words.ts';

export interface ScoredSpan {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

const K1 = 1.2;
const B = 0.75;
/** Words of the path count as if they stood in the text this often. */
const PATH_WEIGHT = 3;

interface Document {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly length: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** BM25 (Robertson) of windows of `size` lines against a text, best first, then by place. Scores above 0. */
export function bm25(files: readonly SourceFile[], text: string, size: number): readonly ScoredSpan[] {
  const query = queryWords(text);
  const documents = files.flatMap((file) => windows(file, size, query));
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const weights = inverseFrequencies(documents, query);
  return documents
    .map(({ path, start, end, length, counts }) => {
      let score = 0;
      for (const [word, count] of counts) {
        const saturated = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
        score += (weights.get(word) ?? 0) * saturated;
      }
      return { path, start, end, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start));
}

function windows(
  { path, lines }: SourceFile,
  size: number,
  query: ReadonlyMap<string, number>,
): readonly Document[] {
  const ofPath = wordsOf(path);
  const documents: Document[] = [];
  for (let at = 0; at < lines.length; at += size) {
    const end = Math.min(lines.length, at + size);
    const words = wordsOf(lines.slice(at, end).join('\n'));
    const counts = new Map<string, number>();
    const add = (word: string, weight: number): void => {
      if (query.has(word)) counts.set(word, (counts.get(word) ?? 0) + weight);
    };
    for (const word of words) add(word, 1);
    for (const word of ofPath) add(word, PATH_WEIGHT);
    const length = words.length + PATH_WEIGHT * ofPath.length;
    documents.push({ path, start: at + 1, end, length, counts });
  }
  return documents;
}

/** Inverse document frequency times the square root of the count in the query. */
function inverseFrequencies(
  documents: readonly Document[],
  query: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
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
