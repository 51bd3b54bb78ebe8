import { describe, expect, it } from 'vitest';
import type { Evidence, Retriever, Snapshot, Task } from '../../src/core/index.ts';
import { type RecallInput, recall, understandTask } from '../../src/recall/index.ts';
import { RETRIEVER_RULES } from '../../src/recall/retrievers/registry.ts';
import { authSnapshot, LEXICAL } from './auth-repository.ts';
import { smallSnapshot } from './small-snapshot.ts';

const snapshot = authSnapshot();

function recallTask(task: string | Task, more: Partial<RecallInput> = {}): Evidence {
  return recall({
    query: understandTask(task),
    snapshot,
    vector: null,
    diff: [],
    openFiles: [],
    lexical: LEXICAL,
    ...more,
  });
}

function pathsOf(evidence: Evidence, retriever: Retriever): readonly string[] {
  const hits = evidence.hits.filter((hit) => hit.retriever === retriever);
  return [...new Set(hits.map((hit) => snapshot.files[hit.file]?.path ?? ''))];
}

describe('recall', () => {
  it('finds words, exact symbols, paths, history and recency', () => {
    const evidence = recallTask('`refresh_token` does not hold the lock, see src/client.py:4');
    expect(pathsOf(evidence, 'lexical')).toContain('src/auth/cache.py');
    expect(pathsOf(evidence, 'symbol')).toEqual(['src/auth/cache.py', 'vendor/oauth/cache.py']);
    const path = evidence.hits.find((hit) => hit.retriever === 'path');
    expect(snapshot.chunk(path?.chunk ?? -1)?.symbol?.name).toBe('fetch');
    expect(path?.matched).toContain('src/client.py:4');
    expect(evidence.historyScores[0]?.file).toBe(snapshot.fileByPath('src/auth/cache.py')?.id);
    expect(evidence.commits[0]?.subject).toContain('hold the lock');
    expect(evidence.lastTouched.get(snapshot.fileByPath('src/auth/cache.py')?.id ?? -1)).toBe(1_700_000_000);
    expect(evidence.notes).toEqual([]);
  });

  it('searches for the subject of a longer task alone, and for none where there is no more', () => {
    const task =
      'Evict the cache\n\nIt happens in the client when it sends a request with headers and a body.';
    const evidence = recallTask(task);
    expect(pathsOf(evidence, 'subject')).toContain('src/auth/cache.py');
    const matched = evidence.hits.flatMap((hit) => (hit.retriever === 'subject' ? hit.matched : []));
    expect([...new Set(matched)].sort()).toEqual(['cache', 'evict', 'the']);
    expect(pathsOf(recallTask('evict the cache'), 'subject')).toEqual([]);
  });

  it('asks the vectors only with a vector', () => {
    expect(pathsOf(recallTask('evict the cache'), 'semantic')).toEqual([]);
    const evidence = recallTask('evict the cache', { vector: snapshot.embed('evict the cache') });
    expect(pathsOf(evidence, 'semantic')).toContain('src/auth/cache.py');
    expect(evidence.semanticFloor).toBe(0);
  });

  it('places frames of another machine by their tail, innermost first', () => {
    const failures = `Traceback (most recent call last):
  File "/home/ci/project/src/client.py", line 4, in fetch
  File "/home/ci/project/src/auth/cache.py", line 7, in refresh_token
  File "/usr/lib/python3.12/site-packages/requests/api.py", line 3, in get
FAILED tests/auth/test_cache.py::test_concurrent_refresh`;
    const evidence = recallTask({ goal: 'fix it', failures });
    const names = evidence.hits
      .filter((hit) => hit.retriever === 'failure')
      .map((hit) => snapshot.chunk(hit.chunk)?.symbol?.name);
    expect(names).toEqual(['refresh_token', 'test_concurrent_refresh', 'fetch']);
    expect(evidence.testedFiles[0]?.file).toBe(snapshot.fileByPath('src/auth/cache.py')?.id);
  });

  it('takes a test file named in a task about a failure for a failing test', () => {
    const evidence = recallTask(
      'These tests fail and should pass:\n- tests/auth/test_cache.py | refreshes once',
    );
    expect(pathsOf(evidence, 'failure')).toEqual(['tests/auth/test_cache.py']);
    expect(pathsOf(recallTask('see tests/auth/test_cache.py'), 'failure')).toEqual([]);
  });

  it.each([
    ['evict a', 'test_evict'],
    ['concurrent refresh sends one request', 'test_concurrent_refresh'],
  ])('finds a test by its sentence: %s', (sentence, name) => {
    const evidence = recallTask(`These tests fail:\n- tests/auth/test_cache.py | ${sentence}`);
    const failing = evidence.hits.filter((hit) => hit.retriever === 'failure');
    expect(failing.map((hit) => snapshot.chunk(hit.chunk)?.symbol?.name)).toEqual([name]);
  });

  it('searches the sources for the names that failing tests use', () => {
    const evidence = recallTask('FAILED tests/auth/test_cache.py::test_evict');
    const hits = evidence.hits.filter((hit) => hit.retriever === 'exercise');
    expect(snapshot.chunk(hits[0]?.chunk ?? -1)?.symbol?.name).toBe('evict');
    expect(new Set(hits.flatMap((hit) => hit.matched))).toEqual(new Set(['evict']));
    expect(pathsOf(evidence, 'exercise')).not.toContain('tests/auth/test_cache.py');
    expect(pathsOf(recallTask('evict the cache'), 'exercise')).toEqual([]);
  });

  it('takes the sources beside a failing test for what it exercises', () => {
    const besideSources = smallSnapshot([
      { path: 'scan/suite_test.py', kind: 'test', text: 'def test_scan():\n    pass\n' },
      { path: 'scan/walk.py', text: 'def walk():\n    pass\n' },
      { path: 'server/serve.py', text: 'def serve():\n    pass\n' },
    ]);
    const { testedFiles } = recallTask('FAILED scan/suite_test.py::test_scan', { snapshot: besideSources });
    expect(testedFiles.map(({ file }) => besideSources.files[file]?.path)).toEqual(['scan/walk.py']);
  });

  it('takes changed hunks and open files', () => {
    const evidence = recallTask('continue', {
      diff: [
        {
          path: 'src/auth/cache.py',
          status: 'modified',
          hunks: [{ startLine: 9, endLine: 9 }],
          patch: '',
        },
        { path: 'gone.py', status: 'deleted', hunks: [], patch: '' },
      ],
      openFiles: ['src/render.py', 'nowhere.py'],
    });
    const hits = evidence.hits.filter((hit) => hit.retriever === 'diff');
    expect(hits.map((hit) => snapshot.chunk(hit.chunk)?.symbol?.name)).toEqual(['load_token', 'draw']);
    expect(evidence.diffFiles.map(({ score }) => score)).toEqual([1, 0.6]);
  });

  it('joins words of a question to names', () => {
    const evidence = recallTask('where is the refresh token made');
    expect(pathsOf(evidence, 'symbol')).toContain('src/auth/cache.py');
  });

  it('leaves a note for a retriever that throws and goes on', () => {
    const broken: Snapshot = {
      ...snapshot,
      commits: () => {
        throw new Error('no history table');
      },
    };
    const evidence = recallTask('refresh_token', { snapshot: broken });
    expect(evidence.notes).toEqual(['history: not available (no history table).']);
    expect(pathsOf(evidence, 'symbol')).toContain('src/auth/cache.py');
  });

  it('filters every kind of evidence and asks only whom it is told to', () => {
    const filtered = recallTask('auth cache refresh_token in src/client.py', {
      filter: (file) => file.kind === 'docs',
    });
    const docs = snapshot.fileByPath('docs/auth.md')?.id;
    const files = [
      ...filtered.hits,
      ...filtered.pathScores,
      ...filtered.historyScores,
      ...filtered.testedFiles,
    ];
    expect(files.length).toBeGreaterThan(0);
    expect(files.every(({ file }) => file === docs)).toBe(true);
    const only = recallTask('auth cache', { only: ['lexical'] });
    expect(new Set(only.hits.map((hit) => hit.retriever))).toEqual(new Set(['lexical']));
    expect(only.pathScores).toEqual([]);
  });

  it('gives each retriever hits of its own name, one a chunk, all positive', () => {
    const evidence = recallTask('concurrent refresh of the auth cache in src/auth/cache.py `evict`', {
      vector: snapshot.embed('auth cache'),
    });
    const keys = evidence.hits.map((hit) => `${hit.retriever}:${hit.chunk}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(evidence.hits.every((hit) => hit.score > 0 && hit.retriever in RETRIEVER_RULES)).toBe(true);
  });
});
