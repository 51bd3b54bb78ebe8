import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { AnalysisPool } from '../../src/analysis-pool.ts';
import {
  commitAll,
  createWorkbench,
  git,
  makeRepository,
  tempFolder,
  write,
} from '../engine/make-repository.ts';

const CHILD = join(import.meta.dirname, 'index-hostile.mjs');
const MEGABYTES = 1_536;
const MARKER = 'def marker():\n    """Marks."""\n    return 1\n';

interface Outcome {
  readonly report: { readonly files: number; readonly skipped: Record<string, number> };
  readonly status: {
    readonly files: Record<string, number>;
    readonly skipped: Record<string, number>;
    readonly index: { readonly completeness: string };
  };
  readonly states: readonly string[];
  readonly paths: readonly string[];
  readonly pack: string;
  readonly peakMegabytes: number;
}

/** Peak memory is that of the process with its threads, as the system counts it. */
async function indexed(root: string): Promise<Outcome> {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, root], { env, maxBuffer: 2 ** 26 });
  const outcome: Outcome = JSON.parse(stdout);
  expect(outcome.states).toEqual(Array(5).fill('complete'));
  expect(outcome.status.skipped).toEqual(outcome.report.skipped);
  if (process.platform === 'linux') expect(outcome.peakMegabytes).toBeGreaterThan(50);
  return outcome;
}

const utf16 = (text: string, bigEndian: boolean): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

const NAMES = [
  'line\nfeed.py',
  'quo"te\'.py',
  '-dash.py',
  '--help.py',
  ' blank .py',
  '名前.py',
  '<|endoftext|>.py',
  '*?[x].py',
];

describe('hostile content', () => {
  it(`is indexed or skipped with its reason within ${MEGABYTES} MB, and the rest answers`, async () => {
    const statement = 'function a(b){return b+1};var c=[1,2,3];';
    const root = makeRepository({
      'src/marker.py': MARKER,
      'minified/big.js': statement.repeat(5_000_000 / statement.length),
      'minified/bundle.js': statement.repeat(20_000),
      'minified/named.min.js': 'var a;\n',
      'deep/brackets.ts': `const deep = ${'['.repeat(100_000)}${']'.repeat(100_000)};\n`,
      'deep/brackets.json': `${'['.repeat(100_000)}${']'.repeat(100_000)}\n`,
      'deep/rows.py': `x = ${'(\n'.repeat(100_000)}1${')\n'.repeat(100_000)}\n`,
      'deep/braces.c': `int f() ${'{\n'.repeat(100_000)}\n`,
      'line/one.py': `x = "${'lorem ipsum '.repeat(87_000)}"\n`,
      'line/prose.md': `${'lorem ipsum '.repeat(87_000)}\n`,
      'bytes/nul.py': `def nul():\n    return "${'\0'.repeat(9)}"\n`,
      'bytes/le.py': utf16(MARKER.replace('marker', 'little_marker'), false),
      'bytes/be.py': utf16(MARKER.replace('marker', 'big_marker'), true),
      'bytes/latin.py': Buffer.from('# Gr\xfc\xdfe\ndef latin_marker():\n    pass\n', 'latin1'),
      'bytes/special.py': `# <|endoftext|> <|im_start|>\n${MARKER.replace('marker', 'special_marker')}`,
    });
    write(
      root,
      Object.fromEntries(NAMES.map((name) => [`names/${name}`, MARKER.replace('marker', 'named_marker')])),
    );
    if (process.platform === 'linux')
      writeFileSync(Buffer.from(`${root}/names/caf\xe9.py`, 'latin1'), MARKER);
    commitAll(root, 'Add what hurts');
    const { status, paths, pack, peakMegabytes, report } = await indexed(root);
    expect(peakMegabytes).toBeLessThan(MEGABYTES);
    expect(paths[0]).toBe('src/marker.py');
    expect(pack).toContain('def marker():');
    expect(status.skipped).toEqual({
      minified: 6,
      'too-large': 1,
      binary: 1,
      ...(process.platform === 'linux' && { 'invalid-name': 1 }),
    });
    // Brackets over many lines are text: what the parser cannot read in time is chunked by lines.
    expect(report.files).toBe(1 + 2 + 4 + NAMES.length);
  }, 240_000);

  it.each(['little_marker', 'big_marker', 'latin_marker'])(
    'is found whatever its encoding: %s',
    async (name) => {
      const root = makeRepository({
        'le.py': utf16(MARKER.replace('marker', 'little_marker'), false),
        'be.py': utf16(MARKER.replace('marker', 'big_marker'), true),
        'latin.py': Buffer.from('# Gr\xfc\xdfe\ndef latin_marker():\n    pass\n', 'latin1'),
      });
      const store = tempFolder();
      await bench.index(root, store);
      const reader = bench.reader(root, store);
      const { snapshot, release } = await reader.hold();
      expect(snapshot.symbols.find(name)).toHaveLength(1);
      release();
      reader.close();
    },
  );
});

const bench = createWorkbench();

it('minified text is known before a parser sees it', async () => {
  const statement = 'function a(b){return b+1};var c=[1,2,3];';
  const root = makeRepository({
    'bundle.js': statement.repeat(20_000),
    'named.min.js': 'var a;\n',
    'styles.min.css': 'a{}\n',
    'src/marker.py': MARKER,
  });
  const seen: string[] = [];
  const pool: AnalysisPool = {
    ...bench.pool,
    analyze: async (files) => {
      seen.push(...files.map(({ path }) => path));
      return bench.pool.analyze(files);
    },
  };
  const report = await bench.index(root, tempFolder(), { pool });
  expect(report.skipped).toEqual({ minified: 3 });
  expect(seen).toEqual(['src/marker.py']);
});

describe('odd repositories', () => {
  it('an empty one, and one without commits', async () => {
    const root = tempFolder();
    git(root, ['init', '-q', '-b', 'main']);
    const empty = await indexed(root);
    expect([empty.report.files, empty.paths]).toEqual([0, []]);
    write(root, { 'src/marker.py': MARKER });
    expect((await indexed(root)).paths).toEqual(['src/marker.py']);
  });

  it('a detached head and a shallow clone', async () => {
    const origin = makeRepository({ 'src/marker.py': 'def old():\n    pass\n' });
    write(origin, { 'src/marker.py': MARKER });
    commitAll(origin, 'Second');
    const shallow = join(tempFolder(), 'clone');
    git(origin, ['clone', '-q', '--depth', '1', `file://${origin}`, shallow]);
    expect((await indexed(shallow)).paths).toEqual(['src/marker.py']);
    git(origin, ['checkout', '-q', '--detach', 'HEAD']);
    expect((await indexed(origin)).paths).toEqual(['src/marker.py']);
  });
});
