import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { onceAText, openCommits } from '../../bench/baselines/commit-files.ts';
import { createVocabulary, wordsOf } from '../../bench/baselines/words.ts';

const folder = mkdtempSync(join(tmpdir(), 'ctx-baselines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

function commit(files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  git('add', '-A');
  git('commit', '--quiet', '--allow-empty', '-m', 'x');
  return git('rev-parse', 'HEAD');
}

it('reads a commit as it is, and what the one before shares with it once', async () => {
  git('init', '--quiet');
  const first = commit({ 'a.ts': 'one\n', 'same-as-a.ts': 'one\n', 'b.ts': 'two\n', 'binary.ts': 'x\0y' });
  const second = commit({ 'b.ts': 'three\nfour\n' });
  const { files } = openCommits(join(folder, '.git'));
  const options = { root: '', withTests: true };
  const before = await files(first, options);
  const after = await files(second, options);
  const texts = (list: typeof before): unknown => list.map(({ path, lines }) => [path, lines]);
  expect(texts(before)).toEqual([
    ['a.ts', ['one']],
    ['b.ts', ['two']],
    ['same-as-a.ts', ['one']],
  ]);
  expect(texts(after)).toEqual([
    ['a.ts', ['one']],
    ['b.ts', ['three', 'four']],
    ['same-as-a.ts', ['one']],
  ]);
  const seen: string[] = [];
  const derive = onceAText((lines) => seen.push(lines.join()));
  for (const { lines } of [...before, ...after]) derive(lines);
  expect(seen).toEqual(['one', 'two', 'three,four']);
});

it('numbers words as they are cut', () => {
  const text = 'getHTTPServer get_server x1 _private 404';
  const { numberOf, numbersOf } = createVocabulary();
  expect(wordsOf(text)).toEqual(
    'gethttpserver get http server get_server get server x1 _private private 404'.split(' '),
  );
  expect([...numbersOf(text)]).toEqual(wordsOf(text).map(numberOf));
  expect([...numbersOf('Server')]).toEqual([numberOf('server')]);
});
