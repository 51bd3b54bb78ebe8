import type { Hit } from '../../core/index.ts';
import { mergeHits } from './hit-list.ts';
import { acceptsId, type RetrieverRule } from './retriever-input.ts';

const FILES = 200;
const COMMITS = 40;
/** Files that become candidates through their history alone. */
const SEED_FILES = 30;
const SEED_COMMITS = 10;
/** A commit over this many files says little about one of them. */
const WIDE_COMMIT = 20;

/** Files whose past commit messages match the task, and the past commits nearest to it. */
export const recallHistory: RetrieverRule = (input) => {
  const { query, snapshot } = input;
  const historyScores = snapshot
    .fileHistory(query.spans, FILES)
    .filter((score) => score.score > 0 && acceptsId(input, score.file));
  const commits = snapshot.commits(query.spans, COMMITS);
  const top = historyScores[0]?.score ?? 1;
  const topCommit = commits[0]?.score ?? 1;
  const byFile = historyScores
    .slice(0, SEED_FILES)
    .map(({ file, score, matched }) => ({ file, score: score / top, matched }));
  const byCommit = commits
    .slice(0, SEED_COMMITS)
    .filter((commit) => commit.files.length <= WIDE_COMMIT)
    .flatMap((commit) =>
      commit.files
        .filter((file) => acceptsId(input, file))
        .map((file) => ({
          file,
          score: commit.score / topCommit / Math.sqrt(commit.files.length),
          matched: [`${commit.sha.slice(0, 8)} ${commit.subject}`.slice(0, 80)],
        })),
    );
  const hits = [...byFile, ...byCommit].flatMap(({ file, score, matched }): Hit[] => {
    const chunk = input.bestChunk(file);
    return chunk === null ? [] : [{ chunk, file, retriever: 'history', score, matched }];
  });
  return { hits: mergeHits(hits), historyScores, commits };
};
