import { askedFor } from './asked-for.ts';
import type { SignalRule } from './signal-rule.ts';

const DECLARES = /\.(?:d\.[cm]?ts|pyi)$/i;
const ASKED = /\b(?:types?|typings?|declarations?|stubs?|typescript|d\.ts|pyi)\b/i;

/** Penalty: the file declares what other code does, mostly with the words of its documentation. */
export const DECLARATION: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence, query }) => {
    const factor = askedFor(evidence, query, ASKED);
    return ({ file }) => (file.kind === 'code' && DECLARES.test(file.path) ? factor(file.id) : 0);
  },
};
