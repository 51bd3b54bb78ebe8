import { hitsOf, withRest } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** The rest of a changed file against its changed lines. */
const REST = 0.5;

/** 1 where the working diff touches the chunk, .6 where an open file is best, half of it in the rest of the file. */
export const DIFF: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence }) => withRest(hitsOf(evidence, 'diff'), evidence.diffFiles, REST),
};
