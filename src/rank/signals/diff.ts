import { bestByChunk, bestByFile, clamp, hitsOf } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** The rest of a changed file against its changed lines. */
const REST = 0.5;

/** 1 where the working diff touches the chunk, .6 where an open file is best, half of it in the rest of the file. */
export const DIFF: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const chunks = bestByChunk(hitsOf(evidence, 'diff'));
    const files = bestByFile(evidence.diffFiles);
    return (chunk) => clamp(Math.max(chunks.get(chunk.id) ?? 0, REST * (files.get(chunk.file.id) ?? 0)));
  },
};
