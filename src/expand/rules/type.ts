import { usedBy } from '../edge-neighbours.ts';
import type { Rule } from '../expansion.ts';

/** Types that the seed names, and what it extends or implements. */
export const type: Rule = (seed, expansion) =>
  usedBy(seed, expansion, {
    kinds: ['type', 'extends', 'implements'],
    wanted: (file) => file.kind !== 'test',
  });
