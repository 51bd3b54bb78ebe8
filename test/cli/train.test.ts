import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ctxHere, emptyFolder, removeFolders } from './run-ctx.ts';

afterAll(removeFolders);

const ASKED = [
  'signin',
  'picture',
  'price',
  'mail',
  'route',
  'pallet',
  'ledger',
  'beacon',
  'voyage',
  'orchard',
];
const WRITTEN = [
  'authenticate',
  'bitmap',
  'tariff',
  'envelope',
  'dispatch',
  'crate',
  'journal',
  'lamp',
  'trip',
  'fruit',
];

/** A history in which the subject of each commit has the word `asked` has for what `written` names in the code. */
function repository(commits: number, asked: (thing: number, commit: number) => string): string {
  const root = emptyFolder();
  const stream = Array.from({ length: commits }, (_, i) => {
    const thing = i % WRITTEN.length;
    const name = WRITTEN[thing] ?? '';
    const body = `export function ${name}Unit(value: number) {\n  const ${name}State = value + ${i};\n  return ${name}State;\n}\n`;
    const subject = `Handle ${asked(thing, i)} in the right way\n`;
    return [
      'commit refs/heads/main',
      `committer Ada <ada@example.org> ${1_700_000_000 + i} +0000`,
      `data ${Buffer.byteLength(subject)}`,
      subject,
      `M 100644 inline src/${name}.ts`,
      `data ${Buffer.byteLength(body)}`,
      body,
    ].join('\n');
  }).join('\n');
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: root });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: `${stream}\n` });
  execFileSync('git', ['reset', '-q', '--hard'], { cwd: root });
  return root;
}

const table = (root: string): string => join(root, '.ctx', 'embedder.bin');

async function embedderOf(root: string): Promise<string> {
  const { stdout } = await ctxHere(root, ['status', '--json']);
  return JSON.parse(stdout).embedder.id;
}

/** Training and four indexings, on a machine that may be busy. */
const PATIENCE = 240_000;

describe('ctx train', { timeout: PATIENCE }, () => {
  it('keeps a table that finds the files of held-back commits better, until it is reset', async () => {
    const root = repository(120, (thing) => ASKED[thing] ?? '');
    const before = await embedderOf(root);
    const { code, stdout } = await ctxHere(root, ['train', '--json', '--quiet']);
    expect(code).toBe(0);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ commits: 30, helped: true, kept: true, pairs: { history: 90, code: 0 } });
    expect(answer.trained).toBeGreaterThan(answer.untrained);
    expect(existsSync(table(root))).toBe(true);
    expect(await embedderOf(root)).toMatch(/^static-table-1:/);
    expect(await embedderOf(root)).not.toBe(before);
    await ctxHere(root, ['index', '--quiet']);
    const asked = await ctxHere(root, ['query', 'signin', '--json']);
    expect(JSON.parse(asked.stdout).hits[0].path).toBe('src/authenticate.ts');

    expect((await ctxHere(root, ['train', '--reset'])).stdout).toBe('The trained table is gone.\n');
    expect(existsSync(table(root))).toBe(false);
    expect(await embedderOf(root)).toBe(before);
    expect((await ctxHere(root, ['train', '--reset'])).stdout).toBe('There was no trained table.\n');
  });

  it('does not keep one that does not help', async () => {
    const root = repository(80, (_, commit) => ASKED[(commit * 7 + (commit >> 3)) % ASKED.length] ?? '');
    const { code, stdout } = await ctxHere(root, ['train', '--quiet']);
    expect(code).toBe(0);
    expect(stdout).toContain('That is no clear gain: the table is not used.');
    expect(existsSync(table(root))).toBe(false);
  });

  it('says what it needs', async () => {
    const short = await ctxHere(
      repository(20, () => 'everything'),
      ['train'],
    );
    expect(short.code).toBe(2);
    expect(short.stderr).toContain('ctx train needs 80 commits');
    const other = await ctxHere(
      repository(1, () => 'all'),
      ['train', '--embedder', 'http://localhost:1#m'],
    );
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('run it without --embedder');
  });
});
