import type { ChunkId, FileId } from '../../core/index.ts';
import type { SignalRule } from './signal-rule.ts';

/** Better chunks of the same file at which the signal is full. */
const MOST = 10;

/** Penalty: how many chunks of its file are better, ÷ 10: one more place in a file says less than one elsewhere. */
export const SATURATION: SignalRule = {
  level: 'chunk',
  stage: 'redundancy',
  prepare: ({ ranked }) => {
    const values = new Map<ChunkId, number>();
    const counts = new Map<FileId, number>();
    for (const { chunk } of ranked) {
      const better = counts.get(chunk.file.id) ?? 0;
      counts.set(chunk.file.id, better + 1);
      values.set(chunk.id, Math.min(1, better / MOST));
    }
    return (chunk) => values.get(chunk.id) ?? 0;
  },
};
