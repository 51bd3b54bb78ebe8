import { bm25 } from './bm25.ts';
import { runBaseline } from './run-baseline.ts';

/** Plain BM25 over whole files. */
export function main(args: readonly string[]): Promise<number> {
  return runBaseline(args, () => ({ answer: bm25(Number.POSITIVE_INFINITY) }));
}
