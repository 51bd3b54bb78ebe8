import type { FileId, Hit, Retriever } from '../../core/index.ts';
import { bestByChunk, hitsOf, overMax } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** Chunks that count for their file, and what each further one is worth: measured, better than the best alone. */
const CHUNKS = 4;
const DECAY = 0.65;

/** The retriever's score of the chunk, over the best. */
export function scoreBy(retriever: Retriever): SignalRule {
  return {
    level: 'chunk',
    stage: 'evidence',
    prepare: ({ evidence }) => {
      const value = overMax(bestByChunk(hitsOf(evidence, retriever)));
      return (chunk) => value(chunk.id);
    },
  };
}

/** Σ 0.65ⁱ × the retriever's score of the file's i-th best chunk, over the best file. */
export function fileScoreBy(retriever: Retriever): SignalRule {
  return {
    level: 'file',
    stage: 'evidence',
    prepare: ({ evidence }) => {
      const value = overMax(decayedSums(hitsOf(evidence, retriever)));
      return (chunk) => value(chunk.file.id);
    },
  };
}

function decayedSums(hits: readonly Hit[]): ReadonlyMap<FileId, number> {
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
