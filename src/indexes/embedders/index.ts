export { createEmbedder } from './create-embedder.ts';
export type { EmbedderConfig } from './embedder-config.ts';
export type { StaticEmbed } from './static.ts';
export { symbolPairs, type TextPair } from './train/symbol-pairs.ts';
export { trainTable } from './train/train-table.ts';
