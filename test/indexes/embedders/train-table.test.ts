import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type CodeSymbol, createRandom, type ParsedFile } from '../../../src/core/index.ts';
import { createStaticEmbed, type StaticEmbed } from '../../../src/indexes/embedders/static.ts';
import { batchesOf } from '../../../src/indexes/embedders/train/batches.ts';
import { symbolPairs, type TextPair } from '../../../src/indexes/embedders/train/symbol-pairs.ts';
import { trainTable } from '../../../src/indexes/embedders/train/train-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'ctx-train-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Questions use one word for a thing, code another; both stand among words of all. */
const THINGS = [
  ['signin', 'authenticate'],
  ['picture', 'bitmap'],
  ['price', 'tariff'],
  ['mail', 'envelope'],
] as const;

function pairs(count = 160): readonly TextPair[] {
  const random = createRandom(7);
  const filler = ['alpha', 'beta', 'gamma', 'delta', 'omega', 'sigma'];
  const word = (): string => filler[Math.floor(random() * filler.length)] ?? '';
  return Array.from({ length: count }, (_, i) => {
    const [asked = '', written = ''] = THINGS[i % THINGS.length] ?? [];
    return { query: `${word()} ${asked} ${word()}`, code: `${word()} ${written} ${word()}` };
  });
}

function cosine(embed: StaticEmbed, a: string, b: string): number {
  const other = embed(b);
  return embed(a).reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);
}

describe('training', () => {
  it('brings together the words of questions and of their code, and keeps others apart', async () => {
    const file = join(folder, 'table.bin');
    writeFileSync(file, await trainTable([pairs()], { seed: 1, epochs: 40 }));
    const trained = createStaticEmbed({ table: file });
    const hashed = createStaticEmbed();
    for (const [asked, written] of THINGS) {
      expect(Math.abs(cosine(hashed, asked, written))).toBeLessThan(0.3);
      expect(cosine(trained, asked, written)).toBeGreaterThan(0.4);
    }
    expect(cosine(trained, 'signin', 'bitmap')).toBeLessThan(0.2);
  });

  it('gives the same bytes for the same pairs and seed', async () => {
    const groups = [pairs(400).slice(0, 80), pairs(400).slice(80)];
    const once = await trainTable(groups, { seed: 3, epochs: 2 });
    expect(await trainTable(groups, { seed: 3, epochs: 2 })).toEqual(once);
    expect(await trainTable(groups, { seed: 4, epochs: 2 })).not.toEqual(once);
  });

  it('stops at its signal', async () => {
    const signal = AbortSignal.abort();
    await expect(trainTable([pairs()], { seed: 1, signal })).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

describe('batches', () => {
  it('hold every pair once, in runs of one group', () => {
    const batches = batchesOf([0, 100, 300], createRandom(1));
    expect([...batches.flat()].sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, i) => i));
    const changes = batches
      .flat()
      .slice(1)
      .filter((pair, i) => pair < 100 !== (batches.flat()[i] ?? 0) < 100).length;
    expect(changes).toBeLessThan(6);
  });
});

describe('pairs of a file', () => {
  const symbol = (rest: Partial<CodeSymbol>): CodeSymbol => ({
    name: 'refresh',
    qualifiedName: 'Cache.refresh',
    kind: 'method',
    span: { startLine: 2, endLine: 5 },
    nameLine: 2,
    signature: '',
    doc: '',
    parent: null,
    exported: true,
    ...rest,
  });
  const text = [
    'class Cache:',
    '    def refresh(self, key):',
    '        """Ask the server for a newer token."""',
    '        self.tokens[key] = self.server.fetch(key)',
    '        return self.tokens[key]',
  ].join('\n');
  const pairsOf = (symbols: readonly CodeSymbol[]): readonly TextPair[] =>
    symbolPairs(text, { symbols } as ParsedFile);

  it('are the documentation with the code, and the name with the body; neither code quotes the documentation', () => {
    const found = pairsOf([symbol({ doc: 'Ask the server for a newer token.' })]);
    expect(found.map(({ query }) => query)).toEqual(['Ask the server for a newer token.', 'Cache.refresh']);
    expect(found[0]?.code).toContain('def refresh');
    expect(found[1]?.code).not.toContain('def refresh');
    for (const { code } of found) {
      expect(code).toContain('self.server.fetch(key)');
      expect(code).not.toContain('newer token');
    }
  });

  it('leave out what says too little', () => {
    expect(pairsOf([symbol({ doc: 'Refreshes.' })]).map(({ query }) => query)).toEqual(['Cache.refresh']);
    expect(pairsOf([symbol({ span: { startLine: 4, endLine: 5 } })])).toEqual([]);
  });
});
