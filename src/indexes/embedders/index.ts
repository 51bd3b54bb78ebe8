export { createEmbedder } from './create-embedder.ts';
export type { EmbedderConfig } from './embedder-config.ts';
export type { StaticEmbed } from './static.ts';
