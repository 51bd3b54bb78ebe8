import { usersOf } from '../edge-neighbours.ts';
import type { Rule } from '../expansion.ts';

/** Code that calls what the seed defines; tests have a relation of their own. */
export const caller: Rule = (seed, expansion) =>
  usersOf(seed, expansion, { kinds: ['call'], wanted: (file) => file.kind !== 'test' });
