import type { Evidence, FileId, Query } from '../../core/index.ts';
import { hitsOf } from './scores.ts';

/** Hits of the path retriever below this are files whose path merely resembles the task. */
const NAMED = 0.15;
/** What is left of a penalty on a file that the task names, or on a kind that a question asks for. */
const ASKED = 0.25;

/**
 * Factor of a penalty on a kind of file: lower for files that the task names, and for all of the kind when a
 * short question asks for it in so many words.
 */
export function askedFor(evidence: Evidence, query: Query, words: RegExp | null): (file: FileId) => number {
  const named = new Set(hitsOf(evidence, 'path').flatMap((hit) => (hit.score > NAMED ? [hit.file] : [])));
  const all = query.kind === 'question' && words !== null && words.test(query.text);
  return (file) => (all || named.has(file) ? ASKED : 1);
}
