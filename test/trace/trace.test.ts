import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type IndexedChunk,
  type IndexedFile,
  isCtxError,
  type Neighbour,
  type Outcome,
  type Query,
  type RankedCandidate,
  SIGNALS,
  type SignalVector,
  type Trace,
  type Weights,
} from '../../src/core/index.ts';
import {
  createTraceId,
  createTraceStore,
  diffTraces,
  explainTrace,
  reasonsFor,
  recordTrace,
  relationReason,
  rescore,
  scoreOf,
  TRACE_SCHEMA,
  whyNot,
} from '../../src/trace/index.ts';

const QUERY: Query = {
  text: 'concurrent refresh of the auth cache sends duplicate requests',
  kind: 'issue',
  subject: '',
  spans: [],
  identifiers: [{ name: 'refresh_token', qualifier: null, confidence: 0.8 }],
  paths: [{ path: 'src/auth/cache.py', line: 21 }],
  frames: [{ path: 'src/client.py', line: 12, symbol: 'call', depth: 0 }],
  tests: [],
  errors: ['AssertionError'],
  quotes: [],
};
const WEIGHTS: Weights = { lexical: 1, path: 0.3, symbol: 0.25, vendor: -0.6, redundancy: 0 };

function indexedFile(path: string): IndexedFile {
  return {
    id: 0,
    path,
    kind: 'code',
    language: 'python',
    hash: 'aa',
    size: 10,
    lineCount: 90,
    firstChunk: 1,
    chunkCount: 3,
  };
}

function chunk(id: number, path: string, startLine: number): IndexedChunk {
  return {
    id,
    file: indexedFile(path),
    kind: 'function',
    header: null,
    symbol: null,
    startLine,
    endLine: startLine + 5,
  };
}

function ranked(id: number, path: string, startLine: number, signals: SignalVector): RankedCandidate {
  const hits = [
    { chunk: id, file: 0, retriever: 'lexical' as const, score: 3, matched: ['refresh', 'cache'] },
  ];
  const score = scoreOf({ signals }, WEIGHTS);
  return { chunk: chunk(id, path, startLine), hits, signals, score, fileScore: score };
}

const RANKED = [
  ranked(1, 'src/auth/cache.py', 21, { lexical: 1, path: 0.5, symbol: 1 }),
  ranked(2, 'src/auth/cache.py', 10, { lexical: 0.6, path: 0.5 }),
  ranked(3, 'vendor/oauth/cache.py', 1, { lexical: 0.9, path: 0.4, vendor: 1 }),
];
const NEIGHBOURS: readonly Neighbour[] = [
  {
    chunk: chunk(4, 'src/client.py', 8),
    role: 'dataflow',
    relation: 'caller',
    via: 1,
    distance: 1,
    confidence: 0.6,
    focus: [],
  },
];
const OUTCOMES: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ['chunk:1', { kind: 'packed', role: 'definitions', detail: 'full', tokens: 120 }],
  ['chunk:2', { kind: 'dropped', because: 'role-full' }],
  ['chunk:3', { kind: 'dropped', because: 'vendor' }],
  ['chunk:4', { kind: 'packed', role: 'dataflow', detail: 'signature', tokens: 60 }],
]);

function record(over: Partial<Parameters<typeof recordTrace>[0]> = {}): Trace {
  return recordTrace({
    id: 't-0123456789abc',
    at: Date.UTC(2026, 2, 1),
    call: 'pack',
    phase: 'explore',
    query: QUERY,
    weights: WEIGHTS,
    ranked: RANKED,
    neighbours: NEIGHBOURS,
    outcomes: OUTCOMES,
    index: { completeness: 'complete', stale: [], tiers: ['lexical', 'graph'], generation: 3 },
    timings: { recall: 12.3456, pack: 4 },
    notes: ['The semantic retriever was not ready.'],
    ...over,
  });
}

const WITH_ROLES: Trace = {
  ...record(),
  budget: 1000,
  tokens: 480,
  roles: [
    { role: 'definitions', share: 300, allowed: 340, used: 320 },
    { role: 'dataflow', share: 120, allowed: 120, used: 60 },
    { role: 'map', share: 0, allowed: 0, used: 0 },
  ],
};

describe('recording', () => {
  test('ranked first, then what was only reached; every one with its outcome', () => {
    const { candidates } = record();
    expect(candidates.map(({ chunk: id, outcome }) => [id, outcome.kind])).toEqual([
      [1, 'packed'],
      [2, 'dropped'],
      [3, 'dropped'],
      [4, 'packed'],
    ]);
    expect(candidates[3]?.reached).toEqual({ relation: 'caller', via: 1, confidence: 0.6 });
  });

  test('a query only ranks; a candidate that a pack never saw is below the cut', () => {
    const query = record({ call: 'query', phase: null, neighbours: [] });
    expect(query.candidates.map(({ outcome }) => outcome.kind)).toEqual(['ranked', 'ranked', 'ranked']);
    const pack = record({ outcomes: new Map() });
    expect(pack.candidates[0]?.outcome).toEqual({ kind: 'dropped', because: 'below-cut' });
  });

  test('the notes are those of the call, each once', () => {
    const notes = ['goal: 1 lines were read only up to 1000 characters.'];
    expect(record({ query: { ...QUERY, notes }, notes }).notes).toEqual(notes);
  });

  test('the weakest of very many go, and it is said', () => {
    const many = Array.from({ length: 900 }, (_, at) =>
      ranked(at, `f${at}.py`, 1, { lexical: 1 / (at + 1) }),
    );
    const last = new Map<string, Outcome>([['chunk:899', { kind: 'dropped', because: 'legacy' }]]);
    const trace = record({ ranked: many, neighbours: [], outcomes: last });
    expect(trace.candidates).toHaveLength(401);
    expect(trace.considered).toBe(900);
    expect(trace.candidates.at(-1)?.outcome).toEqual({ kind: 'dropped', because: 'legacy' });
    expect(trace.notes.at(-1)).toBe('499 of 900 candidates, the weakest, are not recorded.');
  });
});

test('ids are alike in length and sort by time', () => {
  fc.assert(
    fc.property(
      fc.nat(2 ** 40),
      fc.nat(2 ** 30),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (now, later, chance) => {
        const [a, b] = [createTraceId(now, () => 0.999), createTraceId(now + later + 1, () => chance)];
        expect(a).toMatch(/^t-[0-9a-z]{13}$/);
        expect(a < b).toBe(true);
      },
    ),
  );
});

describe('rescoring', () => {
  const signals = fc.dictionary(fc.constantFrom(...SIGNALS), fc.double({ min: 0, max: 1, noNaN: true }));
  const weights = fc.dictionary(fc.constantFrom(...SIGNALS), fc.double({ min: -1, max: 1, noNaN: true }));

  test('with its own weights a trace keeps its order and scores', () => {
    expect(rescore(record())).toEqual(record());
  });

  test('with others it is what ranking with them would give', () => {
    fc.assert(
      fc.property(fc.array(signals, { maxLength: 12 }), weights, (vectors, given) => {
        const candidates = vectors.map((vector, at) => ranked(at, `f${at % 3}.py`, at * 10 + 1, vector));
        const again = rescore(record({ ranked: candidates, neighbours: [] }), given);
        const expected = candidates
          .map(({ chunk: { id, file, startLine }, signals: vector }) => ({
            id,
            path: file.path,
            startLine,
            score: SIGNALS.reduce((sum, signal) => sum + (given[signal] ?? 0) * (vector[signal] ?? 0), 0),
          }))
          .sort(
            (a, b) =>
              b.score - a.score ||
              (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
              a.startLine - b.startLine,
          );
        expect(again.candidates.map(({ chunk: id }) => id)).toEqual(expected.map(({ id }) => id));
      }),
    );
  });
});

describe('explaining', () => {
  test('the whole trace', async () => {
    await expect(explainTrace(WITH_ROLES)).toMatchFileSnapshot('golden/explain.txt');
  });

  test('the printed contributions are the score', () => {
    const row = explainTrace(WITH_ROLES)
      .split('\n')
      .find((each) => each.includes('symbol +0.25'));
    const parts = [...(row ?? '').matchAll(/ ([+-][\d.]+) \(/g)].map(([, amount]) => Number(amount));
    expect(parts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(
      WITH_ROLES.candidates[0]?.score ?? 0,
      2,
    );
  });

  test('names from the repository cannot move the cursor', () => {
    const evil = ranked(9, 'src/\u001b[2J\n.py', 1, { lexical: 1 });
    expect(explainTrace(record({ ranked: [evil] }))).not.toContain('\u001b');
  });

  test('why not: dropped, with what was missing', async () => {
    const answer = whyNot(WITH_ROLES, 'src/auth/cache.py', 12);
    expect(answer.found).toBe(true);
    await expect(answer.text).toMatchFileSnapshot('golden/why-not.txt');
    expect(whyNot(WITH_ROLES, 'vendor/oauth/cache.py').text).toContain('vendored copy');
    expect(whyNot(WITH_ROLES, 'src/client.py').text).toContain('caller of src/auth/cache.py:21-26');
  });

  test('why not: other lines, not recalled, skipped, unknown', () => {
    const other = whyNot(WITH_ROLES, 'src/auth/cache.py', 80);
    expect(other).toEqual({ found: false, text: expect.stringContaining('src/auth/cache.py:21-26 (packed') });
    const absent = whyNot(WITH_ROLES, 'docs/auth.md');
    expect(absent.text).toContain('not recalled by any retriever');
    expect(absent.text).toContain('refresh_token');
    expect(whyNot(WITH_ROLES, 'a.bin', null, { skipped: 'binary content' }).text).toContain('binary content');
    expect(whyNot(WITH_ROLES, 'nope.py', null, 'unknown').text).toContain('not in the index');
  });

  test('why not: of a long file only the best candidates, and how many more there are', () => {
    const long = record({
      ranked: Array.from({ length: 25 }, (_, i) =>
        ranked(i, 'src/long.py', i * 10 + 1, { lexical: 1 - i / 100 }),
      ),
    });
    const file = whyNot(long, 'src/long.py').text;
    expect(file.match(/^src\/long\.py/gm)).toHaveLength(10);
    expect(file).toMatch(/\n15 more of the file scored less: name a line of theirs to see why\.\n$/);
    const beyond = whyNot(long, 'src/long.py', 9_999).text;
    expect(beyond.match(/src\/long\.py:\d+-\d+/g)).toHaveLength(10);
    expect(beyond).toContain('15 more of the file scored less');
  });

  test('two traces differ in settings, ranks and outcomes', async () => {
    const other = rescore(record({ id: 't-0123456789abd', outcomes: new Map() }), { ...WEIGHTS, vendor: 0 });
    await expect(diffTraces(WITH_ROLES, other)).toMatchFileSnapshot('golden/diff.txt');
    expect(diffTraces(WITH_ROLES, WITH_ROLES)).toContain('no difference');
  });
});

test('reasons are the largest contributions in words, penalties aside', () => {
  const [first, , vendored] = RANKED;
  if (first === undefined || vendored === undefined) throw new Error('expected candidates');
  expect(reasonsFor(first, WEIGHTS)).toEqual(['matches refresh, cache', 'defines', 'path matches']);
  expect(reasonsFor(vendored, WEIGHTS)).toEqual(['matches refresh, cache', 'path matches']);
  const unnamed = {
    ...first,
    hits: [],
    signals: { lexical: 0.5, 'file-lexical': 0.4, failure: 0.3, recency: 0.05 },
  };
  expect(reasonsFor(unnamed, { lexical: 1, 'file-lexical': 1, failure: 1, recency: 0.05 })).toEqual([
    'matches the task',
    'its file matches the task',
    'in a file of the failure',
  ]);
  expect(reasonsFor(unnamed, { recency: 0.05 })).toEqual([]);
  expect(reasonsFor(unnamed, { recency: 0.2 })).toEqual(['changed recently']);
  expect(relationReason({ relation: 'caller' }, 'refresh_token')).toBe('calls refresh_token');
});

describe('the store', () => {
  function open(keep?: number) {
    const db = new Database(':memory:');
    db.exec(TRACE_SCHEMA);
    return { db, store: createTraceStore(db, keep) };
  }
  const at = (time: number): Trace => record({ id: createTraceId(time, () => 0.5), at: time });

  test('gives back what was put', () => {
    const { db, store } = open();
    store.put(WITH_ROLES);
    expect(store.get(WITH_ROLES.id)).toEqual(WITH_ROLES);
    expect(store.get('t-none')).toBeNull();
    db.close();
  });

  test('lists the newest first and keeps only so many', () => {
    const { db, store } = open(3);
    for (const time of [1000, 4000, 2000, 3000, 5000]) store.put(at(time));
    expect(store.list().map(({ id }) => id)).toEqual([5000, 4000, 3000].map((time) => at(time).id));
    expect(store.list(1)).toEqual([
      { id: at(5000).id, at: '1970-01-01T00:00:05.000Z', call: 'pack', phase: 'explore', task: QUERY.text },
    ]);
    expect(store.prune(1)).toBe(2);
    db.close();
  });

  test('damage and strange versions are said', () => {
    const { db, store } = open();
    store.put(WITH_ROLES);
    db.prepare('UPDATE traces SET body = ?').run(Buffer.from('junk'));
    let failure: unknown;
    try {
      store.get(WITH_ROLES.id);
    } catch (error) {
      failure = error;
    }
    expect(isCtxError(failure, 'RUNTIME')).toBe(true);
    db.close();
  });
});
