import type { WeightSet } from '../../src/rank/index.ts';

/** The TypeScript text of src/rank/weights/learned.ts. */
export function weightsSource({ base, kinds, phases, record }: WeightSet, basis: string): string {
  const set = { record: { version: record.version + 1, method: 'learned', basis }, base, kinds, phases };
  return `import type { WeightSet } from './weight-set.ts';

/** The start of bench/learn/learn.ts, which writes this file with \`--write\`. */
export const LEARNED_WEIGHTS: WeightSet = ${JSON.stringify(set, null, 2)};
`;
}
