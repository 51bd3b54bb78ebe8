import type { DiffFile, FileScore, Hit, IndexedFile } from '../../core/index.ts';
import { mergeHits } from './hit-list.ts';
import type { RetrieverInput, RetrieverRule } from './retriever-input.ts';

const MAX_HUNKS = 200;
const OPEN_SCORE = 0.6;

/** Chunks that the working diff touches, and files open in the editor. */
export const recallDiff: RetrieverRule = (input) => {
  const changed = input.diff.flatMap((diff) => {
    const file = input.snapshot.fileByPath(diff.path);
    return file === null || !input.accepts(file) ? [] : [{ diff, file }];
  });
  const open = input.openFiles.flatMap((path) => {
    const file = input.snapshot.fileByPath(path);
    return file === null || !input.accepts(file) ? [] : [file];
  });
  return {
    hits: mergeHits([
      ...changed.flatMap(({ diff, file }) => changedHits(input, file, diff)),
      ...open.flatMap((file) => hitAt(file, input.bestChunk(file.id), OPEN_SCORE, 'open in the editor')),
    ]),
    diffFiles: fileScores(
      changed.map(({ file }) => file),
      open,
    ),
  };
};

function changedHits(input: RetrieverInput, file: IndexedFile, diff: DiffFile): readonly Hit[] {
  if (diff.hunks.length === 0) return hitAt(file, input.bestChunk(file.id), 1, diff.status);
  return diff.hunks.slice(0, MAX_HUNKS).flatMap((hunk) =>
    input.snapshot
      .chunksOf(file.id)
      .filter((chunk) => chunk.startLine <= hunk.endLine && hunk.startLine <= chunk.endLine)
      .flatMap((chunk) => hitAt(file, chunk.id, 1, `changed lines ${hunk.startLine}-${hunk.endLine}`)),
  );
}

function hitAt(file: IndexedFile, chunk: number | null, score: number, why: string): readonly Hit[] {
  return chunk === null ? [] : [{ chunk, file: file.id, retriever: 'diff', score, matched: [why] }];
}

function fileScores(changed: readonly IndexedFile[], open: readonly IndexedFile[]): readonly FileScore[] {
  const scores = new Map<number, FileScore>();
  for (const file of open) scores.set(file.id, { file: file.id, score: OPEN_SCORE, matched: ['open'] });
  for (const file of changed) scores.set(file.id, { file: file.id, score: 1, matched: ['changed'] });
  return [...scores.values()].sort((a, b) => b.score - a.score || a.file - b.file);
}
