import fc from 'fast-check';
import { get_encoding, type Tiktoken } from 'tiktoken';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TokenCounter } from '../../src/core/index.ts';
import { createTokenCounter } from '../../src/pack/tokens/token-counter.ts';

const EXACT = ['o200k_base', 'cl100k_base'] as const;

/** Blocks that no new version of Unicode adds to: tiktoken's tables and Node's need not be of one version. */
const BLOCKS = [
  [0x00, 0x6ff],
  [0x2000, 0x206f],
  [0x3040, 0x30ff],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
  [0xd800, 0xdfff],
  [0x1f300, 0x1f5ff],
  [0x20000, 0x2a6d6],
] as const;
const settled = fc
  .oneof(...BLOCKS.map(([min, max]) => fc.integer({ min, max })))
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Strings that the split rules treat apart, in every order. */
const fragments = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...['<|endoftext|>', '<|fim_prefix|>', "'s", "'RE", "'\u017f", 'ſ', 'ß', 'ǅ', '漢字', '한글', 'かな'],
      ...[
        '👩‍👩‍👧',
        '🇨🇭',
        '\ud800',
        '\udc00',
        '\u0301',
        'ʰ',
        '\u0085',
        '\ufeff',
        '\u2028',
        '\u00a0',
        '\u3000',
      ],
      ...[' ', '  ', '\t', '\n', '\r\n', '\n\n', '/', '//', '\n/', '0', '1234567', '½', 'Ⅷ', '𝔘𝔫', '𐐀𐐨', '_'],
      ...[
        'camelCase',
        'HTTPServer',
        'SCREAMING_SNAKE',
        'don’t',
        "DON'T",
        'return',
        'self.',
        '();',
        '=>',
        '###',
      ],
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({ unit: settled, maxLength: 8 }),
    fc.string({ unit: 'binary-ascii', maxLength: 16 }),
  ),
  { maxLength: 30 },
);

describe.each(EXACT)('%s', (name) => {
  let counter: TokenCounter;
  let oracle: Tiktoken;
  beforeAll(async () => {
    counter = await createTokenCounter(name);
    oracle = get_encoding(name);
  });
  afterAll(() => oracle.free());

  test('counts what tiktoken counts on any text', () => {
    fc.assert(
      fc.property(fragments, (parts) => {
        const text = parts.join('');
        expect(counter.count(text)).toBe(oracle.encode_ordinary(text).length);
      }),
      { numRuns: 3000, seed: 11 },
    );
  });

  test.each([
    ['nothing', ''],
    ['letters', 'a'.repeat(1500)],
    ['capitals', 'A'.repeat(1500)],
    ['blanks', ' '.repeat(1500)],
    ['blanks before a word', `${' '.repeat(1500)}x`],
    ['newlines', '\n'.repeat(1500)],
    ['CJK', '漢'.repeat(300)],
    ['emoji', '🦀'.repeat(300)],
    ['combining marks', '\u0301'.repeat(300)],
    ['mixed run', 'aB1 '.repeat(500)],
  ])('a run of %s', (_, text) => {
    expect(counter.count(text)).toBe(oracle.encode_ordinary(text).length);
  });

  test('64 KB of one character is counted long before the time of a test is up', () => {
    for (const character of ['a', 'A', ' ', '\n', '=', '漢', '🦀', '\u0301'])
      expect(counter.count(character.repeat(65_536))).toBeGreaterThan(0);
  });

  test('is loaded once', async () => {
    expect(await createTokenCounter(name)).toBe(counter);
  });
});
