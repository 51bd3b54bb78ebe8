export { type RankInput, rankCandidates } from './rank-candidates.ts';
export { factsOf, type RankFacts } from './rank-facts.ts';
export { type RankedFile, rankFiles } from './rank-files.ts';
export { reweigh, weigher } from './reweigh.ts';
export { START_WEIGHTS, type WeightSet } from './weights/start.ts';
export { weightsFor } from './weights/weights-for.ts';
