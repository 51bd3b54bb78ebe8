import type { WeightedText } from '../../core/index.ts';
import { STOP_WORDS } from './stop-words.ts';
import { forEachWord, formsOf } from './terms.ts';

/** A distinct term of a query. */
export interface QueryTerm {
  readonly term: string;
  /** As it stood in the query, in lower case. */
  readonly form: string;
  /** √ of the summed weights of its occurrences: repetition counts, with damping. */
  readonly weight: number;
}

/** A bound on the work of one query, far above what an issue has. */
const MAX_TERMS = 1024;

/**
 * The terms of a query in order of their first occurrence. Stop words and single ASCII characters are left out
 * unless nothing else is there. Spans of weight 0 or less count as absent. Of more than 1024 terms the heaviest stay.
 */
export function queryTerms(spans: readonly WeightedText[]): readonly QueryTerm[] {
  const known = analyzed.get(spans);
  if (known !== undefined) return known;
  const terms = analyzeQuery(spans);
  analyzed.set(spans, terms);
  return terms;
}

/** Chunks, paths, histories and commits are searched with the terms of one query. */
const analyzed = new WeakMap<readonly WeightedText[], readonly QueryTerm[]>();

function analyzeQuery(spans: readonly WeightedText[]): readonly QueryTerm[] {
  const sums = new Map<string, { readonly form: string; readonly order: number; sum: number }>();
  for (const { text, weight } of spans) {
    if (!(weight > 0)) continue;
    forEachWord(text, (word) => {
      for (const { term, form } of formsOf(word)) {
        const known = sums.get(term);
        if (known === undefined) sums.set(term, { form, order: sums.size, sum: weight });
        else known.sum += weight;
      }
    });
  }
  const all = [...sums].map(([term, { form, order, sum }]) => ({
    term,
    form,
    order,
    weight: Math.sqrt(sum),
  }));
  const telling = all.filter(({ form }) => !STOP_WORDS.has(form) && !/^[\x20-\x7e]$/.test(form));
  const kept = telling.length > 0 ? telling : all;
  return kept
    .sort((a, b) => b.weight - a.weight || a.order - b.order)
    .slice(0, MAX_TERMS)
    .sort((a, b) => a.order - b.order)
    .map(({ term, form, weight }) => ({ term, form, weight }));
}
