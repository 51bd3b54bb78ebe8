export {
  decodeImports,
  decodeReferences,
  decodeSymbolTexts,
  encodeImports,
  encodeReferences,
  encodeSymbolTexts,
} from './packed-facts.ts';
export { createSymbolReader } from './symbol-reader.ts';
export type { SymbolSource } from './symbol-source.ts';
