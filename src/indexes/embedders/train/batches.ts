import { shuffled } from './shuffled.ts';

const RUN = 64;
const RUNS = 4;
export const BATCH = RUN * RUNS;

/** Numbers of pairs, up to 256 a batch, in runs of one group; every pair once. */
export function batchesOf(groups: readonly number[], random: () => number): readonly (readonly number[])[] {
  const runs = groups.slice(1).flatMap((end, i) => runsOf(groups[i] ?? 0, end, random));
  const order = shuffled(runs, random);
  const count = Math.ceil(order.length / RUNS);
  return Array.from({ length: count }, (_, i) => order.slice(i * RUNS, (i + 1) * RUNS).flat());
}

function runsOf(start: number, end: number, random: () => number): readonly (readonly number[])[] {
  const all = shuffled(
    Array.from({ length: end - start }, (_, i) => start + i),
    random,
  );
  const count = Math.ceil(all.length / RUN);
  return Array.from({ length: count }, (_, i) => all.slice(i * RUN, (i + 1) * RUN));
}
