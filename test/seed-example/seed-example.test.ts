import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Context,
  openContext,
  type Pack,
  type Phase,
  type Snippet,
  type Task,
} from '../../src/index.ts';
import { type AuthRepository, createAuthRepository } from './auth-repository.ts';

const GOAL = 'concurrent refresh of the auth cache sends duplicate requests';
const NOW = Date.parse('2026-11-30T12:00:00Z');
const FAILURES = readFileSync(
  resolve(import.meta.dirname, '../../fixtures/auth-cache/failures/test_cache.txt'),
  'utf8',
);

let repository: AuthRepository;
let context: Context;

beforeAll(async () => {
  repository = createAuthRepository();
  context = await openContext(repository.root, { now: () => NOW });
  await context.index();
});

afterAll(async () => {
  await context.close();
  repository.remove();
});

const packFor = (task: Task, phase: Phase, budget: number): Promise<Pack> =>
  context.pack(task, phase, { budget });

/** The text without what differs from run to run. */
const golden = (pack: Pack): string => pack.text.replaceAll(pack.traceId, 't-example');

const snippetsOf = (pack: Pack, path: string): readonly Snippet[] =>
  pack.snippets.filter((s) => s.path === path);
const linesOf = (pack: Pack, path: string): string =>
  snippetsOf(pack, path)
    .map((s) => s.body)
    .join('\n');
const rankOf = (pack: Pack, path: string): number => pack.snippets.findIndex((s) => s.path === path);

async function outcomesOf(pack: Pack, path: string): Promise<readonly string[]> {
  const { candidates } = await context.trace(pack.traceId);
  return candidates
    .filter((candidate) => candidate.path === path)
    .map(({ outcome }) => (outcome.kind === 'dropped' ? outcome.because : outcome.kind));
}

describe('the task of the seed', () => {
  it('explore: the definition whole, its caller as call path, the test, the behaviour', async () => {
    const pack = await packFor({ goal: GOAL }, 'explore', 4_000);
    const definition = linesOf(pack, 'src/auth/cache.py');
    expect(definition).toContain(
      'def refresh_token(cache: TokenCache, client_id: str, secret: str) -> Token:',
    );
    expect(definition).toContain('    return token');

    const client = snippetsOf(pack, 'src/client.py');
    expect(client.map((s) => [s.role, s.detail])).toContainEqual(['dataflow', 'signature']);
    const callPath = linesOf(pack, 'src/client.py');
    expect(callPath).toContain('token = refresh_token(self.cache, self.client_id, self.secret)');
    expect(callPath).not.toContain('def close(self) -> None:\n41');
    expect(callPath).not.toContain('return self._call("/orders", {"page": page})["items"]');

    expect(linesOf(pack, 'tests/auth/test_cache.py')).toContain(
      'def test_concurrent_refresh_sends_one_request',
    );
    const docs = linesOf(pack, 'docs/auth.md');
    expect(docs).toContain('must send **one** request');
    expect(docs).not.toContain('developer console');

    expect(snippetsOf(pack, 'legacy/auth/cache.py')).toEqual([]);
    expect(snippetsOf(pack, 'vendor/oauth/cache.py')).toEqual([]);
    expect(await outcomesOf(pack, 'legacy/auth/cache.py')).toContain('legacy');
    expect(await outcomesOf(pack, 'vendor/oauth/cache.py')).toContain('vendor');
    const history = pack.snippets.filter((s) => s.role === 'history');
    expect(history.map((s) => s.body).join('\n')).toContain(
      'Hold the cache lock only while the table is touched',
    );
    await expect(golden(pack)).toMatchFileSnapshot('golden/explore.md');
  });

  it('edit: more of the definition, no map beyond its share', async () => {
    const pack = await packFor({ goal: GOAL }, 'edit', 3_000);
    expect(linesOf(pack, 'src/auth/cache.py')).toContain('class TokenCache:');
    await expect(golden(pack)).toMatchFileSnapshot('golden/edit.md');
  });

  it('debug: the files of the failure and its fixtures come before the docs', async () => {
    const pack = await packFor({ goal: GOAL, failures: FAILURES }, 'debug', 2_000);
    const test = linesOf(pack, 'tests/auth/test_cache.py');
    expect(test).toContain('def test_concurrent_refresh_sends_one_request');
    expect(test).toContain('def run_together');
    expect(linesOf(pack, 'src/auth/cache.py')).toContain('def refresh_token');
    expect(snippetsOf(pack, 'docs/auth.md').length === 0 || rankOf(pack, 'src/auth/cache.py') >= 0).toBe(
      true,
    );
    const used = new Map(pack.roles.map(({ role, used: tokens }) => [role, tokens]));
    expect(used.get('tests') ?? 0).toBeGreaterThan(used.get('rules') ?? 0);
    await expect(golden(pack)).toMatchFileSnapshot('golden/debug.md');
  });

  it('verify: the working diff and the acceptance take the place of the map', async () => {
    repository.applyFix();
    const task: Task = {
      goal: GOAL,
      acceptance: ['one request for one expired token, whatever the number of threads'],
      diff: 'auto',
    };
    const pack = await packFor(task, 'verify', 3_000);
    expect(pack.text).toContain('one request for one expired token');
    expect(pack.snippets.find((s) => s.key === 'diff:src/auth/cache.py')?.body).toContain(
      '+def _refresh_lock',
    );
    expect(pack.snippets.filter((s) => s.role === 'map')).toEqual([]);
    await expect(golden(pack)).toMatchFileSnapshot('golden/verify.md');
  });
});
