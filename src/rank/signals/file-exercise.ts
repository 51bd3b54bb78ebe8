import { fileScoreBy } from './retrieved.ts';

/** As `exercise`, of the best chunks of the file. */
export const FILE_EXERCISE = fileScoreBy('exercise');
