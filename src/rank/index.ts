export { type RankInput, rankCandidates } from './rank-candidates.ts';
export { factsOf, type RankFacts } from './rank-facts.ts';
export { type RankedFile, rankFiles } from './rank-files.ts';
export { reweigh, weigher } from './reweigh.ts';
export { originalOf } from './signals/legacy.ts';
export { LEARNED_WEIGHTS } from './weights/learned.ts';
export type { WeightSet } from './weights/weight-set.ts';
export { weightsFor } from './weights/weights-for.ts';
