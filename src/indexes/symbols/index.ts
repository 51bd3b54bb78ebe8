export { decodeImports, decodeReferences, encodeImports, encodeReferences } from './packed-facts.ts';
export { createSymbolReader } from './symbol-reader.ts';
export type { SymbolSource } from './symbol-source.ts';
