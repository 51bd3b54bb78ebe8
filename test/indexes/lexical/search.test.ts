import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LexicalOptions } from '../../../src/core/index.ts';
import {
  analyze,
  createLexicalSearcher,
  DEFAULT_LEXICAL,
  type LexicalView,
} from '../../../src/indexes/lexical/index.ts';
import { bodyOnly, createTestTree, type TestCommit, type TestFile } from './tree-fixture.ts';

const OPTIONS: LexicalOptions = { ...DEFAULT_LEXICAL, limit: 50 };
const BODY_ONLY: LexicalOptions = {
  limit: 1000,
  fieldWeights: { path: 0, symbol: 0, signature: 0, doc: 0, body: 1, history: 0 },
  k1: 1.2,
  b: 0.75,
};
const ask = (text: string, weight = 1) => [{ text, weight }];

function searcherOf(files: readonly TestFile[], commits: readonly TestCommit[] = []) {
  const tree = createTestTree();
  const view = tree.sync(files, commits);
  return createLexicalSearcher(tree.store, view);
}

const REPOSITORY: readonly TestFile[] = [
  {
    path: 'src/auth/cache.py',
    chunks: [
      [
        'refresh_token',
        'def refresh_token(self)',
        'Refreshes the token once.',
        'with self.lock: return fetch()',
      ],
      ['Cache', 'class Cache', '', 'lock = threading.Lock()'],
    ],
  },
  {
    path: 'src/client.py',
    chunks: [['send', 'def send(request)', '', 'cache.refresh_token() ; retry(request)']],
  },
  {
    path: 'docs/auth.md',
    chunks: [bodyOnly('How the token is refreshed, and the words of authentication.')],
  },
  { path: 'src/empty.py', chunks: [] },
];

const COMMITS: readonly TestCommit[] = [
  { subject: 'Guard against thundering herd', body: 'Duplicate requests.', paths: ['src/auth/cache.py'] },
  {
    subject: 'Client: back off',
    body: 'Slower retries after a thundering failure',
    paths: ['src/client.py'],
  },
  { subject: 'Unreachable branch', body: 'thundering', paths: [] },
];

describe('lexical', () => {
  it('puts definitions over mentions, and says which words matched', () => {
    const hits = searcherOf(REPOSITORY).lexical(ask('refresh_token of the cache'), OPTIONS);
    expect(hits[0]).toMatchObject({ file: 1 });
    expect(hits[0]?.terms).toEqual(expect.arrayContaining(['refresh_token', 'cache']));
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
  });

  it('finds chunks by the path and by the past of their file alone', () => {
    const search = searcherOf(REPOSITORY, COMMITS);
    expect(search.lexical(ask('client'), OPTIONS).map(({ file }) => file)).toEqual([2]);
    expect(search.lexical(ask('herd'), OPTIONS).map(({ file }) => file)).toEqual([1, 1]);
    const without = { ...OPTIONS, fieldWeights: { ...OPTIONS.fieldWeights, history: 0 } };
    expect(search.lexical(ask('herd'), without)).toEqual([]);
  });

  it('leaves out stop words unless nothing else is there', () => {
    const search = searcherOf(REPOSITORY);
    expect(search.lexical(ask('and of'), OPTIONS).map(({ file }) => file)).toEqual([0]);
    expect(search.lexical(ask('the lock'), OPTIONS).map(({ file }) => file)).toEqual([1, 1]);
  });

  it('answers queries that match nothing, are empty or are not words', () => {
    const search = searcherOf(REPOSITORY);
    for (const text of ['', 'zebra', '") OR *', '\ud800', 'NEAR/3 "']) {
      expect(search.lexical(ask(text), OPTIONS)).toEqual([]);
    }
    expect(search.lexical([], OPTIONS)).toEqual([]);
    expect(search.lexical(ask('lock', 0), OPTIONS)).toEqual([]);
    expect(search.lexical(ask('lock'), { ...OPTIONS, limit: 0 })).toEqual([]);
    expect(searcherOf([]).lexical(ask('lock'), OPTIONS)).toEqual([]);
  });

  it('weighs spans by the root of their sum', () => {
    const search = searcherOf([
      { path: 'a', chunks: [bodyOnly('alpha')] },
      { path: 'b', chunks: [bodyOnly('beta')] },
    ]);
    const [first, second] = search.lexical([...ask('alpha beta beta'), ...ask('beta', 2)], BODY_ONLY);
    expect(first).toMatchObject({ file: 1 });
    expect((first?.score ?? 0) / (second?.score ?? 1)).toBeCloseTo(2, 10);
  });

  it('orders equal scores by path and chunk', () => {
    const search = searcherOf(
      ['z', 'm', 'a'].map((path) => ({ path, chunks: [bodyOnly(`lock ${path}`), bodyOnly(`lock ${path}`)] })),
    );
    expect(search.lexical(ask('lock'), BODY_ONLY).map(({ file }) => file)).toEqual([0, 0, 1, 1, 2, 2]);
    expect(search.lexical(ask('lock'), { ...BODY_ONLY, limit: 3 }).map(({ file }) => file)).toEqual([
      0, 0, 1,
    ]);
  });

  it('gives a content that two files share to the first of them, counted once', () => {
    const chunks = [bodyOnly('lock')];
    const search = searcherOf([
      { path: 'b/x.py', chunks },
      { path: 'a/y.py', chunks },
    ]);
    expect(search.lexical(ask('lock'), OPTIONS).map(({ file }) => file)).toEqual([0]);
    expect(search.filesMentioning('lock')).toEqual([0, 1]);
  });

  it('ignores chunks that were stored after the view was taken', () => {
    const tree = createTestTree();
    const view = tree.sync(REPOSITORY, []);
    const search = createLexicalSearcher(tree.store, view);
    const before = search.lexical(ask('lock token'), OPTIONS);
    tree.sync([{ path: 'new', chunks: [bodyOnly('lock token')] }], []);
    expect(search.lexical(ask('lock token'), OPTIONS)).toEqual(before);
    expect(createLexicalSearcher(tree.store, view).lexical(ask('lock token'), OPTIONS)).toEqual(before);
  });
});

describe('the FTS5 of SQLite as oracle', () => {
  const WORDS = ['lock', 'cache', 'token', 'fetch', 'retry', 'send', 'herd', 'queue'];
  const texts = fc.array(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 30 }).map((words) => words.join(' ')),
    { minLength: 1, maxLength: 30 },
  );

  /**
   * FTS5 takes idf = ln((N − n + ½) ÷ (n + ½)), at least 10⁻⁶; ours is ln(1 + that quotient). So the oracle asks
   * FTS5 for one term at a time and puts our idf in the place of its own.
   */
  function oracle(documents: readonly string[], terms: readonly string[]): Map<number, number> {
    const db = new Database(':memory:');
    db.exec('CREATE VIRTUAL TABLE t USING fts5(text)');
    const insert = db.prepare('INSERT INTO t (rowid, text) VALUES (?, ?)');
    documents.forEach((text, i) => {
      insert.run(i + 1, analyze(text).join(' '));
    });
    const ask = db.prepare<[string], { id: number; score: number }>(
      'SELECT rowid AS id, -bm25(t) AS score FROM t WHERE t MATCH ?',
    );
    const scores = new Map<number, number>();
    for (const term of terms) {
      const rows = ask.all(`"${term}"`);
      const odds = (documents.length - rows.length + 0.5) / (rows.length + 0.5);
      const theirs = Math.max(1e-6, Math.log(odds));
      for (const { id, score } of rows) {
        scores.set(id, (scores.get(id) ?? 0) + (score / theirs) * Math.log(1 + odds));
      }
    }
    db.close();
    return scores;
  }

  it('gives the same scores on one field', () => {
    fc.assert(
      fc.property(texts, fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1 }), (documents, words) => {
        const files = [{ path: 'f', chunks: documents.map(bodyOnly) }];
        const hits = searcherOf(files).lexical(ask(words.join(' ')), BODY_ONLY);
        const expected = oracle(
          documents,
          words.map((word) => analyze(word)[0] ?? ''),
        );
        expect(new Set(hits.map(({ chunk }) => chunk))).toEqual(new Set(expected.keys()));
        for (const { chunk, score } of hits) expect(score).toBeCloseTo(expected.get(chunk) ?? 0, 8);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the formula as written', () => {
  const WORDS = ['lock', 'getToken', 'cache', 'queue', 'send', 'herd'];
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '));
  const file = fc.record({
    path: fc.constantFrom('lock/lock.ts', 'queue.ts', 'cache/queue.ts', 'send.ts'),
    // Contents differ from file to file: shared chunks have a test of their own.
    chunks: fc.array(fc.tuple(text, text, text, text), { minLength: 1, maxLength: 4 }),
  });
  const repository = fc.uniqueArray(file, { selector: ({ path }) => path, minLength: 1 }).map((files) =>
    files
      .map(({ path, chunks }) => ({
        path,
        chunks: chunks.map(([a, b, c, d]) => [a, b, c, `${d} only${path.length}`] as const),
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  );
  const commits = fc.array(
    fc.record({ subject: text, body: text, paths: fc.subarray(['lock/lock.ts', 'queue.ts', 'send.ts']) }),
    { maxLength: 4 },
  );

  /** BM25F of every chunk in order of path and position, computed from the texts. */
  function reference(files: readonly TestFile[], past: readonly TestCommit[], query: readonly string[]) {
    const { fieldWeights, k1, b } = OPTIONS;
    const count = (of: string, term: string) => analyze(of).filter((other) => other === term).length;
    const pasts = files.map(({ path }) =>
      past
        .filter(({ paths }) => paths.includes(path))
        .map(({ subject, body }) => `${subject} ${body}`)
        .join(' '),
    );
    const withPast = pasts.map((of) => analyze(of).length).filter((length) => length > 0);
    const averagePast = withPast.reduce((sum, length) => sum + length, 0) / withPast.length;
    const all = files.flatMap(({ path, chunks }, i) =>
      chunks.map((texts) => ({ path, texts, past: pasts[i] ?? '', length: analyze(texts.join(' ')).length })),
    );
    const average = all.reduce((sum, { length }) => sum + length, 0) / all.length;
    const idf = (n: number) => Math.log(1 + (all.length - n + 0.5) / (n + 0.5));
    const scores = all.map(() => 0);
    for (const term of query) {
      const [symbol, signature, doc, body] = ['symbol', 'signature', 'doc', 'body'] as const;
      const parts = all.map(({ path, texts, past: history, length }) => {
        const inText = [symbol, signature, doc, body].map(
          (f, i) => fieldWeights[f] * count(texts[i] ?? '', term),
        );
        const historyLength = 1 - b + (b * analyze(history).length) / averagePast;
        return {
          own:
            inText.reduce((sum, amount) => sum + amount, 0) / (1 - b + (b * length) / average) +
            fieldWeights.path * count(path, term),
          // Past commits without a word have no length to be compared with.
          history:
            count(history, term) === 0 ? 0 : (fieldWeights.history * count(history, term)) / historyLength,
        };
      });
      const inOwn = parts.filter(({ own }) => own > 0).length;
      const inHistory = idf(parts.filter(({ history }) => history > 0).length);
      const termIdf = inOwn === 0 ? inHistory : idf(inOwn);
      parts.forEach(({ own, history }, i) => {
        const frequency = own + history * Math.min(1, inHistory / termIdf);
        scores[i] = (scores[i] ?? 0) + (termIdf * (k1 + 1) * frequency) / (frequency + k1);
      });
    }
    return scores;
  }

  it('is what the search computes', () => {
    fc.assert(
      fc.property(repository, commits, (files, past) => {
        const unique = [...new Map(past.map((commit) => [JSON.stringify(commit), commit])).values()];
        const expected = reference(files, unique, ['lock', 'cach', 'queu', 'gettoken', 'token', 'herd']);
        const hits = searcherOf(files, unique).lexical(ask('lock cache queue getToken herd'), OPTIONS);
        const found = expected.map(() => 0);
        // Chunk ids start at 1 and follow the paths in a tree of one sync.
        for (const { chunk, score } of hits) found[chunk - 1] = score;
        expected.forEach((score, i) => {
          expect(found[i]).toBeCloseTo(score, 8);
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('files and commits', () => {
  const search = searcherOf(REPOSITORY, COMMITS);

  it('ranks files by path', () => {
    expect(search.paths(ask('the auth cache'), 5)).toMatchObject([
      { file: 1, matched: ['cache', 'auth'] },
      { file: 0, matched: ['auth'] },
    ]);
    expect(search.paths(ask('auth'), 1)).toHaveLength(1);
  });

  it('ranks files by the messages of their commits', () => {
    expect(search.fileHistory(ask('thundering herd'), 5).map(({ file }) => file)).toEqual([1, 2]);
    expect(searcherOf(REPOSITORY).fileHistory(ask('thundering'), 5)).toEqual([]);
  });

  it('ranks commits', () => {
    expect(search.commits(ask('thundering herd'), 5).map(({ id }) => id)).toEqual([1, 3, 2]);
    expect(search.commits(ask('unheard'), 5)).toEqual([]);
  });

  it('does not see commits that are no ancestors', () => {
    const tree = createTestTree();
    tree.sync(REPOSITORY, COMMITS);
    const later = createLexicalSearcher(tree.store, tree.sync(REPOSITORY, COMMITS.slice(1)));
    expect(later.commits(ask('herd'), 5)).toEqual([]);
    expect(later.fileHistory(ask('herd'), 5)).toEqual([]);
    expect(later.lexical(ask('herd'), OPTIONS)).toEqual([]);
  });

  it('finds the files that may use an identifier', () => {
    expect(search.filesMentioning('refresh_token')).toEqual([1, 2]);
    expect(search.filesMentioning('Lock')).toEqual([1]);
    expect(search.filesMentioning('nowhere')).toEqual([]);
    expect(search.filesMentioning('=>')).toEqual([]);
  });
});

describe('an index grown step by step', () => {
  const WORDS = ['lock', 'getToken', 'cache', 'retries', 'queue', 'send'];
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '));
  const file = fc.record({
    path: fc.constantFrom('src/cache.ts', 'src/queue.ts', 'lib/lock.ts', 'test/send.ts', 'a.ts', 'b.ts'),
    chunks: fc.array(fc.tuple(text, text, text, text), { maxLength: 3 }),
  });
  const commit = fc.record({
    subject: text,
    body: text,
    paths: fc.subarray(['src/cache.ts', 'src/queue.ts', 'lib/lock.ts']),
  });
  const state = fc.record({
    files: fc.uniqueArray(file, { selector: ({ path }) => path, maxLength: 6 }),
    commits: fc.uniqueArray(commit, { selector: (c) => JSON.stringify(c), maxLength: 4 }),
  });

  /** Results by path and position, not by the numbers of rows. */
  function answers(store: ReturnType<typeof createTestTree>['store'], view: LexicalView) {
    const search = createLexicalSearcher(store, view);
    const query = ask('retry the cache lock: getToken');
    return {
      lexical: search.lexical(query, OPTIONS).map(({ chunk, file, score, terms }) => {
        const { path, firstChunk } = view.files[file] ?? { path: '', firstChunk: 0 };
        return { path, ordinal: chunk - firstChunk, score, terms };
      }),
      paths: search.paths(query, 9),
      history: search.fileHistory(query, 9),
      commits: search.commits(query, 9).map(({ score }) => score),
      mentioning: search.filesMentioning('getToken'),
    };
  }

  it('answers like a clean build of its last state', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 14 }), fc.boolean(), (states, merging) => {
        const grown = createTestTree();
        let view: LexicalView | null = null;
        for (const { files, commits } of states) {
          view = grown.sync(files, commits);
          if (merging) grown.merge(view);
        }
        const last = states.at(-1);
        if (view === null || last === undefined) throw new Error('no state');
        const clean = createTestTree();
        const expected = answers(clean.store, clean.sync(last.files, last.commits));
        expect(answers(grown.store, view)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});
