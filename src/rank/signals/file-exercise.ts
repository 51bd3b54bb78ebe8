import { decayedSums } from './file-lexical.ts';
import { hitsOf, overMax } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** As `file-lexical`, for the names that the failing tests use. */
export const FILE_EXERCISE: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const value = overMax(decayedSums(hitsOf(evidence, 'exercise')));
    return (chunk) => value(chunk.file.id);
  },
};
