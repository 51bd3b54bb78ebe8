import { askedFor } from './asked-for.ts';
import type { SignalRule } from './signal-rule.ts';

/** Penalty: the file is documentation. */
export const DOCS: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence, query }) => {
    const factor = askedFor(evidence, query, /\b(?:docs?|documentation|readme|changelog|guide|tutorial)\b/i);
    return ({ file }) => (file.kind === 'docs' ? factor(file.id) : 0);
  },
};
