import type { FileId, Hit } from '../../core/index.ts';
import { hitsOf, overMax } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** Chunks that count for their file, and what each further one is worth: measured, better than the best alone. */
const CHUNKS = 4;
const DECAY = 0.65;

/** Σ 0.65ⁱ × BM25F of the file's i-th best chunk, over the best file. */
export const FILE_LEXICAL: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const value = overMax(decayedSums(hitsOf(evidence, 'lexical')));
    return (chunk) => value(chunk.file.id);
  },
};

/** Σ 0.65ⁱ × score of the file's i-th best hit. */
export function decayedSums(hits: readonly Hit[]): ReadonlyMap<FileId, number> {
  const scores = new Map<FileId, number[]>();
  for (const hit of hits) {
    const list = scores.get(hit.file);
    if (list === undefined) scores.set(hit.file, [hit.score]);
    else list.push(hit.score);
  }
  return new Map([...scores].map(([file, list]) => [file, decayedSum(list)]));
}

function decayedSum(scores: readonly number[]): number {
  return [...scores]
    .sort((a, b) => b - a)
    .slice(0, CHUNKS)
    .reduce((sum, score, index) => sum + score * DECAY ** index, 0);
}
