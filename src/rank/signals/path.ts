import { bestByFile, overMax } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** BM25 of the task against the file's path, over the best. */
export const PATH: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const value = overMax(bestByFile(evidence.pathScores));
    return (chunk) => value(chunk.file.id);
  },
};
