import { usedBy } from '../edge-neighbours.ts';
import type { Rule } from '../expansion.ts';

/** Definitions that the seed calls, outside of tests. */
export const callee: Rule = (seed, expansion) =>
  usedBy(seed, expansion, { kinds: ['call'], wanted: (file) => file.kind !== 'test' });
