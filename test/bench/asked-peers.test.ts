import { expect, it } from 'vitest';
import { ASKED_PEERS } from '../../bench/peers/asked-peers.ts';

function spans(name: string, stdout: string): unknown {
  return ASKED_PEERS.find(({ peer }) => peer.name === name)?.spansOf(stdout, '/srv/tree');
}

it('reads numbered code under headings, and a list of nodes', () => {
  const code = [
    '## Found',
    '7\tno file yet',
    '**`src/a.ts`** — best',
    '```',
    '3\tone',
    '4\ttwo',
    '9\tthree',
    '```',
  ];
  expect(spans('codegraph', [...code, '**`b.ts`**', '10\tfour'].join('\n'))).toEqual([
    { path: 'src/a.ts', start: 3, end: 4 },
    { path: 'src/a.ts', start: 9, end: 9 },
    { path: 'b.ts', start: 10, end: 10 },
  ]);
  const nodes = [{ node: { filePath: 'src/a.ts', startLine: 5, endLine: 8 }, score: 1 }];
  expect(spans('codegraph', JSON.stringify(nodes))).toEqual([{ path: 'src/a.ts', start: 5, end: 8 }]);
});

it('puts results that come in the order of paths into that of their scores, paths from the root', () => {
  const results = [
    { file: '/srv/tree/a.ts', lines: [1, 4], score: 0.2 },
    { file: '/srv/tree/src/b.ts', lines: [7, 9], score: 0.9 },
  ];
  expect(spans('probe', `Searching\n${JSON.stringify({ results })}`)).toEqual([
    { path: 'src/b.ts', start: 7, end: 9 },
    { path: 'a.ts', start: 1, end: 4 },
  ]);
});

it('takes matches of one line', () => {
  const matches = [{ file: 'src/a.ts', line: 12, score: 3 }];
  expect(spans('vibgrate', JSON.stringify({ matches, context: '' }))).toEqual([
    { path: 'src/a.ts', start: 12, end: 12 },
  ]);
});

it('fails on what is no answer', () => {
  expect(() => spans('probe', 'nothing found')).toThrow();
  expect(() => spans('vibgrate', '')).toThrow();
});
