export { createEmbedder } from './create-embedder.ts';
export type { EmbedderConfig } from './embedder-config.ts';
export { createStaticEmbed, embedStatic, type StaticEmbed } from './static.ts';
