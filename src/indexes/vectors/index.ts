export { quantize } from './quantize.ts';
export type { VectorEmbedder, VectorState } from './schema.ts';
export { loadSqliteVec } from './sqlite-vec.ts';
export type { NearestOptions } from './top-hits.ts';
export {
  createVectorStore,
  type VectorRow,
  type VectorStore,
  type VectorStoreOptions,
} from './vector-store.ts';
