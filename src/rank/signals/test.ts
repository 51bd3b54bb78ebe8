import { penaltyOn } from './asked-for.ts';

/** Penalty: the file is a test. Its weight depends on the phase. */
export const TEST = penaltyOn(({ kind }) => kind === 'test', /\b(?:tests?|specs?|fixtures?|mocks?)\b/i);
