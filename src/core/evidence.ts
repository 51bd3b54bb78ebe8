/** What recall hands to rank: data only, no reads left to do except the facts that rank asks for by function. */
import type { CommitHit, FileScore } from './ports.ts';
import type { FileId, Hit } from './query.ts';

export interface Evidence {
  /** Grouped by retriever, best first within each; at most one hit per retriever and chunk. */
  readonly hits: readonly Hit[];
  /** BM25 of the task against paths alone. */
  readonly pathScores: readonly FileScore[];
  /** BM25 of the task against each file's past commit messages, best first. */
  readonly historyScores: readonly FileScore[];
  /** Past commits nearest to the task, best first. */
  readonly commits: readonly CommitHit[];
  /** Seconds since the epoch of the last commit that touched each file with a hit; files without one are absent. */
  readonly lastTouched: ReadonlyMap<FileId, number>;
  /** Touched by the working diff (1) or open in the editor (less). */
  readonly diffFiles: readonly FileScore[];
  /** Source files that matching or failing tests exercise, by imports and by name. */
  readonly testedFiles: readonly FileScore[];
  /** No chunk without a semantic hit has a larger cosine; 0 when every vector was seen or none was asked for. */
  readonly semanticFloor: number;
  /** What failed or was cut short, in sentences. */
  readonly notes: readonly string[];
}
