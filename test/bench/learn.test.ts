import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascend, objective } from '../../bench/learn/ascend.ts';
import { type Example, readExamples } from '../../bench/learn/examples.ts';
import { rankExample } from '../../bench/learn/rank-example.ts';
import { SIGNALS, type Weights } from '../../src/core/index.ts';
import { parseTasks } from '../../src/eval/index.ts';
import { rankingMetrics } from '../../src/eval/ranking-metrics.ts';
import { LEARNED_WEIGHTS, reweigh } from '../../src/rank/index.ts';
import { SIGNAL_RULES } from '../../src/rank/signals/registry.ts';

interface Candidate {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly signals: Readonly<Record<string, number>>;
}

const signals = fc.record(
  Object.fromEntries(SIGNALS.map((signal) => [signal, fc.constantFrom(0, 0, 0.25, 0.5, 1)])),
);
/** Chunks of a file follow each other; signals of files are the same in each of its chunks, as the engine logs them. */
const file = (path: string) =>
  fc
    .tuple(
      signals,
      fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), signals), { minLength: 1, maxLength: 6 }),
    )
    .map(([ofFile, chunks]) => {
      let line = 1;
      return chunks.map(([lines, own]): Candidate => {
        const start = line;
        line += lines;
        const value = (signal: (typeof SIGNALS)[number]) =>
          (SIGNAL_RULES[signal].level === 'file' ? ofFile : own)[signal] ?? 0;
        return {
          path,
          start,
          end: line - 1,
          signals: Object.fromEntries(SIGNALS.map((signal) => [signal, value(signal)])),
        };
      });
    });
const candidates = fc
  .tuple(file('a.ts'), file('b.ts'), file('c.ts'), file('d.ts'))
  .map((files) => files.flat());
const weights: fc.Arbitrary<Weights> = fc.record(
  Object.fromEntries(SIGNALS.map((signal) => [signal, fc.double({ min: -2, max: 2, noNaN: true })])),
);
const gold = fc.uniqueArray(fc.constantFrom('a.ts', 'b.ts', 'c.ts', 'd.ts', 'never-found.ts'), {
  minLength: 1,
});

function taskLine(id: string, goldFiles: readonly string[]): string {
  return JSON.stringify({
    id,
    repo: 'a/b',
    mirror: 'a+b',
    base_commit: '0'.repeat(40),
    language: 'typescript',
    kind: 'issue',
    query: 'a question',
    gold_files: goldFiles,
    gold_spans: goldFiles.map((path) => ({ path, start: 3, end: 30 })),
  });
}

function examplesOf(tasks: readonly string[], features: readonly object[]): readonly Example[] {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-learn-'));
  try {
    writeFileSync(join(folder, 'tasks.jsonl'), tasks.join('\n'));
    writeFileSync(join(folder, 'features.jsonl'), features.map((line) => JSON.stringify(line)).join('\n'));
    return readExamples([join(folder, 'features.jsonl')], [join(folder, 'tasks.jsonl')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function features(id: string, list: readonly Candidate[]): object {
  return { id, repo: 'a/b', queryKind: 'issue', phase: 'explore', candidates: list };
}

describe('rankExample', () => {
  it('gives what `ctx eval` measures on the ranking that the engine makes with these weights', () => {
    fc.assert(
      fc.property(candidates, weights, gold, (list, drawn, goldFiles) => {
        const used = { ...drawn, lead: 0, saturation: 0 };
        const ranked = reweigh(list, used, ({ path, start }) => ({ path, line: start }));
        const best = new Map<string, number>();
        for (const { path, fileScore } of ranked)
          best.set(path, Math.max(best.get(path) ?? Number.NEGATIVE_INFINITY, fileScore));
        const files = [...best].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([path]) => path);
        const line = taskLine('t', goldFiles);
        const [task] = parseTasks(line, 'tasks');
        const [example] = examplesOf([line], [features('t', list)]);
        if (task === undefined || example === undefined) throw new Error('no task');
        const wanted = rankingMetrics(task, { id: 't', ranked, files }, [8000]);
        const found = rankExample(example, used);
        expect(found.acc1).toBe(wanted['acc@1']);
        expect(found.acc5).toBe(wanted['acc@5']);
        expect(found.ndcg10).toBeCloseTo(wanted['ndcg@10'] ?? -1, 9);
        // A span cut by the budget keeps whole lines from its start in the one, the same share of its lines in the other.
        if (ranked.reduce((sum, { start, end }) => sum + 11 * (end - start + 1), 0) <= 8000)
          expect(found.edits8k).toBeCloseTo(wanted['edit_recall@8k'] ?? -1, 9);
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('counts the better chunks of a file against the next', () => {
    const chunk = (path: string, start: number, lexical: number): Candidate => ({
      path,
      start,
      end: start + 399,
      signals: { lexical },
    });
    const list = [
      chunk('a.ts', 1, 1),
      chunk('a.ts', 401, 0.9),
      chunk('b.ts', 1, 0.85),
      chunk('c.ts', 1, 0.1),
    ];
    const [example] = examplesOf([taskLine('t', ['b.ts'])], [features('t', list)]);
    if (example === undefined) throw new Error('no example');
    expect(rankExample(example, { lexical: 1 }).edits8k).toBe(0);
    expect(rankExample(example, { lexical: 1, saturation: -1 }).edits8k).toBeGreaterThan(0.8);
  });

  it('counts the best chunk of a file by the rank of the file', () => {
    const chunk = (path: string, start: number, lexical: number, fileLexical: number): Candidate => ({
      path,
      start,
      end: start + 399,
      signals: { lexical, 'file-lexical': fileLexical },
    });
    const list = [chunk('a.ts', 1, 1, 0), chunk('a.ts', 401, 0.9, 0), chunk('b.ts', 1, 0, 0.6)];
    const [example] = examplesOf([taskLine('t', ['b.ts'])], [features('t', list)]);
    if (example === undefined) throw new Error('no example');
    const weights = { lexical: 1, 'file-lexical': 1 };
    expect(rankExample(example, weights).edits8k).toBe(0);
    expect(rankExample(example, { ...weights, lead: 1 }).edits8k).toBeGreaterThan(0.8);
  });
});

describe('ascend', () => {
  it('finds the signal that tells the answer', () => {
    const list: readonly Candidate[] = [
      { path: 'a.ts', start: 1, end: 40, signals: { 'file-lexical': 1 } },
      { path: 'b.ts', start: 1, end: 40, signals: { path: 1 } },
    ];
    const examples = examplesOf([taskLine('t', ['b.ts'])], [features('t', list)]);
    const start = { 'file-lexical': 0.05, path: 0.02 };
    expect(objective(examples, start)).toBeLessThan(1);
    const learned = ascend(examples, start, { signals: ['path'], pull: 0, rounds: 4 });
    expect(learned.path).toBeGreaterThan(0.05);
    expect(objective(examples, learned)).toBe(1);
  });

  it('never ends below its start, changes only what it may, and is deterministic', () => {
    fc.assert(
      fc.property(fc.array(candidates, { minLength: 3, maxLength: 6 }), (lists) => {
        const lines = lists.map((_, index) => taskLine(`t${index}`, ['b.ts']));
        const telling = lists.map((list) =>
          list.map((candidate) => ({
            ...candidate,
            signals: { ...candidate.signals, path: candidate.path === 'b.ts' ? 1 : 0 },
          })),
        );
        const examples = examplesOf(
          lines,
          telling.map((list, index) => features(`t${index}`, list)),
        );
        const options = { signals: ['path', 'lexical'] as const, pull: 0, rounds: 4 };
        const start = { ...LEARNED_WEIGHTS.base, path: 0.1 };
        const learned = ascend(examples, start, options);
        expect(objective(examples, learned)).toBeGreaterThanOrEqual(objective(examples, start));
        expect(ascend(examples, start, options)).toEqual(learned);
        for (const signal of SIGNALS)
          if (signal !== 'path' && signal !== 'lexical') expect(learned[signal]).toBe(start[signal]);
      }),
      { numRuns: 10, seed: 11 },
    );
  });
});

describe('readExamples', () => {
  it('refuses features that do not say the kind of query', () => {
    const { queryKind: _, ...old } = features('t', []) as Record<string, unknown>;
    expect(() => examplesOf([taskLine('t', ['a.ts'])], [old])).toThrow(/log them again/);
  });
});
