import { rankFiles } from '../rank-files.ts';
import type { SignalRule } from './signal-rule.ts';

/**
 * The best place of its file: 1 ÷ the rank of the file. Files are ranked by more than one place shows; so the head
 * of the places agrees with them, and each of the best files is seen early.
 */
export const LEAD: SignalRule = {
  level: 'chunk',
  stage: 'redundancy',
  prepare: ({ ranked }) => {
    const values = new Map(rankFiles(ranked).map(({ best }, index) => [best, 1 / (index + 1)]));
    return (chunk) => values.get(chunk.id) ?? 0;
  },
};
