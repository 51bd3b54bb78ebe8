import type { FileId } from '../../core/index.ts';
import { overMax } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** Σ over the nearest past commits that touched the file: (score ÷ best)² ÷ √ files touched; over the best file. */
export const COMMITS: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const top = evidence.commits.reduce((most, commit) => Math.max(most, commit.score), 0);
    const scores = new Map<FileId, number>();
    for (const commit of top > 0 ? evidence.commits : []) {
      const share = (commit.score / top) ** 2 / Math.sqrt(Math.max(1, commit.files.length));
      for (const file of commit.files) scores.set(file, (scores.get(file) ?? 0) + share);
    }
    const value = overMax(scores);
    return (chunk) => value(chunk.file.id);
  },
};
