import { askedFor } from './asked-for.ts';
import type { SignalRule } from './signal-rule.ts';

/** Penalty: the file configures or locks. */
export const CONFIG: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence, query }) => {
    const factor = askedFor(
      evidence,
      query,
      /\b(?:ci|workflow|package\.json|dockerfile|makefile|build file|dependenc(?:y|ies))\b/i,
    );
    return ({ file }) => (file.kind === 'config' || file.kind === 'lock' ? factor(file.id) : 0);
  },
};
