import type { WeightedList } from './postings.ts';
import type { QueryTerm } from './query-terms.ts';
import { topScores } from './top-scores.ts';

/**
 * BM25 with weighted fields (Robertson and Zaragoza, The probabilistic relevance framework: BM25 and beyond, 2009):
 * Σ over query terms of weight × idf × (k1 + 1) × T ÷ (T + k1), where T is the sum over fields of weight × frequency
 * ÷ B, and B = 1 − b + b × length ÷ average length. With one field this is plain BM25.
 */

/** Inverse document frequency that is never negative: ln(1 + (N − n + ½) ÷ (n + ½)). */
export function idf(documents: number, withTerm: number): number {
  return Math.log(1 + (documents - withTerm + 0.5) / (withTerm + 0.5));
}

/** 1 ÷ B of every document; 1 where B is 0 (empty documents, when b is 1). */
export function lengthFactors(lengths: ArrayLike<number>, averageLength: number, b: number): Float64Array {
  const factors = new Float64Array(lengths.length);
  const perUnit = averageLength > 0 ? b / averageLength : 0;
  for (let i = 0; i < factors.length; i += 1) {
    const divisor = 1 - b + perUnit * (lengths[i] as number);
    factors[i] = divisor > 0 ? 1 / divisor : 1;
  }
  return factors;
}

/** A collection to be ranked. */
export interface Collection {
  readonly k1: number;
  /** By document. */
  readonly factors: Float64Array;
  /** Appends every document that has the term, once, with its frequency (> 0); gives the term's idf. */
  readonly gather: (term: string, into: WeightedList) => number;
  /** Order of documents with equal scores, before their number. */
  readonly order?: ArrayLike<number>;
}

export interface RankedDocument {
  readonly document: number;
  readonly score: number;
}

/** A ranking and what each term added to it. */
export interface Ranking {
  /** Best first. */
  readonly documents: readonly RankedDocument[];
  /** Parallel to the terms of the query. */
  readonly gains: readonly Gain[];
}

/** What a term can add to scores: weight × idf × (k1 + 1), and the most that it did add to any. */
export interface Gain {
  readonly gain: number;
  readonly most: number;
}

/** Arrays kept between queries; `scores` is as long as the collection. */
export interface RankScratch {
  readonly list: WeightedList;
  readonly scores: Float64Array;
}

/** The best documents by exact BM25 over all terms, term at a time. */
export function rankDocuments(
  { k1, factors, gather, order }: Collection,
  terms: readonly QueryTerm[],
  limit: number,
  { list, scores }: RankScratch,
): Ranking {
  scores.fill(0);
  const gains = terms.map(({ term, weight }): Gain => {
    list.length = 0;
    const gain = weight * gather(term, list) * (k1 + 1);
    let most = 0;
    for (let i = 0; i < list.length; i += 1) {
      const document = list.docs[i] as number;
      const frequency = (list.values[i] as number) * (factors[document] as number);
      const share = (gain * frequency) / (frequency + k1);
      if (share > most) most = share;
      scores[document] = (scores[document] as number) + share;
    }
    return { gain, most };
  });
  const documents = topScores(scores, limit, order).map((document) => ({
    document,
    score: scores[document] as number,
  }));
  return { documents, gains };
}

/** For each document of a ranking, the query words with the largest shares of its score, best first, at most 6. */
export function matchedWords(
  { k1, factors, gather }: Collection,
  terms: readonly QueryTerm[],
  { documents, gains }: Ranking,
  list: WeightedList,
): readonly (readonly string[])[] {
  const places = new Int32Array(factors.length).fill(-1);
  documents.forEach(({ document }, i) => {
    places[document] = i;
  });
  return largestShares(terms, gains, documents.length, ({ term }, frequencies) => {
    list.length = 0;
    gather(term, list);
    for (let i = 0; i < list.length; i += 1) {
      const document = list.docs[i] as number;
      const at = places[document] as number;
      if (at >= 0) frequencies[at] = (list.values[i] as number) * (factors[document] as number);
    }
    return k1;
  });
}

const MAX_MATCHED = 6;

interface Share {
  readonly form: string;
  readonly amount: number;
}

/**
 * The words with the largest shares of the scores of a few documents. `frequenciesOf` writes T of each document (0
 * where the term is absent) and gives k1. Terms that added most go first, and it ends when no term left could enter
 * any list: the long lists of common words are rarely read again.
 */
export function largestShares(
  terms: readonly QueryTerm[],
  gains: readonly Gain[],
  documents: number,
  frequenciesOf: (term: QueryTerm, into: Float64Array) => number,
): readonly (readonly string[])[] {
  const shares = Array.from({ length: documents }, (): Share[] => []);
  const frequencies = new Float64Array(documents);
  const order = terms.map((_, i) => i).sort((a, b) => (gains[b]?.most ?? 0) - (gains[a]?.most ?? 0) || a - b);
  for (const i of order) {
    const { gain, most } = gains[i] as Gain;
    if (!(most > 0) || shares.every((list) => (list[MAX_MATCHED - 1]?.amount ?? -1) >= most)) break;
    const { form } = terms[i] as QueryTerm;
    frequencies.fill(0);
    const k1 = frequenciesOf(terms[i] as QueryTerm, frequencies);
    shares.forEach((list, at) => {
      const frequency = frequencies[at] as number;
      if (frequency > 0) insert(list, form, (gain * frequency) / (frequency + k1));
    });
  }
  return shares.map((list) => list.map(({ form }) => form));
}

function insert(list: Share[], form: string, amount: number): void {
  let at = list.length;
  while (at > 0 && (list[at - 1] as Share).amount < amount) at -= 1;
  if (at >= MAX_MATCHED) return;
  list.splice(at, 0, { form, amount });
  if (list.length > MAX_MATCHED) list.pop();
}
