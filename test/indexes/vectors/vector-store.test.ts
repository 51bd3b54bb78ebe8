import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createVectorStore,
  loadSqliteVec,
  quantize,
  type VectorStore,
} from '../../../src/indexes/vectors/index.ts';

const D = 128;
const EMBEDDER = { id: 'test-1', dimensions: D };
let folder: string;
let open: Database.Database[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ctx-vectors-'));
  open = [];
});
afterEach(() => {
  for (const db of open) db.close();
  rmSync(folder, { recursive: true });
});

async function connect(options: Database.Options = {}): Promise<Database.Database> {
  const db = new Database(join(folder, 'index.db'), options);
  if (!options.readonly) db.pragma('journal_mode = WAL');
  open.push(db);
  await loadSqliteVec(db);
  return db;
}

async function emptyStore(dimensions = D): Promise<VectorStore> {
  return createVectorStore(await connect(), { embedder: { id: 'test-1', dimensions } });
}

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function gaussians(random: () => number, around: Float32Array | null, spread: number): Float32Array {
  return Float32Array.from({ length: D }, (_, i) => {
    const value = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return (around?.[i] ?? 0) + spread * value;
  });
}

function cosineOf(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < a.length; i++) {
    const [x = 0, y = 0] = [a[i], b[i]];
    product += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return product / Math.sqrt(squaresA * squaresB);
}

const anyFile = (): number => 0;
const axis = (i: number, value = 1): Float32Array => {
  const vector = new Float32Array(D);
  vector[i] = value;
  return vector;
};
const row = (chunk: number, vector: Float32Array) => ({ chunk, vector: quantize(vector) });
const found = (
  store: VectorStore,
  query: Float32Array,
  limit = 10,
  fileOf: (chunk: number) => number = anyFile,
) => store.nearest(query, { limit, fileOf }).map(({ chunk }) => chunk);

describe('vector store', () => {
  it('keeps, finds, replaces and removes vectors', async () => {
    const store = await emptyStore();
    store.add([row(1, axis(0)), row(2, axis(1)), row(3, axis(2))]);
    expect(store.count()).toBe(3);
    expect(store.has(2)).toBe(true);
    expect(store.has(9)).toBe(false);
    expect(store.missing([9, 2, 5, 1])).toEqual([9, 5]);
    expect(store.vector(1)).toEqual(quantize(axis(0)));
    expect(store.vector(9)).toBeNull();
    expect(found(store, axis(1))).toEqual([2]);

    store.add([row(2, axis(3))]);
    expect(store.count()).toBe(3);
    expect(found(store, axis(1))).toEqual([]);
    expect(store.nearest(axis(3), { limit: 5, fileOf: (chunk) => chunk + 10 })).toEqual([
      { chunk: 2, file: 12, score: expect.closeTo(1, 12) },
    ]);

    store.remove([2, 77]);
    expect(store.has(2)).toBe(false);
    expect(store.vector(2)).toBeNull();
    expect(found(store, axis(3))).toEqual([]);
    expect(store.count()).toBe(2);
  });

  it('keeps what was stored when it is opened again', async () => {
    (await emptyStore()).add([row(7, axis(4))]);
    const again = await emptyStore();
    expect(again.state).toEqual({ available: true, needsEmbedding: false, reason: null });
    expect(found(again, axis(4))).toEqual([7]);
  });

  it('orders equal scores by file, then chunk', async () => {
    const store = await emptyStore();
    store.add([9, 3, 5, 1].map((chunk) => row(chunk, axis(0))));
    const fileOf = (chunk: number) => (chunk === 9 ? 0 : 1);
    expect(found(store, axis(0), 10, fileOf)).toEqual([9, 1, 3, 5]);
    expect(found(store, axis(0), 2, fileOf)).toEqual([9, 1]);
  });

  it('gives similarities', async () => {
    const store = await emptyStore();
    store.add([row(1, axis(0)), row(2, axis(0, -1)), row(3, axis(1)), row(4, new Float32Array(D))]);
    expect(store.similarity(1, 1)).toBeCloseTo(1, 12);
    expect(store.similarity(1, 2)).toBeCloseTo(-1, 12);
    expect(store.similarity(1, 3)).toBe(0);
    expect(store.similarity(1, 4)).toBe(0);
    expect(store.similarity(1, 99)).toBe(0);
    store.add([row(3, axis(0))]);
    expect(store.similarity(1, 3)).toBeCloseTo(1, 12);
  });

  it('knows texts without content but never finds them', async () => {
    const store = await emptyStore();
    store.add([row(1, new Float32Array(D)), row(2, axis(0))]);
    expect(store.missing([1, 2])).toEqual([]);
    expect(store.vector(1)).toEqual(new Int8Array(D));
    expect(found(store, axis(0))).toEqual([2]);
    expect(found(store, new Float32Array(D).fill(-1))).toEqual([]);
    expect(found(store, new Float32Array(D))).toEqual([]);
  });

  it('refuses vectors of other dimensions', async () => {
    const store = await emptyStore();
    const short = Float32Array.of(1, 2);
    expect(() => store.add([{ chunk: 1, vector: quantize(short) }])).toThrow(
      /2 dimensions where test-1 has 128/,
    );
    expect(() => store.nearest(short, { limit: 1, fileOf: anyFile })).toThrow(/the query has 2 dimensions/);
    expect(store.count()).toBe(0);
  });

  it.each([0, 1.5, 8193])('refuses %d dimensions', async (dimensions) => {
    const db = await connect();
    expect(() => createVectorStore(db, { embedder: { id: 'x', dimensions } })).toThrow(/dimensions/);
  });

  it('takes dimensions that do not fill a register', async () => {
    const store = await emptyStore(3);
    store.add([row(1, Float32Array.of(1, 0, 0)), row(2, Float32Array.of(0, 1, 1))]);
    expect(found(store, Float32Array.of(0, 1, 0.5))).toEqual([2]);
  });

  it('follows the transaction it is used in', async () => {
    const db = await connect();
    const store = createVectorStore(db, { embedder: EMBEDDER });
    store.add([row(1, axis(0))]);
    const failing = db.transaction(() => {
      store.add([row(2, axis(0)), row(1, axis(1))]);
      expect(found(store, axis(0))).toEqual([2]);
      throw new Error('undo');
    });
    expect(failing).toThrow('undo');
    expect(found(store, axis(0))).toEqual([1]);
    expect(store.similarity(1, 2)).toBe(0);
    store.add([row(3, axis(0))]);
    expect(found(store, axis(0))).toEqual([1, 3]);
  });

  it('sees what another connection wrote, and inside a read transaction does not', async () => {
    const writer = await emptyStore();
    writer.add([row(1, axis(0))]);
    const db = await connect({ readonly: true });
    const reader = createVectorStore(db, { embedder: EMBEDDER });
    expect(found(reader, axis(0))).toEqual([1]);
    db.transaction(() => {
      expect(reader.count()).toBe(1);
      writer.add([row(2, axis(0))]);
      expect(found(reader, axis(0))).toEqual([1]);
    })();
    expect(found(reader, axis(0))).toEqual([1, 2]);
  });

  it.each([
    'UPDATE vectors_vector_chunks00 SET vectors = zeroblob(7)',
    'UPDATE vectors_chunks SET rowids = zeroblob(0)',
    'UPDATE vectors_chunks SET size = 100 * size',
    'UPDATE vectors_chunks SET size = -1',
  ])('says that the index is damaged after %s', async (damage) => {
    const store = await emptyStore();
    store.add([row(1, axis(0))]);
    const db = await connect();
    db.unsafeMode();
    db.exec(damage);
    const reader = createVectorStore(db, { embedder: EMBEDDER });
    expect(() => found(reader, axis(0))).toThrow(expect.objectContaining({ code: 'INDEX_CORRUPT' }));
  });

  it('compacts after many removals and keeps the rest', async () => {
    const store = await emptyStore();
    const chunks = Array.from({ length: 2_000 }, (_, i) => i + 1);
    store.add(chunks.map((chunk) => row(chunk, axis(chunk % D))));
    expect(store.compact()).toBe(false);
    store.remove(chunks.filter((chunk) => chunk % 20 !== 0));
    const before = found(store, axis(20), 50);
    expect(store.compact()).toBe(true);
    expect(store.compact()).toBe(false);
    expect(store.count()).toBe(100);
    expect(found(store, axis(20), 50)).toEqual(before);
    store.add([row(1, axis(20))]);
    expect(found(store, axis(20), 1)).toEqual([1]);
  });
});

describe('another embedder', () => {
  it.each([
    ['model', { id: 'test-2', dimensions: D }],
    ['number of dimensions', { id: 'test-1', dimensions: 64 }],
  ])('with another %s makes the store anew', async (_what, embedder) => {
    const first = await emptyStore();
    expect(first.state).toMatchObject({ available: true, needsEmbedding: true });
    first.add([row(1, axis(0))]);
    const store = createVectorStore(await connect(), { embedder });
    expect(store.state).toMatchObject({
      available: true,
      needsEmbedding: true,
      reason: expect.stringContaining('vectors are of test-1 (128 dimensions'),
    });
    expect(store.count()).toBe(0);
    const vector = new Float32Array(embedder.dimensions).fill(1);
    store.add([row(1, vector)]);
    expect(found(store, vector)).toEqual([1]);
  });

  it('leaves a read-only database alone and says so', async () => {
    (await emptyStore()).add([row(1, axis(0))]);
    const db = await connect({ readonly: true });
    const store = createVectorStore(db, { embedder: { id: 'other', dimensions: D } });
    expect(store.state).toMatchObject({ available: false, reason: expect.stringContaining('ctx index') });
    expect([store.count(), store.has(1), store.vector(1), store.similarity(1, 1)]).toEqual([
      0,
      false,
      null,
      0,
    ]);
    expect(store.missing([1, 2])).toEqual([1, 2]);
    expect(found(store, axis(0))).toEqual([]);
    expect(store.compact()).toBe(false);
    expect(() => store.add([row(1, axis(0))])).toThrow(/cannot be stored/);
    expect((await emptyStore()).count()).toBe(1);
  });

  it('leaves the tables alone on a connection that is only for reading', async () => {
    (await emptyStore()).add([row(1, axis(0))]);
    const options = { embedder: { id: 'other', dimensions: D }, writable: false };
    expect(createVectorStore(await connect(), options).state.available).toBe(false);
    expect((await emptyStore()).count()).toBe(1);
  });

  it('replaces tables that were left half made', async () => {
    const db = await connect();
    db.exec('CREATE TABLE vector_meta(other)');
    const store = createVectorStore(db, { embedder: EMBEDDER });
    expect(store.state).toMatchObject({ available: true, needsEmbedding: true });
    store.add([row(1, axis(0))]);
    expect(found(store, axis(0))).toEqual([1]);
  });

  it('keeps what another process has made and filled since it looked', async () => {
    const db = await connect();
    const other = await connect();
    const transaction = db.transaction.bind(db);
    // The first look is over when the transaction is made.
    db.transaction = ((work: () => unknown) => {
      createVectorStore(other, { embedder: EMBEDDER }).add([row(1, axis(0))]);
      return transaction(work);
    }) as typeof db.transaction;
    const store = createVectorStore(db, { embedder: EMBEDDER });
    expect(store.state).toEqual({ available: true, needsEmbedding: false, reason: null });
    expect(store.count()).toBe(1);
  });

  it('fails where another process is writing, as any write', async () => {
    const db = await connect({ timeout: 0 });
    const other = await connect();
    other.exec('BEGIN IMMEDIATE');
    expect(() => createVectorStore(db, { embedder: EMBEDDER })).toThrow(/locked/);
    other.exec('ROLLBACK');
    expect(createVectorStore(db, { embedder: EMBEDDER }).state.available).toBe(true);
  });

  it('is unavailable without the extension', () => {
    const db = new Database(':memory:');
    open.push(db);
    expect(createVectorStore(db, { embedder: EMBEDDER }).state).toEqual({
      available: false,
      needsEmbedding: true,
      reason: 'sqlite-vec is not loaded into this connection',
    });
  });
});

describe('nearest', () => {
  async function both(vectors: readonly Float32Array[]): Promise<readonly VectorStore[]> {
    const inMemory = await emptyStore();
    inMemory.add(vectors.map((vector, i) => row(i + 1, vector)));
    const inDatabase = createVectorStore(await connect({ readonly: true }), {
      embedder: EMBEDDER,
      memoryLimit: 0,
    });
    return [inMemory, inDatabase];
  }

  it.each([
    ['random', 0],
    ['clustered', 40],
  ])('finds 95 %% of the 50 nearest of %s vectors in both scans', async (_what, clusters) => {
    const random = generator(7);
    const centres = Array.from({ length: clusters }, () => gaussians(random, null, 1));
    const sample = () => gaussians(random, centres[Math.floor(random() * clusters)] ?? null, 0.7);
    const vectors = Array.from({ length: 5_000 }, sample);
    const stores = await both(vectors);
    let hits = 0;
    const queries = Array.from({ length: 10 }, sample);
    for (const query of queries) {
      const exact = vectors
        .map((vector, i) => ({ chunk: i + 1, score: cosineOf(query, vector) }))
        .sort((a, b) => b.score - a.score || a.chunk - b.chunk)
        .slice(0, 50);
      const [memory = [], database = []] = stores.map((store) =>
        store.nearest(query, { limit: 50, fileOf: anyFile }),
      );
      expect(database).toEqual(memory);
      const wanted = new Set(exact.map(({ chunk }) => chunk));
      hits += memory.filter(({ chunk }) => wanted.has(chunk)).length;
      for (const [i, hit] of memory.entries()) {
        expect(Math.abs(hit.score - (exact[i]?.score ?? 0))).toBeLessThan(0.01);
      }
    }
    expect(hits / (50 * queries.length)).toBeGreaterThan(0.95);
  });

  it('finds the few chunks of a tree among the many of others', async () => {
    const random = generator(11);
    const vectors = Array.from({ length: 6_000 }, () => gaussians(random, axis(0), 0.05));
    for (const chunk of [17, 4_000, 5_999]) vectors[chunk - 1] = gaussians(random, axis(0), 0.5);
    const fileOf = (chunk: number) => ([17, 4_000, 5_999].includes(chunk) ? 1 : -1);
    const [memory = [], database = []] = (await both(vectors)).map((store) =>
      store.nearest(axis(0), { limit: 10, fileOf }),
    );
    expect(memory.map(({ chunk }) => chunk).toSorted((a, b) => a - b)).toEqual([17, 4_000, 5_999]);
    expect(database).toEqual(memory);
  });

  it('takes limits of nothing and of more than there is', async () => {
    for (const store of await both([axis(0), axis(1), new Float32Array(D)])) {
      expect(found(store, axis(0), 0)).toEqual([]);
      expect(found(store, new Float32Array(D).fill(1), 100_000)).toEqual([1, 2]);
    }
  });

  it('answers alike whatever the order and the detours of indexing', async () => {
    const random = generator(3);
    const vectors = Array.from({ length: 300 }, () => gaussians(random, null, 1));
    const rows = vectors.map((vector, i) => row(i + 1, vector));
    const clean = createVectorStore(await connectMemory(), { embedder: EMBEDDER });
    clean.add(rows);
    const query = gaussians(random, null, 1);
    const wanted = clean.nearest(query, { limit: 20, fileOf: anyFile });
    const detours = createVectorStore(await connectMemory(), { embedder: EMBEDDER });
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(rows, { minLength: rows.length }),
        fc.subarray(rows.map(({ chunk }) => chunk)),
        async (shuffled, again) => {
          detours.add(shuffled);
          detours.remove(again);
          detours.add(shuffled.filter(({ chunk }) => again.includes(chunk)));
          expect(detours.nearest(query, { limit: 20, fileOf: anyFile })).toEqual(wanted);
        },
      ),
      { numRuns: 10 },
    );
  });

  async function connectMemory(): Promise<Database.Database> {
    const db = new Database(':memory:');
    open.push(db);
    await loadSqliteVec(db);
    return db;
  }
});
