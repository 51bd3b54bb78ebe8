import { describe, expect, it } from 'vitest';
import type { Evidence, IndexedChunk } from '../../src/core/index.ts';
import { LEGACY } from '../../src/rank/signals/legacy.ts';
import type { SignalContext } from '../../src/rank/signals/signal-rule.ts';
import { understandTask } from '../../src/recall/index.ts';

/** The penalty of each path when all are candidates of the task. */
function penalties(
  task: string,
  paths: readonly string[],
  importers: SignalContext['facts']['importers'] = () => [],
): readonly number[] {
  const chunks = paths.map(
    (path, id) => ({ id, file: { id, path, kind: 'code' } }) as unknown as IndexedChunk,
  );
  const hits = chunks.map(({ id }) => ({ chunk: id, file: id, retriever: 'lexical', score: 1, matched: [] }));
  const context = {
    evidence: { hits } as unknown as Evidence,
    query: understandTask(task),
    facts: { chunk: (id: number) => chunks[id] ?? null, importers, links: () => [] },
  } as unknown as SignalContext;
  const penaltyOf = LEGACY.prepare(context);
  return chunks.map((chunk) => penaltyOf(chunk));
}

describe('an older version of a folder', () => {
  it('counts a little against what is in it, where a newer one is a candidate too', () => {
    expect(penalties('how are values parsed', ['src/v3/types.ts', 'src/v4/core/schemas.ts'])).toEqual([
      0.2, 0,
    ]);
    expect(penalties('how are values parsed', ['src/v9/a.ts', 'src/v10/a.ts'])).toEqual([0.2, 0]);
  });

  it('is nothing against it alone, elsewhere, or where the task names the version', () => {
    expect(penalties('how are values parsed', ['src/v3/types.ts', 'src/core.ts'])).toEqual([0, 0]);
    expect(penalties('how are values parsed', ['a/v1/types.ts', 'b/v2/types.ts'])).toEqual([0, 0]);
    expect(penalties('how does v3 parse values', ['src/v3/types.ts', 'src/v4/types.ts'])).toEqual([0, 0]);
  });
});

describe('a copy kept beside the real file', () => {
  const paths = ['src/cache_old.cs', 'src/cache.cs', 'legacy/src/cache.cs'];

  it('is demoted where imports reach it only together with the real one', () => {
    const asked: (string | null)[] = [];
    const importers = (file: number, twin: string | null): readonly string[] => {
      asked.push(twin);
      return twin === paths[1] ? [] : [`src/user-of-${file}.cs`];
    };
    expect(penalties('refresh the cache', paths, importers)).toEqual([0.6, 0, 1]);
    expect(asked).toEqual(['src/cache.cs', 'src/cache.cs']);
  });

  it('is not where live code imports it alone', () => {
    expect(penalties('refresh the cache', paths, () => ['src/main.cs'])).toEqual([0, 0, 0.4]);
    expect(penalties('refresh the cache', paths, () => ['src/main_old.cs'])).toEqual([0.6, 0, 1]);
  });

  it('is not where the task names it; a task that has `old` in its words does not', () => {
    const of = (text: string) => penalties(text, paths, () => []);
    expect(of('make cache_old.cs refresh too')).toEqual([0, 0, 1]);
    expect(of('the old threshold of the cache is told to hold')).toEqual([0.6, 0, 1]);
    expect(of('in legacyMode the cache is refreshed')).toEqual([0.6, 0, 0]);
    expect(of('an illegacycache')).toEqual([0.6, 0, 1]);
  });
});
