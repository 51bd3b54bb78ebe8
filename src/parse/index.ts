export { detectLanguage, LANGUAGES, readsUses, traitsOf } from './languages.ts';
export { type ParseInput, type ParseOptions, parseFile } from './parse-file.ts';
export { createParserPool, type ParserPool } from './parser-pool.ts';
