import type { ChunkId, FileId, IndexedFile, RankedCandidate } from '../core/index.ts';
import { comparePaths } from './compare-paths.ts';

export interface RankedFile {
  readonly file: IndexedFile;
  /** Largest file score of its candidates. */
  readonly score: number;
  /** Its best candidate by chunk score. */
  readonly best: ChunkId;
}

/** Files of the ranked candidates, best first, then by path. */
export function rankFiles(
  ranked: readonly Pick<RankedCandidate, 'chunk' | 'fileScore'>[],
): readonly RankedFile[] {
  const files = new Map<FileId, RankedFile>();
  for (const { chunk, fileScore } of ranked) {
    const known = files.get(chunk.file.id);
    if (known === undefined) files.set(chunk.file.id, { file: chunk.file, score: fileScore, best: chunk.id });
    else if (fileScore > known.score) files.set(chunk.file.id, { ...known, score: fileScore });
  }
  return [...files.values()].sort((a, b) => b.score - a.score || comparePaths(a.file.path, b.file.path));
}
