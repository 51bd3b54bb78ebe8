import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTasks, selectTasks } from '../../src/eval/eval-task.ts';
import { countLines, countShared, mergeRanges, type Range } from '../../src/eval/line-ranges.ts';
import { packMetrics } from '../../src/eval/pack-metrics.ts';
import { parsePredictions } from '../../src/eval/prediction.ts';
import { estimate, quantile } from '../../src/eval/statistics.ts';
import { readVariants } from '../../src/eval/variants.ts';

const ranges = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -2, max: 20 }))
    .map(([start, size]): Range => [start, start + size]),
  { maxLength: 12 },
);
const linesOf = (list: readonly Range[]): ReadonlySet<number> =>
  new Set(
    list.flatMap(([start, end]) => Array.from({ length: Math.max(0, end - start + 1) }, (_, i) => start + i)),
  );

const TASK = {
  id: 'a',
  repo: 'acme/lib',
  mirror: 'acme+lib',
  base_commit: 'abcdef0',
  language: 'go',
  kind: 'issue',
  query: 'why',
  gold_files: ['x.go', 'y.go'],
  gold_spans: [
    { path: 'x.go', start: 11, end: 20, enc: [1, 40] },
    { path: 'y.go', start: 5, end: 5 },
  ],
  context_spans: [{ path: 'x.go', start: 31, end: 50 }],
};
const lineOf = (task: object): string => JSON.stringify({ ...TASK, ...task });
const [task] = parseTasks(lineOf({}), 'tasks');

describe('ranges of lines', () => {
  it('are sets', () => {
    fc.assert(
      fc.property(ranges, ranges, (a, b) => {
        const [x, y] = [mergeRanges(a), mergeRanges(b)];
        expect(linesOf(x)).toEqual(new Set([...linesOf(a)].sort((p, q) => p - q)));
        expect(countLines(x)).toBe(linesOf(a).size);
        expect(countShared(x, y)).toBe([...linesOf(a)].filter((line) => linesOf(b).has(line)).length);
        expect(mergeRanges(x)).toEqual(x);
      }),
    );
  });
});

describe('statistics', () => {
  it('put the mean inside its interval, the same each time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 }),
        (values) => {
          const { mean, interval } = estimate(values, { resamples: 200, seed: 7 });
          expect(interval?.[0]).toBeLessThanOrEqual(mean + 1e-9);
          expect(interval?.[1]).toBeGreaterThanOrEqual(mean - 1e-9);
          expect(estimate(values, { resamples: 200, seed: 7 })).toEqual({ mean, n: values.length, interval });
        },
      ),
    );
  });

  it('give no interval to a single value', () => {
    expect(estimate([0.5])).toEqual({ mean: 0.5, n: 1, interval: null });
    expect(quantile([3, 1, 2], 0.5)).toBe(2);
  });
});

describe('metrics of a pack', () => {
  it('by hand', () => {
    if (task === undefined) throw new Error('no task');
    const metrics = packMetrics(task, {
      id: 'a',
      ranked: [],
      decoys: [
        { path: 'x_old.go', kind: 'stale' },
        { path: 'legacy/x.go', kind: 'legacy' },
      ],
      packs: [
        {
          budget: 2000,
          tokens: 1000,
          milliseconds: 1,
          matched: true,
          snippets: [
            { path: null, role: 'goal', detail: 'full', tokens: 100, lines: [] },
            {
              path: 'x.go',
              role: 'definitions',
              detail: 'full',
              tokens: 400,
              lines: [
                [1, 15],
                [36, 45],
              ],
            },
            { path: 'x_old.go', role: 'definitions', detail: 'full', tokens: 250, lines: [[1, 25]] },
          ],
        },
      ],
    });
    const at2k = {
      file_recall: 1 / 2,
      edit_recall: 5 / 11,
      func_recall: 20 / 41,
      hunk_hit: 1 / 2,
      ctx_recall: 10 / 20,
      gold_share: 0.4,
      line_precision: 20 / 50,
      ctx_precision: 10 / 50,
      decoy: 1,
      decoy_stale: 1,
      decoy_legacy: 0,
      decoy_vendor: 0,
      decoy_share: 0.25,
      used: 1000,
    };
    expect(Object.keys(metrics)).toHaveLength(Object.keys(at2k).length);
    for (const [name, value] of Object.entries(at2k))
      expect(metrics[`pack_${name}@2k`], name).toBeCloseTo(value, 9);
  });

  it('are 0 where the budget could not hold the goal', () => {
    if (task === undefined) throw new Error('no task');
    const empty = { budget: 2000, tokens: 0, milliseconds: 1, matched: false, snippets: [] };
    const decoys = [{ path: 'x_old.go', kind: 'stale' as const }];
    const metrics = packMetrics(task, { id: 'a', ranked: [], decoys, packs: [empty] });
    expect(Object.keys(metrics)).toContain('pack_gold_share@2k');
    expect(Object.values(metrics).every((value) => value === 0)).toBe(true);
  });

  it('are absent where there is no pack', () => {
    if (task === undefined) throw new Error('no task');
    expect(packMetrics(task, { id: 'a', ranked: [] })).toEqual({});
  });
});

describe('task files', () => {
  it.each([
    ['not JSON', '{', /tasks:1: not a JSON object/],
    ['a list', '[]', /not a JSON object/],
    ['no id', lineOf({ id: '' }), /id is not a text/],
    ['no language', lineOf({ language: undefined }), /language is missing/],
    ['a path that leaves the repository', lineOf({ gold_files: ['../x'] }), /gold_files/],
    ['an absolute path', lineOf({ gold_files: ['/etc/passwd'] }), /gold_files/],
    ['no answer', lineOf({ gold_files: [] }), /gold_files is empty/],
    ['a mirror that leaves the folder', lineOf({ mirror: '../up' }), /mirror has an unexpected form/],
    ['a hidden mirror', lineOf({ mirror: '..' }), /mirror has an unexpected form/],
    ['an option as commit', lineOf({ base_commit: '--upload-pack=x' }), /base_commit/],
    ['an unknown kind', lineOf({ kind: 'riddle' }), /kind is none of issue/],
    ['a span without lines', lineOf({ gold_spans: [{ path: 'x' }] }), /gold_spans/],
    ['the same id twice', `${lineOf({})}\n${lineOf({})}`, /tasks:2: the id a occurs twice/],
  ])('with %s are refused', (_, text, message) => {
    expect(() => parseTasks(text, 'tasks')).toThrow(message);
  });

  it('are selected by fields, kinds and number', () => {
    const tasks = parseTasks(
      [lineOf({}), lineOf({ id: 'b', names_path: true }), lineOf({ id: 'c', kind: 'query' })].join('\n'),
      't',
    );
    const ids = (filter: Partial<Parameters<typeof selectTasks>[1]>) =>
      selectTasks(tasks, { where: [], kinds: [], limit: null, ...filter }).map(({ id }) => id);
    expect(ids({ where: ['names_path=false'] })).toEqual(['a', 'c']);
    expect(ids({ where: ['names_path=true', 'language=go'] })).toEqual(['b']);
    expect(ids({ kinds: ['query'] })).toEqual(['c']);
    expect(ids({ limit: 2 })).toEqual(['a', 'b']);
    expect(() => ids({ where: ['names_path'] })).toThrow(/key=value/);
  });
});

describe('prediction files', () => {
  it('end where a kill cut them off, and the last line of a task counts', () => {
    const found = parsePredictions(
      '{"id":"a","ranked":[]}\n{"id":"a","ranked":[],"ms":2}\n{"id":"b","ra',
      'p',
    );
    expect([...found]).toEqual([['a', { id: 'a', ranked: [], ms: 2 }]]);
  });
  it('are refused when a line in the middle is no prediction', () => {
    expect(() => parsePredictions('{"id":1}\n{"id":"a","ranked":[]}\n', 'p')).toThrow(
      /p:1 is not a prediction/,
    );
  });
});

describe('variants', () => {
  it('replace weights, and leave penalties to a single signal', () => {
    const [base, without, only, set] = readVariants({
      without: ['path,symbol'],
      only: ['lexical'],
      set: ['path=.5'],
    });
    expect(base).toEqual({ name: 'ctx', weights: {} });
    expect(without).toEqual({ name: 'without path,symbol', weights: { path: 0, symbol: 0 } });
    expect(only?.weights).toMatchObject({ path: 0, 'file-lexical': 0 });
    expect(Object.keys(only?.weights ?? {})).not.toContain('test');
    expect(Object.keys(only?.weights ?? {})).not.toContain('lexical');
    expect(set).toEqual({ name: 'with path=.5', weights: { path: 0.5 } });
    const [, named] = readVariants({ without: [], only: [], set: ['flat:path=0,symbol=.1'] });
    expect(named).toEqual({ name: 'with flat', weights: { path: 0, symbol: 0.1 } });
  });
  it('refuse what is no signal and no weight', () => {
    expect(() => readVariants({ without: ['luck'], only: [], set: [] })).toThrow(/no signal/);
    expect(() => readVariants({ without: [], only: [], set: ['path='] })).toThrow(/signal=number/);
  });
});
