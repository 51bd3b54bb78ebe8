import { bestByFile, overMax } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** The source that failing or matching tests exercise, over the best. */
export const TEST_MAP: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const value = overMax(bestByFile(evidence.testedFiles));
    return (chunk) => value(chunk.file.id);
  },
};
