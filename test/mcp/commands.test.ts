import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contractFaults } from '../../src/mcp/register-tools.ts';
import { toolList } from '../../src/mcp/tool-list.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { authCache, ctxHere, removeFolders } from '../cli/run-ctx.ts';
import { makeRepository } from '../engine/make-repository.ts';
import { bench } from './in-process.ts';

afterAll(removeFolders);

describe('ctx tools', () => {
  it('shows the contract and the arguments of every tool', async () => {
    const { stdout } = await ctxHere(authCache(), ['tools', '--json']);
    const { tools } = JSON.parse(stdout) as { readonly tools: readonly { readonly name: string }[] };
    expect(tools).toEqual(JSON.parse(JSON.stringify(toolList())));
    for (const shown of tools) {
      const tool = TOOLS[shown.name as keyof typeof TOOLS];
      expect(shown).toMatchObject(tool.contract);
      expect(contractFaults(shown.name, tool)).toEqual([]);
    }
  });
});

describe('ctx calls and ctx stats', () => {
  it('say what tools were asked, how it ended and what it cost, without secrets', async () => {
    const root = authCache();
    const { dispatch } = await bench([root]);
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2)}`.slice(0, 40);
    const first = await dispatch.call('find_symbol', { name: 'refresh_token' });
    await dispatch.call('find_symbol', { name: 'refresh_token' });
    await dispatch.call('read_file', { path: `no/${secret}.py` });
    const { stdout } = await ctxHere(root, ['calls', '--json']);
    const { calls } = JSON.parse(stdout) as { readonly calls: readonly Record<string, unknown>[] };
    expect(calls.map(({ tool, status, error, cached }) => [tool, status, error, cached])).toEqual([
      ['read_file', 'failed', 'NOT_FOUND', false],
      ['find_symbol', 'ok', null, true],
      ['find_symbol', 'ok', null, false],
    ]);
    expect(stdout).not.toContain(secret);
    const shown = await ctxHere(root, ['calls', '--limit', '1']);
    expect(shown.stdout).toMatch(/^c-\w{13} {2}\S+ {2}read_file {2}failed NOT_FOUND/);
    const stats = await ctxHere(root, ['stats', '--json']);
    const tokens = 2 * first.envelope.metrics.output_tokens;
    expect(JSON.parse(stats.stdout).tools).toMatchObject([
      { tool: 'find_symbol', calls: 2, failed: 0, repeated: 1, cached: 1, outputTokens: tokens },
      { tool: 'read_file', calls: 1, failed: 1, repeated: 0, cached: 0 },
    ]);
    expect((await ctxHere(root, ['stats'])).stdout).toContain('find_symbol  2 calls, 1 repeated, 1 cached;');
  });

  it('say so where nothing was called', async () => {
    const root = authCache();
    for (const command of ['calls', 'stats'])
      expect((await ctxHere(root, [command])).stdout).toContain('No calls yet');
  });
});

describe('ctx query', () => {
  it('says how many candidates no page lists, and how to narrow it', async () => {
    const many = Array.from({ length: 430 }, (_, i) => [
      `src/part-${i}.ts`,
      `export const lookUp${i} = 'lookUp';\n`,
    ]);
    const root = makeRepository(Object.fromEntries(many));
    await ctxHere(root, ['index']);
    const first = await ctxHere(root, ['query', 'lookUp', '-n', '399']);
    expect(first.stderr).toMatch(/more: the same with --cursor t-\w{13}\.399/);
    const last = await ctxHere(root, ['query', 'lookUp', '-n', '400']);
    expect(last.stderr).toContain('30 more are not listed: narrow it with --include, --lang or other words');
    expect(last.stdout).toContain('400 of 430 candidates');
  });
});

describe('the README', () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
  /** Cells of the rows of the table under a heading. */
  const rowsUnder = (heading: string): readonly (readonly string[])[] =>
    (readme.split(`\n| ${heading} |`)[1]?.split('\n\n')[0] ?? '')
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );

  it('names every tool once, with the command that does the same', () => {
    const named = rowsUnder('tool').map(([tools = '', commands = '']) => ({
      tools: [...tools.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      commands,
    }));
    expect(named.flatMap(({ tools }) => tools).sort()).toEqual(Object.keys(TOOLS).sort());
    for (const { tools, commands } of named)
      for (const name of tools)
        expect([name, commands]).toEqual([
          name,
          expect.stringContaining(`ctx ${TOOLS[name as keyof typeof TOOLS].command}`),
        ]);
  });
});
