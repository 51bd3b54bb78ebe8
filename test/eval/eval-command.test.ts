import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'ctx-eval-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tasks = join(folder, 'tasks.jsonl');
const task = {
  id: 'a',
  repo: 'acme/none',
  mirror: 'acme+none',
  base_commit: 'abcdef0',
  language: 'go',
  kind: 'issue',
  query: 'why',
  gold_files: ['x.go'],
};
writeFileSync(tasks, JSON.stringify(task));

async function run(...args: readonly string[]) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await runCli(['-C', folder, 'eval', 'retrieval', ...args], {
    stdout: { write: (text) => stdout.push(text) },
    stderr: { write: (text) => stderr.push(text) },
    stdin: Readable.from([]),
    env: process.env,
    on: () => {},
    off: () => {},
  });
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

describe('the command', () => {
  it('prints one object, writes the report, and says what it left out', async () => {
    const html = join(folder, 'report.html');
    const out = join(folder, 'out');
    const done = await run(
      tasks,
      '--repos',
      folder,
      '--out',
      out,
      '--json',
      '--html',
      html,
      '--budgets',
      '8000,2000',
      '-j',
      '1',
    );
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout)).toMatchObject({ schemaVersion: 1, tasks: 1, budgets: [2000, 8000] });
    expect(done.stderr).toMatch(/acme\+none is left out/);
    expect(readFileSync(html, 'utf8')).toMatch(/^<!doctype html>/);
    expect(existsSync(join(out, 'summary.json'))).toBe(true);
  });

  it.each([
    [[tasks], /--repos/],
    [[tasks, '--repos', folder, '--budgets', '12'], /whole numbers of at least 500/],
    [[tasks, '--repos', folder, '--without', 'luck', '--out', join(folder, 'luck')], /no signal/],
    [[join(folder, 'missing'), '--repos', folder], /could not be read/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
