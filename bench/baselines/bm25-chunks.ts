import { bm25 } from './bm25.ts';
import { runBaseline } from './run-baseline.ts';

const LINES = 40;

/** Plain BM25 over windows of 40 lines; a file ranks by its best window. */
export function main(args: readonly string[]): Promise<number> {
  return runBaseline(args, () => ({ answer: bm25(LINES) }));
}
