import { penaltyOn } from './asked-for.ts';

/** Penalty: the file configures or locks. */
export const CONFIG = penaltyOn(
  ({ kind }) => kind === 'config' || kind === 'lock',
  /\b(?:ci|workflow|package\.json|dockerfile|makefile|build file|dependenc(?:y|ies))\b/i,
);
