export { expandCandidates } from './expand-candidates.ts';
