import { describe, expect, it } from 'vitest';
import type { CtxLibrary } from '../../bench/speed/ctx-library.ts';
import { reasonIn } from '../../bench/speed/install-peer.ts';
import type { TreeResult } from '../../bench/speed/measure-tree.ts';
import { parseMemory } from '../../bench/speed/process-memory.ts';
import { renderResults, renderTable, type SpeedResults, short } from '../../bench/speed/report.ts';
import { childTimes } from '../../bench/speed/run-measured.ts';
import { openContext } from '../../src/index.ts';

const time = (p50: number) => ({ n: 40, p50, p95: p50 * 2, max: p50 * 3, cpu: p50 / 2 });

const tree: TreeResult = {
  name: 'sample',
  files: 1200,
  lines: 500_000,
  chunks: 25_000,
  languages: ['go', 'text'],
  full: {
    sourceBytes: 20e6,
    commits: 5000,
    wallMs: 10_000,
    cpuMs: 18_000,
    peakBytes: 700e6,
    indexBytes: 15e6,
    runs: 3,
  },
  commands: {
    node: time(40),
    version: time(60),
    query: time(190),
    queryFresh: time(220),
    unchanged: time(150),
    gitStatus: time(30),
  },
  session: {
    unchanged: { sync: time(15), gitStatus: time(30) },
    calls: {
      queryIssue: time(18),
      queryQuestion: time(5),
      queryFresh: time(25),
      packIssue: time(40),
      packQuestion: time(20),
    },
    stages: { query: { recall: 10, rank: 7.25 }, pack: { recall: 10, pack: 20 } },
    edit: { sync: time(12), gitStatus: time(33) },
    memory: { start: 45e6, open: 90e6, calls: 150e6, peak: 200e6 },
  },
};

const results: SpeedResults = {
  command: 'bench:speed sample',
  version: '1.2.3',
  machine: {
    date: '2026-01-01 00:00',
    node: 'v20.19.0',
    git: '2.40.0',
    platform: 'linux-x64',
    cores: 2,
    cpu: 'A',
    memoryGb: 16,
    load: 0.1,
  },
  trees: [tree],
  peers: [
    {
      tree: 'sample',
      rows: [
        {
          peer: 'p',
          version: '2.0.0',
          index: { wallMs: 5000, cpuMs: 6100, peakBytes: 280e6 },
          unchanged: null,
          changed: null,
          ask: null,
          note: 'graph | only',
        },
      ],
    },
  ],
};

describe('renderTable', () => {
  it('has as many cells in each row as in the head, whatever the text', () => {
    const table = renderTable(['a', 'b'], [['x|y', 1]]);
    expect(table).toBe('| a | b |\n|---|--:|\n| x\\|y | 1 |');
  });
});

describe('renderResults', () => {
  const text = renderResults(results);

  it('tells the command and the machine', () => {
    expect(text).toContain('`bench:speed sample` · 2026-01-01 00:00 UTC · 2 cores (A), 16 GB, linux-x64');
    expect(text).toContain('load before the run 0.1');
  });

  it('marks missed targets only', () => {
    expect(text).toContain('| full index, peak memory | 600 MB | **700** |');
    expect(text).toContain('| full index, for each million lines | 30 s | 20.0 |');
    expect(text).toContain('| query, p95, at a million chunks | 120 ms | – |');
  });

  it('shows every measurement as a ratio or with both ends', () => {
    expect(text).toContain(
      '| sample | 30.0 | 15.0 (7.50) | 0.50 | 150 | 5.00 | 12.0 / 24.0 (6.00) | 40 | 33.0 |',
    );
    expect(text).toContain('| sample | 40.0 (20.0) | 60.0 (30.0) | 190 (95.0) | 150 | 220 (110) | 180 |');
    expect(text).toContain('| p | 2.0.0 | 6.10 (280) | – | – | – | graph \\| only |');
  });

  it('shows a tree without files to edit', () => {
    const bare = { ...tree, session: { ...tree.session, edit: null } };
    expect(renderResults({ ...results, trees: [bare] })).toContain('| 5.00 | – | 0 | – |');
  });
});

describe('what the system says', () => {
  it('reads the times of children', () => {
    expect(childTimes('0m0.000000s 0m0.010000s\n1m2.500000s 0m0.250000s\n')).toBe(62_750);
    expect(childTimes('')).toBe(0);
  });

  it('reads the memory of a process', () => {
    expect(parseMemory('Name:\tnode\nVmHWM:\t   2048 kB\nVmRSS:\t   1024 kB\n')).toEqual({
      resident: 1024 * 1024,
      highest: 2048 * 1024,
    });
    expect(parseMemory('')).toEqual({ resident: 0, highest: 0 });
  });

  it('writes three digits', () => {
    expect([0.123, 12.34, 123.4, 12_345].map(short)).toEqual(['0.12', '12.3', '123', '12345']);
  });
});

it('measures the library as it is', () => {
  const library: CtxLibrary = { openContext };
  expect(library.openContext).toBe(openContext);
});

describe('reasonIn', () => {
  it('finds the line that says most', () => {
    const stderr = `npm error code 128
npm error An unknown git error occurred
npm error fatal: Could not read
npm error A complete log of this run can be found in: /x
`;
    expect(reasonIn(stderr)).toBe('An unknown git error occurred');
    expect(reasonIn('')).toBe('');
  });
});
