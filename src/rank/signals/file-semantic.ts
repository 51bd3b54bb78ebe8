import { bestByFile, hitsOf } from './scores.ts';
import { aboveFloor } from './semantic.ts';
import type { SignalRule } from './signal-rule.ts';

/** The best embedding similarity in the file. */
export const FILE_SEMANTIC: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const value = aboveFloor(bestByFile(hitsOf(evidence, 'semantic')), evidence.semanticFloor);
    return (chunk) => value(chunk.file.id);
  },
};
