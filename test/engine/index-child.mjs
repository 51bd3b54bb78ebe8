// Indexes a tree into a store from a process that a test kills, slowly enough to be hit anywhere.
import { join } from 'node:path';
import { createAnalysisPool } from '../../dist/analysis-pool.js';
import { indexRepository } from '../../dist/index-repository.js';
import {
  createIndexWriter,
  createManifestKeeper,
  openIndexForWriting,
  prepareStore,
  takeLease,
} from '../../dist/indexes/catalog/index.js';
import { createStaticEmbedder } from '../../dist/indexes/embedders/static.js';
import { createVectorStore, loadSqliteVec } from '../../dist/indexes/vectors/index.js';
import { readGitState } from '../../dist/scan/index.js';

const [root, store, pauseMs = '0'] = process.argv.slice(2);
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(pauseMs));

const embedder = createStaticEmbedder();
prepareStore(store);
const { db } = openIndexForWriting(join(store, 'index.db'));
const lease = takeLease(db, Date.now);
await loadSqliteVec(db);
const { dimensions } = embedder;
const vectors = createVectorStore(db, { embedder });
const manifests = createManifestKeeper();
const whole = createIndexWriter({ db, lease, root, vectors, dimensions, manifests, keepUnused: 0 });
const writer = Object.fromEntries(
  Object.entries(whole).map(([name, method]) => [
    name,
    (...values) => {
      process.stdout.write(`${name}\n`);
      pause();
      const result = method(...values);
      pause();
      return result;
    },
  ]),
);
const pool = createAnalysisPool({ embed: { dimensions }, size: 1 });
const git = await readGitState(root);
await indexRepository({ root, git, writer, pool, embedder, now: Date.now, historyLimit: 100 });
writer.close();
await pool.close();
process.stdout.write('done\n');
