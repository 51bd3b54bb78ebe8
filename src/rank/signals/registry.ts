import type { Signal } from '../../core/index.ts';
import { COMMITS } from './commits.ts';
import { CONFIG } from './config.ts';
import { DECLARATION } from './declaration.ts';
import { DIFF } from './diff.ts';
import { DOCS } from './docs.ts';
import { EXERCISE } from './exercise.ts';
import { FAILURE } from './failure.ts';
import { FILE_EXERCISE } from './file-exercise.ts';
import { FILE_LEXICAL } from './file-lexical.ts';
import { FILE_SEMANTIC } from './file-semantic.ts';
import { FILE_SUBJECT } from './file-subject.ts';
import { GENERATED } from './generated.ts';
import { HISTORY } from './history.ts';
import { LEAD } from './lead.ts';
import { LEGACY } from './legacy.ts';
import { LEXICAL } from './lexical.ts';
import { MENTION } from './mention.ts';
import { PATH } from './path.ts';
import { RECENCY } from './recency.ts';
import { REDUNDANCY } from './redundancy.ts';
import { RELATION } from './relation.ts';
import { SAMPLE } from './sample.ts';
import { SATURATION } from './saturation.ts';
import { SEMANTIC } from './semantic.ts';
import type { SignalRule } from './signal-rule.ts';
import { SUBJECT } from './subject.ts';
import { SYMBOL } from './symbol.ts';
import { TEST } from './test.ts';
import { TEST_MAP } from './test-map.ts';
import { VENDOR } from './vendor.ts';

export const SIGNAL_RULES: Readonly<Record<Signal, SignalRule>> = {
  lexical: LEXICAL,
  'file-lexical': FILE_LEXICAL,
  subject: SUBJECT,
  'file-subject': FILE_SUBJECT,
  path: PATH,
  symbol: SYMBOL,
  mention: MENTION,
  semantic: SEMANTIC,
  'file-semantic': FILE_SEMANTIC,
  history: HISTORY,
  commits: COMMITS,
  recency: RECENCY,
  diff: DIFF,
  failure: FAILURE,
  exercise: EXERCISE,
  'file-exercise': FILE_EXERCISE,
  'test-map': TEST_MAP,
  relation: RELATION,
  lead: LEAD,
  test: TEST,
  docs: DOCS,
  config: CONFIG,
  sample: SAMPLE,
  declaration: DECLARATION,
  generated: GENERATED,
  vendor: VENDOR,
  legacy: LEGACY,
  redundancy: REDUNDANCY,
  saturation: SATURATION,
};
