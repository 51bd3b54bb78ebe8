import { fileScoreBy } from './retrieved.ts';

/** As `lexical`, of the best chunks of the file. */
export const FILE_LEXICAL = fileScoreBy('lexical');
