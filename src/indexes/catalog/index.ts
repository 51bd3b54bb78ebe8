export { dumpIndex } from './dump.ts';
export { type HeldSnapshot, type IndexReader, openIndexReader } from './index-reader.ts';
export { createIndexWriter } from './index-writer.ts';
export { createKeptWriter, type KeptWriter, type KnownTree } from './kept-writer.ts';
export { type Lease, takeLease } from './lease.ts';
export { createManifestKeeper } from './manifest.ts';
export {
  asCtxError,
  type Db,
  isDamage,
  loadSqlite,
  openIndexForWriting,
  setAsideIndex,
} from './open-database.ts';
export { isRunning, type ProcessIdentity, thisProcess } from './process-identity.ts';
export { locateStore, prepareStore, type StorePlace } from './store-place.ts';
