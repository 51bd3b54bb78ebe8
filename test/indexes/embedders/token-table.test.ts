import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isCtxError } from '../../../src/core/index.ts';
import { createEmbedder } from '../../../src/indexes/embedders/index.ts';
import { createStaticEmbed } from '../../../src/indexes/embedders/static.ts';
import { decodeTable, encodeTable } from '../../../src/indexes/embedders/token-table.ts';

const DIMENSIONS = 32;
const unit = (at: number, size = 127): Int8Array =>
  Int8Array.from({ length: DIMENSIONS }, (_, i) => (i === at ? size : 0));
const ROWS = [
  { token: 'login', weight: 10, vector: unit(0) },
  { token: 'authenticate', weight: 20.5, vector: unit(0) },
  { token: 'cache', weight: 1_000, vector: unit(1, -127) },
];

const folder = mkdtempSync(join(tmpdir(), 'ctx-table-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function saved(bytes: Uint8Array): string {
  const file = join(folder, `${bytes.length}.bin`);
  writeFileSync(file, bytes);
  return file;
}

describe('a token table', () => {
  it('gives back what was written, of any order', () => {
    const bytes = encodeTable(ROWS, DIMENSIONS);
    expect(encodeTable([...ROWS].reverse(), DIMENSIONS)).toEqual(bytes);
    const table = decodeTable(bytes, 'test');
    expect(table).toMatchObject({ dimensions: DIMENSIONS, size: 3 });
    for (const { token, vector } of ROWS) expect(table.vector(table.rowOf(token))).toEqual(vector);
    expect(ROWS.map(({ token }) => table.weight(table.rowOf(token)))).toEqual([10, 20.5, 65_535 / 256]);
    expect(table.rowOf('unknown')).toBe(-1);
  });

  it('is read from bytes that lie anywhere', () => {
    const bytes = encodeTable(ROWS, DIMENSIONS);
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    const table = decodeTable(shifted.subarray(1), 'test');
    expect(table.vector(table.rowOf('cache'))).toEqual(unit(1, -127));
  });

  it('has another id with other content', () => {
    const idOf = (rows: typeof ROWS): string => decodeTable(encodeTable(rows, DIMENSIONS), 'test').id;
    expect(idOf(ROWS)).toMatch(/^[0-9a-f]{8}$/);
    expect(idOf(ROWS.slice(1))).not.toBe(idOf(ROWS));
  });

  it.each([
    ['empty', new Uint8Array(0)],
    ['of something else', new Uint8Array(64)],
    ['cut off', encodeTable(ROWS, DIMENSIONS).subarray(0, -1)],
  ])('that is %s cannot be read', (_, bytes) => {
    expect(() => decodeTable(bytes, 'x.bin')).toThrow(/x\.bin/);
  });
});

describe('the static embedder with a table', () => {
  it('finds words near that share no letters, and hashes those without a row', () => {
    const table = saved(encodeTable(ROWS, DIMENSIONS));
    const embed = createStaticEmbed({ table });
    const hashed = createStaticEmbed({ dimensions: DIMENSIONS });
    expect([...embed('login')]).toEqual([...embed('authenticate')]);
    expect(embed('cache')[1]).toBe(-1);
    expect([...embed('unknownWord')]).toEqual([...hashed('unknownWord')]);
  });

  it('has the dimensions and the id of its table', async () => {
    const table = saved(encodeTable(ROWS, DIMENSIONS));
    const embedder = await createEmbedder({ kind: 'static', table });
    expect(embedder).toMatchObject({ dimensions: DIMENSIONS, cost: 'inline' });
    expect(embedder.id).toMatch(/^static-table-1:[0-9a-f]{8}$/);
    expect(embedder.label).toContain('a trained table of 3 sub-words');
  });

  it('fails where the file is not there', async () => {
    const table = join(folder, 'absent.bin');
    const error = await createEmbedder({ kind: 'static', table }).catch((cause: unknown) => cause);
    expect(isCtxError(error, 'EMBEDDER_UNAVAILABLE')).toBe(true);
  });
});
