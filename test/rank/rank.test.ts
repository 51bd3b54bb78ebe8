import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PHASES,
  type Phase,
  QUERY_KINDS,
  type RankedCandidate,
  SIGNALS,
  type Task,
  type Weights,
} from '../../src/core/index.ts';
import {
  factsOf,
  LEARNED_WEIGHTS,
  rankCandidates,
  rankFiles,
  reweigh,
  weightsFor,
} from '../../src/rank/index.ts';
import { SIGNAL_RULES } from '../../src/rank/signals/registry.ts';
import { type RecallInput, recall, understandTask } from '../../src/recall/index.ts';
import { authSnapshot, LEXICAL } from '../recall/auth-repository.ts';
import { smallSnapshot } from '../recall/small-snapshot.ts';

const snapshot = authSnapshot();
const NOW = 1_700_100_000;
const TASK = 'concurrent refresh of the auth cache sends duplicate requests';

interface Options {
  readonly snapshot?: typeof snapshot;
  readonly phase?: Phase | null;
  readonly weights?: Weights;
  readonly recall?: Partial<RecallInput>;
}

function rankTask(task: string | Task, options: Options = {}): readonly RankedCandidate[] {
  const query = understandTask(task);
  const phase = options.phase ?? null;
  const tree = options.snapshot ?? snapshot;
  const evidence = recall({
    query,
    snapshot: tree,
    vector: tree.embed(query.text),
    diff: [],
    openFiles: [],
    lexical: LEXICAL,
    ...options.recall,
  });
  return rankCandidates({
    evidence,
    query,
    facts: factsOf(tree),
    weights: weightsFor(query.kind, phase, options.weights),
    now: NOW,
    similarity: tree.similarity,
  });
}

const place = ({ chunk }: RankedCandidate) => ({ path: chunk.file.path, line: chunk.startLine });
const filesOf = (ranked: readonly RankedCandidate[]) => rankFiles(ranked).map(({ file }) => file.path);
const named = (ranked: readonly RankedCandidate[], symbol: string, path = '') =>
  ranked.find(({ chunk }) => chunk.symbol?.name === symbol && chunk.file.path.startsWith(path));

describe('ranking the auth repository', () => {
  it('explore: the definition first; docs, legacy and vendor demoted with their reasons', () => {
    const ranked = rankTask(TASK, { phase: 'explore' });
    expect(filesOf(ranked)[0]).toBe('src/auth/cache.py');
    expect(ranked[0]?.chunk.symbol?.name).toBe('refresh_token');
    const [first, second] = rankFiles(ranked);
    expect((first?.score ?? 0) - (second?.score ?? 0)).toBeGreaterThan(1);
    expect(named(ranked, 'refresh_cache', 'legacy')?.signals.legacy).toBe(1);
    expect(named(ranked, 'refresh_token', 'vendor')?.signals.vendor).toBe(1);
  });

  it('debug: files on the stack and the failing test outrank the docs', () => {
    const failures = `Traceback (most recent call last):
  File "/ci/tests/auth/test_cache.py", line 4, in test_concurrent_refresh
  File "/ci/src/client.py", line 4, in fetch
  File "/ci/src/auth/cache.py", line 7, in refresh_token
AssertionError: 2 requests`;
    const ranked = rankTask({ goal: TASK, failures }, { phase: 'debug' });
    const files = filesOf(ranked);
    expect(files.slice(0, 3).sort()).toEqual([
      'src/auth/cache.py',
      'src/client.py',
      'tests/auth/test_cache.py',
    ]);
    const top = ranked.slice(0, 2).map(({ chunk }) => chunk.symbol?.name);
    expect(top.sort()).toEqual(['refresh_token', 'test_concurrent_refresh']);
    expect(named(ranked, 'refresh_token', 'src')?.signals.failure).toBe(1);
    expect(named(ranked, 'refresh_token', 'src')?.signals['test-map']).toBe(1);
  });

  it('verify: the working diff comes first', () => {
    const diff = [
      {
        path: 'src/render.py',
        status: 'modified' as const,
        hunks: [{ startLine: 1, endLine: 1 }],
        patch: '',
      },
    ];
    const ranked = rankTask(TASK, { phase: 'verify', recall: { diff } });
    expect(named(ranked, 'draw')?.signals.diff).toBe(1);
    const rest = named(ranked, 'resize');
    expect(rest === undefined || rest.signals.diff === 0.5).toBe(true);
    expect(filesOf(ranked).indexOf('src/render.py')).toBeLessThan(filesOf(ranked).indexOf('docs/auth.md'));
  });

  it('debug: what failing tests exercise comes before tests that do not fail', () => {
    const task = 'These tests fail and should pass:\n- tests/auth/test_cache.py::test_evict';
    const ranked = rankTask(task, { phase: 'debug' });
    expect(named(ranked, 'evict', 'src')?.signals.exercise).toBe(1);
    const order = ranked.map(({ chunk }) => chunk.symbol?.name);
    expect(order.indexOf('evict')).toBeLessThan(order.indexOf('test_concurrent_refresh'));
    // The failing test is no rival to what it calls, but a place to start from.
    expect(named(ranked, 'evict', 'src')?.signals.relation).toBeGreaterThan(0);
  });

  it('puts the best place of each of the best files early', () => {
    const files = rankFiles(rankTask(TASK, { weights: { lead: 0 } }));
    expect(files.length).toBeGreaterThan(3);
    const ranks = new Map(files.map(({ best }, index) => [best, 1 / (index + 1)]));
    const ranked = rankTask(TASK);
    for (const { chunk, signals } of ranked) expect(signals.lead).toBe(ranks.get(chunk.id) ?? 0);
    expect(ranked[0]?.chunk.file).toBe(files[0]?.file);
  });

  it('penalises tests by phase: fully without one, in explore and debug, mildly in edit, not in verify', () => {
    const at = (phase: Phase | null) => weightsFor('issue', phase).test ?? 0;
    expect(at(null)).toBe(at('explore'));
    expect(at('explore')).toBeLessThan(at('edit'));
    expect(at('edit')).toBeLessThan(0);
    expect([at('debug'), at('verify')]).toEqual([at('explore'), 0]);
  });

  it('raises exactly named definitions, also without a shared word elsewhere', () => {
    const ranked = rankTask('`evict` misbehaves');
    expect(ranked[0]?.chunk.symbol?.name).toBe('evict');
    expect(ranked[0]?.signals.symbol).toBe(1);
    const only = rankTask('what about `resize`?', { recall: { only: ['symbol'] } });
    expect(only.map(({ chunk }) => chunk.symbol?.name)).toEqual(['resize']);
  });

  it('demotes code that shows how the rest is used, unless a question asks for it', () => {
    const shown = smallSnapshot([
      { path: 'examples/basic/evict.py', text: 'def evict_all(cache):\n    evict(cache)\n' },
      { path: 'site/src/evict.py', text: 'def evict_page(cache):\n    evict(cache)\n' },
      { path: 'src/site/evict.py', text: 'def evict(cache):\n    pass\n' },
    ]);
    const sampleOf = (task: string) => {
      const ranked = rankTask(task, { snapshot: shown });
      return Object.fromEntries(ranked.map(({ chunk, signals }) => [chunk.file.path, signals.sample]));
    };
    const penalised = { 'examples/basic/evict.py': 1, 'site/src/evict.py': 1, 'src/site/evict.py': 0 };
    expect(sampleOf('evict forgets the cache')).toEqual(penalised);
    expect(sampleOf('where do the examples evict the cache')).toEqual({
      'examples/basic/evict.py': 0.25,
      'site/src/evict.py': 0.25,
      'src/site/evict.py': 0,
    });
  });

  it('demotes declarations, unless a question asks for types', () => {
    const declared = smallSnapshot([
      { path: 'src/cache.d.ts', text: 'def evict(cache):\n    evict the oldest of the cache\n' },
      { path: 'src/cache.ts', text: 'def evict(cache):\n    pass\n' },
    ]);
    const declarationOf = (task: string) => {
      const ranked = rankTask(task, { snapshot: declared });
      return ranked.find(({ chunk }) => chunk.file.path === 'src/cache.d.ts')?.signals.declaration;
    };
    expect(filesOf(rankTask('evict the oldest of the cache', { snapshot: declared }))[0]).toBe(
      'src/cache.ts',
    );
    expect(declarationOf('evict the oldest of the cache')).toBe(1);
    expect(declarationOf('what are the types of evict')).toBe(0.25);
  });

  it('softens a penalty on old or copied sources where they alone define what the task names', () => {
    const ranked = rankTask('`refresh_cache` forgets the key, `drop` and `load_token` do not');
    expect(named(ranked, 'refresh_cache', 'legacy')?.signals.legacy).toBe(0.25);
    expect(named(ranked, 'drop', 'vendor')?.signals.vendor).toBe(0.25);
    const copied = rankTask('`load_token` forgets the key');
    expect(named(copied, 'load_token', 'vendor')?.signals.vendor).toBe(1);
  });

  it('softens a penalty where the task names the file or a question asks for the kind', () => {
    const value = (task: string) => {
      const ranked = rankTask(task);
      return ranked.find(({ chunk }) => chunk.file.kind === 'test')?.signals.test;
    };
    expect(value(TASK)).toBe(1);
    expect(value(`${TASK}, in tests/auth/test_cache.py`)).toBe(0.25);
    expect(value('tests of concurrent refresh')).toBe(0.25);
    const legacy = rankTask('why does legacy auth refresh the cache');
    expect(named(legacy, 'refresh_cache', 'legacy')?.signals.legacy).toBe(0);
  });

  it('marks callers and callees of the strongest candidates', () => {
    const ranked = rankTask('`refresh_token` is slow');
    expect(named(ranked, 'load_token', 'src')?.signals.relation).toBeGreaterThan(0.2);
    expect(named(ranked, 'fetch')?.signals.relation).toBeGreaterThan(0.2);
  });

  it('marks a near copy of a better candidate, but never by a demoted one', () => {
    const ranked = rankTask('`refresh_token` is slow', { phase: 'explore' });
    expect(named(ranked, 'refresh_token', 'vendor')?.signals.redundancy).toBeGreaterThan(0.4);
    expect(named(ranked, 'refresh_token', 'src')?.signals.redundancy).toBe(0);
  });

  it('counts history by rank and recency from the newest candidate', () => {
    const ranked = rankTask(TASK);
    const cache = named(ranked, 'refresh_token', 'src');
    expect(cache?.signals.history).toBe(1);
    expect(cache?.signals.recency).toBe(1);
  });
});

describe('every ranking', () => {
  const words = [
    'refresh_token',
    '`evict`',
    'cache',
    'lock',
    'src/client.py:4',
    'draw pages',
    'tests',
    'legacy',
  ];
  const task = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
    .map((list) => list.join(' '));
  const phase = fc.constantFrom(null, ...PHASES);
  const weight = fc.double({ min: -3, max: 3, noNaN: true });
  const weights = fc
    .array(fc.tuple(fc.constantFrom(...SIGNALS), weight))
    .map((list): Weights => Object.fromEntries(list));

  it('records every signal of every candidate, each in [0, 1]', () => {
    fc.assert(
      fc.property(task, phase, (text, at) => {
        for (const candidate of rankTask(text, { phase: at })) {
          expect(Object.keys(candidate.signals)).toEqual([...SIGNALS]);
          for (const value of Object.values(candidate.signals)) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
          expect(candidate.hits.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('is the same each time, totally ordered, and equal to weighing its own record again', () => {
    fc.assert(
      fc.property(task, phase, weights, (text, at, overrides) => {
        const ranked = rankTask(text, { phase: at, weights: overrides });
        expect(JSON.stringify(rankTask(text, { phase: at, weights: overrides }))).toBe(
          JSON.stringify(ranked),
        );
        const kind = understandTask(text).kind;
        const stored: readonly RankedCandidate[] = JSON.parse(JSON.stringify(ranked.toReversed()));
        expect(JSON.stringify(reweigh(stored, weightsFor(kind, at, overrides), place))).toBe(
          JSON.stringify(ranked),
        );
        for (const [index, candidate] of ranked.entries()) {
          const next = ranked[index + 1];
          if (next === undefined) continue;
          expect(candidate.score).toBeGreaterThanOrEqual(next.score);
          if (candidate.score !== next.score) continue;
          const [here, there] = [place(candidate), place(next)];
          expect(here.path < there.path || (here.path === there.path && here.line < there.line)).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('adds up: score over all signals, file score over those of the file', () => {
    const weightsNow = weightsFor('issue', 'explore');
    for (const { signals, score, fileScore } of rankTask(`${TASK} again and again and again`, {
      phase: 'explore',
    })) {
      const sum = (keep: (signal: (typeof SIGNALS)[number]) => boolean) =>
        SIGNALS.filter(keep).reduce((total, s) => total + (weightsNow[s] ?? 0) * (signals[s] ?? 0), 0);
      expect(score).toBeCloseTo(sum(() => true));
      expect(fileScore).toBeCloseTo(sum((s) => SIGNAL_RULES[s].level === 'file'));
    }
  });

  it('gives nothing for no evidence', () => {
    expect(rankTask('zzz qqq', { recall: { only: ['lexical', 'symbol'] } })).toEqual([]);
    expect(rankFiles([])).toEqual([]);
  });
});

describe('weights', () => {
  it('are given for every signal; penalties are never rewards', () => {
    for (const kind of QUERY_KINDS) {
      for (const at of [null, ...PHASES]) {
        const all = weightsFor(kind, at);
        expect(SIGNALS.filter((signal) => all[signal] === undefined)).toEqual([]);
        const penalties = SIGNALS.slice(SIGNALS.indexOf('test'));
        expect(penalties.every((signal) => (all[signal] ?? 0) <= 0)).toBe(true);
      }
    }
    expect(LEARNED_WEIGHTS.record.basis.length).toBeGreaterThan(50);
  });

  it('takes a zero override as zero', () => {
    expect(weightsFor('issue', 'explore', { lexical: 0 }).lexical).toBe(0);
  });
});
