import type { Provenance } from '../../core/index.ts';

/**
 * How sure a resolved reference is, by the rule that placed it. Order and rough size matter, not digits:
 * scopes and imports follow the language, a name that is unique in the tree is a guess that mostly holds, and
 * one of an ambiguous list is more often wrong than right.
 */
export const CONFIDENCE: Readonly<Record<Provenance, number>> = {
  'same-file': 0.95,
  'import-resolved': 0.9,
  'same-package': 0.85,
  'unique-name': 0.6,
  ambiguous: 0.25,
};

/** Of a use that no rule places, as `uses` lists it. */
export const UNPLACED = 0.05;
