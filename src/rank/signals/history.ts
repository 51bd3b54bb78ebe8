import type { SignalRule } from './signal-rule.ts';

/** 6 ÷ (5 + rank) of the file by BM25 over its past commit messages. */
export const HISTORY: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence }) => {
    const values = new Map(evidence.historyScores.map(({ file }, index) => [file, 6 / (6 + index)]));
    return (chunk) => values.get(chunk.file.id) ?? 0;
  },
};
