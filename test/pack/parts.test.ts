import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PackItem } from '../../src/core/index.ts';
import { createSentLines, sentKey } from '../../src/pack/already-sent.ts';
import { detailsOf, linesOf, spansOf, viewOf } from '../../src/pack/condense.ts';
import { oneLine } from '../../src/pack/render/pack-document.ts';
import { isNearDuplicate, shinglesOf } from '../../src/pack/similarity.ts';
import { lines, text } from './sample.ts';

const at = (startLine: number, endLine = startLine) => ({ startLine, endLine });
const content = (more: Parameters<typeof lines>[4]): PackItem['content'] =>
  lines('k', 'definitions', 'a.ts', [10, 30], more).content;

describe('condensing', () => {
  test('signature: enclosing head, inner heads, focus with a line around it, inside the span', () => {
    const whole = content({ header: at(2), heads: [at(10, 11)], focus: [at(20), at(30)] });
    expect(viewOf(whole, 'signature', 100)).toEqual({
      kind: 'lines',
      lines: [2, 10, 11, 19, 20, 21, 29, 30],
    });
    expect(viewOf(content({}), 'signature', 100)).toEqual({ kind: 'lines', lines: [10] });
  });

  test('full stops at the end of the file', () => {
    expect(viewOf(content({}), 'full', 12)).toEqual({ kind: 'lines', lines: [10, 11, 12] });
  });

  test('less than all is shown where it says something, and details never exceed the most allowed', () => {
    expect([...detailsOf(content({}))]).toEqual(['full']);
    for (const more of [{ heads: [at(12)] }, { focus: [at(20)] }])
      expect([...detailsOf(content(more))]).toEqual(['full', 'signature']);
    expect([...detailsOf(content({ maxDetail: 'signature' }))]).toEqual(['signature']);
    expect([...detailsOf(content({ outline: ['f()'], maxDetail: 'signature' }))]).toEqual([
      'signature',
      'outline',
    ]);
    expect(viewOf(content({ outline: ['f()'] }), 'outline', 100)).toEqual({ kind: 'rows', rows: ['f()'] });
  });

  test('a text keeps its first rows', () => {
    const long = text(
      't',
      'history',
      Array.from({ length: 50 }, (_, row) => `row ${row}`).join('\n'),
    ).content;
    const view = viewOf(long, 'outline', 0);
    expect(view.kind === 'rows' && [view.rows.length, view.rows.at(-1)]).toEqual([9, '⋯']);
  });

  test('lines to spans and back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 200 })), (numbers) => {
        const sorted = [...numbers].sort((a, b) => a - b);
        const spans = spansOf(sorted);
        expect(spans.flatMap((span) => linesOf([span], 1000))).toEqual(sorted);
        for (const [index, span] of spans.entries())
          expect(span.startLine).toBeGreaterThan((spans[index - 1]?.endLine ?? -1) + 1);
      }),
      { numRuns: 100, seed: 11 },
    );
  });
});

describe('likeness', () => {
  const code = 'export function add(a: number, b: number): number {\n  const sum = a + b;\n  return sum;\n}';
  test('layout and case do not count, content does', () => {
    const shingles = shinglesOf(code);
    expect(isNearDuplicate(shingles, shinglesOf(code.replaceAll('  ', '\t').toUpperCase()))).toBe(true);
    expect(
      isNearDuplicate(shingles, shinglesOf(`${code}\nexport function sub(a: number) { return -a; }`)),
    ).toBe(false);
    expect(isNearDuplicate(shinglesOf(''), shinglesOf(''))).toBe(false);
    expect(isNearDuplicate(shinglesOf('x = 1'), shinglesOf('x = 2'))).toBe(false);
  });
});

describe('what was sent', () => {
  test('pieces count together, of the same content only', () => {
    const sent = createSentLines(
      new Set([sentKey('aa', at(1, 5)), sentKey('aa', at(6, 9)), 'text:zz', 'junk']),
    );
    expect(sent('aa', [3, 4, 5, 6, 7])).toBe(true);
    expect(sent('aa', [9, 10])).toBe(false);
    expect(sent('bb', [3])).toBe(false);
  });

  test('a span costs the same however many lines it says it has', () => {
    const sent = createSentLines(new Set(['aa:5-99999999999', 'aa:0-2']));
    expect(sent('aa', [1, 2, 5, 4_000_000])).toBe(true);
    expect(sent('aa', [3])).toBe(false);
  });
});

test('a name stays on its line', () => {
  expect(oneLine('a\nb\u001b[31m\u2028c')).toBe('a\\x0ab\\x1b[31m\\u{2028}c');
});
