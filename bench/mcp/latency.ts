import { percentile } from '../speed/spread.ts';
import type { Server } from './client.ts';
import { ripgrep } from './ripgrep.ts';

interface Row {
  readonly what: string;
  readonly times: readonly number[];
}

const WORDS = [
  'reader',
  'writer',
  'adapter',
  'number',
  'string',
  'array',
  'object',
  'token',
  'field',
  'value',
];

/** Warm calls one after the other, as the client sees them; each asks for something else unless it says so. */
export async function measureLatency({ call }: Server, cwd: string, rounds: number): Promise<string> {
  const word = (n: number): string => `${WORDS[n % WORDS.length]} ${n}`;
  const path = 'gson/src/main/java/com/google/gson/stream/JsonReader.java';
  const asks: readonly (readonly [string, string, (n: number) => Record<string, unknown>])[] = [
    [
      'pack_context, 4 000 tokens',
      'pack_context',
      (n) => ({ task: `how is a ${word(n)} read`, budget: 4_000 }),
    ],
    ['search_code', 'search_code', (n) => ({ query: `where is a ${word(n)} read` })],
    [
      'search_code, regex',
      'search_code',
      (n) => ({ query: `${WORDS[n % WORDS.length]}\\b.{${n}}`, mode: 'regex' }),
    ],
    ['search_code, asked before', 'search_code', () => ({ query: 'where is a name read' })],
    ['find_symbol', 'find_symbol', (n) => ({ name: `next${n}` })],
    ['find_references', 'find_references', (n) => ({ symbol: 'JsonReader.peek', limit: n + 1 })],
    ['read_file, 60 lines', 'read_file', (n) => ({ path, range: { start: n + 1, end: n + 60 } })],
    ['repo_map', 'repo_map', (n) => ({ depth: 1 + (n % 5) })],
    ['check_proposal', 'check_proposal', (n) => ({ proposal: `use a ${word(n)}` })],
  ];
  const rows: Row[] = [];
  for (const [what, name, args] of asks) {
    await call(name, args(0));
    const times: number[] = [];
    for (let n = 1; n <= rounds; n++) times.push((await call(name, args(n))).milliseconds);
    rows.push({ what, times });
  }
  const rg: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const start = performance.now();
    ripgrep(cwd, ['-i', '-e', WORDS[n % WORDS.length] ?? '']);
    rg.push(performance.now() - start);
  }
  rows.push({ what: 'rg -n -i WORD ./ (a process each)', times: rg });
  return [
    '| call | p50 ms | p95 ms |',
    '|---|--:|--:|',
    ...rows.map(
      ({ what, times }) =>
        `| ${what} | ${percentile(times, 0.5).toFixed(1)} | ${percentile(times, 0.95).toFixed(1)} |`,
    ),
  ].join('\n');
}
