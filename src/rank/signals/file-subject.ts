import { fileScoreBy } from './retrieved.ts';

/** As `subject`, of the best chunks of the file. */
export const FILE_SUBJECT = fileScoreBy('subject');
