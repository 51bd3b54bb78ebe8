import { decayedSums } from './file-lexical.ts';
import { hitsOf, overMax } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** As `file-lexical`, for the first line of a longer task. */
export const FILE_SUBJECT: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const value = overMax(decayedSums(hitsOf(evidence, 'subject')));
    return (chunk) => value(chunk.file.id);
  },
};
