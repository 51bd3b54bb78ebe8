import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASELINES } from '../../src/eval/compression/baselines.ts';
import { createEventCounter, numbered, textOf } from '../../src/eval/compression/event-text.ts';
import { type Fixture, readFixtures } from '../../src/eval/compression/facts.ts';
import { agrees, nextAction, staleQuotes } from '../../src/eval/compression/measures.ts';
import { mutate } from '../../src/eval/compression/mutate.ts';
import {
  type CompressionSummary,
  compressionText,
  createJudge,
  runCompression,
} from '../../src/eval/index.ts';
import { createTokenCounter, parseHandoff, type SessionEvent } from '../../src/index.ts';
import { ctx } from '../cli/run-ctx.ts';

const SESSIONS = resolve(import.meta.dirname, '../../fixtures/sessions');
const LONG = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'ctx-compression-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the compression of the recorded sessions', () => {
  let summary: CompressionSummary;
  beforeAll(async () => {
    const summaries = join(folder, 'summaries');
    const options = { summaries: null, variants: 3, injections: 3, judge: null, say: () => {} };
    summary = await runCompression({ fixtures: SESSIONS, ...options });
    expect(existsSync(summaries)).toBe(false);
  }, 300_000);
  const own = () => summary.results.filter(({ system }) => system === 'ctx handoff');

  it('is measured on twelve fixtures or more, six of them of 60 000 tokens or more', () => {
    expect(summary.fixtures.length).toBeGreaterThanOrEqual(12);
    expect(summary.fixtures.filter(({ tokens }) => tokens >= LONG).length).toBeGreaterThanOrEqual(6);
  });

  it('keeps every fact in the field that is for it, in variants too', () => {
    const facts = [...own().flatMap((result) => result.facts), ...summary.variants.facts];
    expect(facts.length).toBeGreaterThan(300);
    expect(facts.filter(({ held }) => !held)).toEqual([]);
  });

  it('is ten times smaller on the long ones', () => {
    const ratios = own()
      .filter(({ tokensBefore }) => tokensBefore >= LONG)
      .map(({ tokensBefore, tokensAfter }) => tokensBefore / tokensAfter);
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(10);
  });

  it('revives no rejected plan, says nothing that is no longer so, and lets an agent go on', () => {
    expect(summary.injections.flatMap(({ revived }) => revived).filter(Boolean)).toEqual([]);
    expect(summary.injections.filter(({ flagged }) => !flagged)).toEqual([]);
    expect(own().map(({ stale, contradictions }) => stale.wrong + contradictions.wrong)).toEqual(
      own().map(() => 0),
    );
    expect(
      own().filter(({ recovered, nextAsFull, nextAsWritten }) => !(recovered && nextAsFull && nextAsWritten)),
    ).toEqual([]);
    expect(summary.staleFound.wrong).toBe(0);
    expect(summary.staleFound.all).toBeGreaterThan(20);
  });

  it('shows what the other ways lose', () => {
    const text = compressionText(summary);
    for (const system of ['ctx handoff', ...Object.keys(BASELINES)]) expect(text).toContain(`| ${system} |`);
    const lost = (name: string) =>
      summary.results
        .filter(({ system }) => system === name)
        .flatMap(({ facts }) => facts.filter(({ held }) => !held));
    expect(lost('whole session')).toEqual([]);
    expect(lost('keep last').length).toBeGreaterThan(20);
    expect(text).toContain('## Lost by ctx\n\nNothing.');
  });
});

describe('the parts of the evaluation', () => {
  const long = (): Fixture => {
    const found = readFixtures(SESSIONS).find(({ facts }) => facts.name === 'rename-types');
    if (found === undefined) throw new Error('the fixture is gone');
    return found;
  };

  it('cuts to the room that is left, and keeps the newest', async () => {
    const { events } = long();
    const count = createEventCounter(await createTokenCounter('o200k_base'));
    for (const name of ['keep last', 'head and tail'] as const) {
      const kept = BASELINES[name](events, { tokens: 3_000, count });
      const tokens = kept.reduce((sum, event) => sum + count(event), 0);
      expect(tokens).toBeLessThanOrEqual(3_000);
      expect(tokens).toBeGreaterThan(1_500);
      expect(kept.at(-1)?.id).toBe(events.at(-1)?.id);
    }
    const masked = BASELINES['observation masking'](events);
    expect(masked).toHaveLength(events.length);
    expect(
      masked.filter((event) => event.kind === 'result' && event.text !== '[output left out]'),
    ).toHaveLength(10);
  });

  it('changes a session by its seed alone, calls still before their results', () => {
    const { events } = long();
    const variant = mutate(events, 7);
    expect(variant).toEqual(mutate(events, 7));
    expect(textOf(variant)).not.toBe(textOf(mutate(events, 8)));
    const seen = new Set<string>();
    for (const event of variant) {
      if (event.kind === 'call') seen.add(event.callId);
      if (event.kind === 'result') expect(seen.has(event.callId)).toBe(true);
    }
  });

  it('tells quotes of what a file no longer says', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `const value${i} = ${i};`);
    const fixture = { ...long(), tree: { 'a.ts': lines.join('\n') } };
    const old = [...lines.slice(0, 19), 'const other = 1;'].join('\n');
    expect(staleQuotes(fixture, [lines.join('\n'), old, 'short', 'x\n'.repeat(30)])).toEqual({
      wrong: 1,
      all: 2,
    });
  });

  it('goes by open calls, then failures, then the plan', () => {
    const source = 's.1';
    const state = (fields: object) => parseHandoff(JSON.stringify({ goal: 'g', ...fields }));
    const next_actions = [
      { text: 'b', status: 'pending', source },
      { text: 'a', status: 'in_progress', source },
    ];
    const failure = { case: 'x fails', message: 'm', signature: 's' };
    const test_results = [{ command: 'c', tool: 'vitest', failed: 1, failures: [failure], source }];
    const open_tool_calls = [{ call_id: '1', tool: 'bash', input: '{"command":"npm test"}', source }];
    expect(nextAction(state({}))).toEqual({ kind: 'finish', what: '' });
    expect(nextAction(state({ next_actions }))).toEqual({ kind: 'step', what: 'a' });
    expect(nextAction(state({ next_actions, test_results }))).toEqual({ kind: 'fix', what: 'x fails' });
    const open = nextAction(state({ next_actions, test_results, open_tool_calls }));
    expect(agrees(open, { kind: 'rerun', what: 'npm test' })).toBe(true);
    expect(agrees(open, { kind: 'rerun', what: 'npm run lint' })).toBe(false);
  });

  it('numbers events anew', () => {
    const events: readonly SessionEvent[] = [{ kind: 'user', id: 'x', at: null, text: 'Go.' }];
    expect(numbered('n', events).map(({ id }) => id)).toEqual(['n.1']);
  });

  it('asks a judge, and takes its yes for a yes', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += piece));
      request.on('end', () => {
        asked.push(JSON.parse(body).messages[0].content);
        const content = asked.length === 1 ? 'Yes, they do.' : 'No.';
        response.end(JSON.stringify({ choices: [{ message: { content } }] }));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const judge = createJudge(`http://127.0.0.1:${port}/v1#some-model`, undefined);
    expect([await judge('notes', 'a fact'), await judge('notes', 'another')]).toEqual([true, false]);
    expect(asked[0]).toContain('“a fact”');
    server.close();
    expect(() => createJudge('some-model', undefined)).toThrow('http://HOST/v1#MODEL');
  });
});

describe('ctx eval compression', () => {
  it('writes tables and numbers, and takes recorded summaries', async () => {
    const short = join(folder, 'short');
    const out = join(folder, 'out');
    const facts = JSON.parse(readFileSync(join(SESSIONS, 'codex.facts.json'), 'utf8'));
    const session = join(SESSIONS, 'codex.jsonl');
    const { mkdirSync, copyFileSync } = await import('node:fs');
    mkdirSync(short);
    copyFileSync(session, join(short, 'codex.jsonl'));
    writeFileSync(join(short, 'codex.facts.json'), JSON.stringify(facts));
    writeFileSync(
      join(short, 'codex.md'),
      'Never add dependencies. The cache sends duplicates; tests run with pytest.',
    );
    const args = ['eval', 'compression', short, '--summaries', short, '--variants', '1', '--injections', '1'];
    const run = await ctx(folder, [...args, '--out', out]);
    expect(run).toMatchObject({ code: 0 });
    const table = readFileSync(join(out, 'compression.md'), 'utf8');
    expect(table).toContain(`ctx eval compression ${short} --variants 1 --injections 1`);
    expect(table).toContain('| recorded summary |');
    const { results } = JSON.parse(readFileSync(join(out, 'compression.json'), 'utf8'));
    expect(results.map(({ system }: { system: string }) => system)).toContain('recorded summary');
    expect(await ctx(folder, ['eval', 'compression', out])).toMatchObject({ code: 2 });
  });
});
