import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTokenCounter } from '../../src/pack/tokens/token-counter.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the estimate is above both encodings on the source of this repository', async () => {
  const exact = [await createTokenCounter('o200k_base'), await createTokenCounter('cl100k_base')];
  const estimate = await createTokenCounter('estimate');
  const paths = ['src/core', 'src/pack', 'test/pack'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(ROOT, folder, name)),
  );
  expect(paths.length).toBeGreaterThan(10);
  let estimated = 0;
  let counted = 0;
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    for (const { count } of exact) expect(estimate.count(text)).toBeGreaterThanOrEqual(count(text));
    estimated += estimate.count(text);
    counted += exact[0]?.count(text) ?? 0;
  }
  expect(estimated / counted).toBeLessThan(2);
});

test.each([
  ['hexadecimal', (seed: string) => createHash('sha512').update(seed).digest('hex')],
  ['base64', (seed: string) => createHash('sha512').update(seed).digest('base64')],
  ['Japanese', () => '漢字仮名交じり文のテスト。'],
  ['Russian', () => 'Привет, мир! '],
  ['Thai', () => 'สวัสดีชาวโลก'],
  ['emoji', () => '🦀🎉👩‍👩‍👧'],
])('the estimate is above both encodings on %s', async (_, make) => {
  const text = Array.from({ length: 30 }, (_each, at) => make(String(at))).join('\n');
  const estimate = await createTokenCounter('estimate');
  for (const name of ['o200k_base', 'cl100k_base'] as const)
    expect(estimate.count(text)).toBeGreaterThanOrEqual((await createTokenCounter(name)).count(text));
});
