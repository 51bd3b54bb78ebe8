import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openContext, type QueryHit } from '../../src/index.ts';
import { createAuthRepository } from '../seed-example/auth-repository.ts';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures');
const NOW = Date.parse('2026-11-30T12:00:00Z');

/** What real use asks: an issue, a name, a member, a plain question, a place, a failure. */
const OF_AUTH = [
  'concurrent refresh of the auth cache sends duplicate requests',
  'refresh_token',
  'TokenCache.drop',
  'how long does a token stay fresh',
  'src/client.py:20 should wait after 429',
  `These tests fail:\n${readFileSync(join(FIXTURES, 'auth-cache/failures/test_cache.txt'), 'utf8')}`,
];

/** Over one small tree in 38 languages, where the same words stand in many files. */
const OF_LANGUAGES = [
  'TokenCache',
  'createCache',
  'OrderBook.java: the total of an order ignores the discount',
  'retry with a growing pause',
  'where are amounts of money rounded',
  'deploy script',
  '`fresh?` is true for a token that has expired in the ruby cache',
  'vue table of orders',
];

it('ranks the tasks of a small repository with history as before', async () => {
  const repository = createAuthRepository();
  try {
    await expect(await rankings(repository.root, OF_AUTH)).toMatchFileSnapshot('golden/auth.txt');
  } finally {
    repository.remove();
  }
});

it('ranks questions over many languages as before', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-ranking-')));
  try {
    execFileSync('git', ['-C', root, 'init', '--quiet', '--initial-branch=main']);
    cpSync(join(FIXTURES, 'languages'), root, {
      recursive: true,
      filter: (path) => !path.endsWith('expected.json'),
    });
    await expect(await rankings(root, OF_LANGUAGES)).toMatchFileSnapshot('golden/languages.txt');
  } finally {
    rmSync(root, { recursive: true });
  }
});

async function rankings(root: string, queries: readonly string[]): Promise<string> {
  await using context = await openContext(root, { now: () => NOW, env: {} });
  await context.index();
  const blocks: string[] = [];
  for (const query of queries) {
    const { hits, files } = await context.query(query, { limit: 8 });
    const best = files.slice(0, 5).map(({ path }) => path);
    const subject = query.split('\n', 1)[0];
    blocks.push([`# ${subject}`, `files: ${best.join(' ')}`, ...hits.map(row), ''].join('\n'));
  }
  return blocks.join('\n');
}

function row({ path, startLine, endLine, symbol, reasons }: QueryHit): string {
  return `${path}:${startLine}-${endLine}  ${symbol?.name ?? '-'}  (${reasons.join('; ')})`;
}
