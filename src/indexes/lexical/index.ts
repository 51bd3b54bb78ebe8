export { DEFAULT_LEXICAL } from './defaults.ts';
export {
  type Corpus,
  createLexicalStore,
  LEXICAL_SCHEMA,
  type LexicalStore,
  type PostingRow,
  type SegmentInfo,
} from './lexical-store.ts';
export { type CommitScore, createLexicalSearcher, type LexicalSearcher, type LexicalView } from './search.ts';
export { createSegmentBuilder, mergeSegments, type SegmentBuilder, type SegmentPart } from './segment.ts';
export { STOP_WORDS } from './stop-words.ts';
export { analyze } from './terms.ts';
