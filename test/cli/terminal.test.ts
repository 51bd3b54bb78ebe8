import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgress } from '../../src/cli/progress.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { authCache, ctx, removeFolders } from './run-ctx.ts';

let folder = '';
beforeAll(async () => {
  folder = authCache();
  await ctx(folder, ['index']);
});
afterAll(removeFolders);

async function onTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const out: string[] = [];
  const stream = (pieces: string[]) => ({
    write: (text: string) => pieces.push(text),
    isTTY: true,
    columns: 80,
  });
  const code = await runCli([...args, '-C', folder, '--no-sync'], {
    stdout: stream(out),
    stderr: stream([]),
    stdin: Readable.from([]),
    env,
    on: () => {},
    off: () => {},
  });
  expect(code).toBe(0);
  return out.join('');
}

describe('colour', () => {
  it('is for terminals only, and can be refused', async () => {
    expect(await onTerminal(['symbol', 'TokenCache'])).toContain('\u001b[36m');
    for (const plain of [
      await onTerminal(['symbol', 'TokenCache', '--no-color']),
      await onTerminal(['symbol', 'TokenCache'], { NO_COLOR: '1' }),
      await onTerminal(['symbol', 'TokenCache'], { TERM: 'dumb' }),
      (await ctx(folder, ['symbol', 'TokenCache', '--no-sync'])).stdout,
    ]) {
      expect(plain).not.toContain('\u001b');
      expect(plain).toContain('TokenCache');
    }
    expect(await onTerminal(['symbol', 'TokenCache'], { NO_COLOR: '' })).toContain('\u001b[36m');
  });
});

describe('progress', () => {
  function shown(isTTY: boolean, columns = 80) {
    let now = 0;
    const written: string[] = [];
    const stderr = { isTTY, columns, write: (text: string) => written.push(text) };
    const view = createProgress(stderr, () => now);
    return {
      written,
      view,
      tick: (ms: number) => {
        now = ms;
      },
      at: (ms: number, done: number) => {
        now = ms;
        view.update({ step: 'files', done, total: 100 });
      },
    };
  }

  it('says nothing in the first second', () => {
    const { written, view, at } = shown(true);
    at(0, 0);
    at(999, 50);
    view.end();
    expect(written).toEqual([]);
  });

  it('draws a bar with rate and remaining time on a terminal, and removes it', () => {
    const { written, view, at } = shown(true);
    at(0, 0);
    at(2_000, 50);
    at(2_050, 51);
    view.end();
    expect(written).toEqual([
      `\r\u001b[Kindexing files ${'█'.repeat(10)}${'░'.repeat(10)} 50/100 (25/s, 2 s left)`,
      '\r\u001b[K',
    ]);
  });

  it('counts long waits in minutes, and steps of one piece not at all', () => {
    const { written, view, at, tick } = shown(false);
    at(20_000, 10);
    tick(30_000);
    view.update({ step: 'merge', done: 0, total: 1 });
    expect(written).toEqual(['indexing files 10/100 (1/s, 3 min left)\n', 'merging\n']);
  });

  it('keeps to one row of a narrow terminal', () => {
    const { written, at } = shown(true, 20);
    at(2_000, 50);
    expect(written[0]).toBe('\r\u001b[Kindexing files █████'.slice(0, 4 + 19));
  });

  it('writes plain lines now and then elsewhere', () => {
    const { written, view, at } = shown(false);
    at(0, 0);
    at(1_500, 30);
    at(4_000, 50);
    at(8_000, 80);
    view.end();
    expect(written).toEqual([
      'indexing files 30/100 (20/s, 4 s left)\n',
      'indexing files 80/100 (10/s, 2 s left)\n',
    ]);
  });
});
