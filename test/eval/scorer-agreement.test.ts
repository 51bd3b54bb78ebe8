import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EvalSummary, parsePredictions, parseTasks, summarize } from '../../src/eval/index.ts';

/**
 * `expected.json` holds what the reference scorer (score.mjs, kept beside the evaluation data) prints for the
 * same tasks and predictions. Where that scorer is at hand it is also run, so that the two cannot drift apart.
 */
const FIXTURES = resolve(import.meta.dirname, '../../fixtures/eval');
const SCORER =
  process.env['CTX_REFERENCE_SCORER'] ?? resolve(import.meta.dirname, '../../../shared/eval/score.mjs');

interface Reference {
  readonly overall: Readonly<
    Record<string, { readonly mean: number; readonly n: number; readonly ci?: number[] }>
  >;
  readonly groups: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;
  readonly compare: Readonly<Record<string, { readonly diff: number; readonly ci: readonly number[] }>>;
}

const fixture = (name: string): string => readFileSync(join(FIXTURES, name), 'utf8');
const expected: Reference & { readonly budgets: readonly number[] } = JSON.parse(fixture('expected.json'));
const tasks = parseTasks(fixture('tasks.jsonl'), 'tasks.jsonl');
const systems = ['predictions', 'other'].map((name) => ({
  name,
  predictions: parsePredictions(fixture(`${name}.jsonl`), name),
}));
const summary = summarize(tasks, systems, expected.budgets);

function expectAgreement(ours: EvalSummary, { overall, groups, compare }: Reference): void {
  const [first] = ours.systems;
  expect(Object.keys(overall).length).toBeGreaterThan(40);
  for (const [name, { mean, n, ci }] of Object.entries(overall)) {
    const estimate = first?.overall[name];
    expect(estimate, name).toMatchObject({ n });
    expect(estimate?.mean, name).toBeCloseTo(mean, 9);
    if (ci !== undefined)
      ci.forEach((end, i) => {
        expect(estimate?.interval?.[i], name).toBeCloseTo(end, 9);
      });
  }
  for (const [language, metrics] of Object.entries(groups['language'] ?? {})) {
    const group = first?.groups.language.find(({ name }) => name === language);
    for (const [name, mean] of Object.entries(metrics))
      expect(group?.metrics[name], `${language} ${name}`).toBeCloseTo(mean, 9);
  }
  for (const [name, { diff, ci }] of Object.entries(compare)) {
    const estimate = ours.differences[0]?.metrics[name];
    expect(estimate?.mean, name).toBeCloseTo(diff, 9);
    ci.forEach((end, i) => {
      expect(estimate?.interval?.[i], name).toBeCloseTo(end, 9);
    });
  }
}

describe('agreement with the reference scorer', () => {
  it('on what it printed before', () => {
    expectAgreement(summary, expected);
  });

  it.skipIf(!existsSync(SCORER))('on what it prints now', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ctx-scorer-'));
    const out = join(folder, 'out.json');
    const files = ['tasks', 'predictions', 'other'].map((name) => join(FIXTURES, `${name}.jsonl`));
    const [tasksFile = '', predictions = '', other = ''] = files;
    const budgets = expected.budgets.join(',');
    execFileSync(process.execPath, [
      SCORER,
      tasksFile,
      predictions,
      '--budgets',
      budgets,
      '--json',
      out,
      '--compare',
      other,
    ]);
    const printed = JSON.parse(readFileSync(out, 'utf8'));
    rmSync(folder, { recursive: true });
    const groups = Object.fromEntries(
      Object.entries(
        printed.groups.language as Record<string, Record<string, { mean: number } | number>>,
      ).map(([language, metrics]) => [
        language,
        Object.fromEntries(
          Object.entries(metrics).flatMap(([name, value]) =>
            typeof value === 'number' ? [] : [[name, value.mean]],
          ),
        ),
      ]),
    );
    const { n: _, ...overall } = printed.overall;
    expectAgreement(summary, { overall, groups: { language: groups }, compare: printed.compare });
  });

  it('counts a task without an answer as one with an empty answer', () => {
    const [first] = summary.systems;
    expect(first).toMatchObject({ missing: 1, failed: 0 });
    expect(first?.groups.language.find(({ name }) => name === 'c')?.metrics['recall@20']).toBe(0);
  });

  it('gives the mean over repositories beside the mean over tasks', () => {
    const [first] = summary.systems;
    const byRepository = first?.groups.repo.map(({ metrics }) => metrics['mrr'] ?? 0) ?? [];
    expect(byRepository).toHaveLength(5);
    const mean = byRepository.reduce((sum, value) => sum + value, 0) / byRepository.length;
    expect(first?.macro['mrr']?.mean).toBeCloseTo(mean, 9);
    expect(first?.macro['mrr']?.mean).not.toBeCloseTo(first?.overall['mrr']?.mean ?? 0, 3);
  });
});
