import type { Retriever } from '../../core/index.ts';
import { recallDiff } from './diff.ts';
import { recallExercise } from './exercise.ts';
import { recallFailure } from './failure.ts';
import { recallHistory } from './history.ts';
import { recallLexical } from './lexical.ts';
import { recallPath } from './path.ts';
import type { RetrieverRule } from './retriever-input.ts';
import { recallSemantic } from './semantic.ts';
import { recallSubject } from './subject.ts';
import { recallSymbol } from './symbol.ts';

/** Every retriever but `expansion`, which starts from ranked chunks. Lexical is first: others ask for its best chunk. */
export const RETRIEVER_RULES: Readonly<Record<Exclude<Retriever, 'expansion'>, RetrieverRule>> = {
  lexical: recallLexical,
  subject: recallSubject,
  symbol: recallSymbol,
  semantic: recallSemantic,
  path: recallPath,
  history: recallHistory,
  failure: recallFailure,
  exercise: recallExercise,
  diff: recallDiff,
};
