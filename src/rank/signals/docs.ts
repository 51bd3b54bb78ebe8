import { penaltyOn } from './asked-for.ts';

/** Penalty: the file is documentation. */
export const DOCS = penaltyOn(
  ({ kind }) => kind === 'docs',
  /\b(?:docs?|documentation|readme|changelog|guide|tutorial)\b/i,
);
