import { bestByChunk, hitsOf, overMax } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** Below this confidence a name that matches exactly is still weak evidence. */
const SURE = 0.5;

/** The chunk defines a symbol that the task names exactly, whether or not a word search found it. */
export const SYMBOL: SignalRule = {
  level: 'chunk',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const value = overMax(bestByChunk(hitsOf(evidence, 'symbol')), SURE);
    return (chunk) => value(chunk.id);
  },
};
