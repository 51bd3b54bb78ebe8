import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCtxError } from '../../../src/core/index.ts';
import { createEmbedder } from '../../../src/indexes/embedders/index.ts';
import { createStaticEmbed } from '../../../src/indexes/embedders/static.ts';
import { forEachWord, subWords } from '../../../src/indexes/embedders/sub-words.ts';

const embedStatic = createStaticEmbed();
const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
const similarity = (a: string, b: string): number => cosine(embedStatic(a), embedStatic(b));

describe('words', () => {
  const wordsOf = (text: string): string[] => {
    const words: string[] = [];
    forEachWord(text, (word) => words.push(word));
    return words;
  };

  it('are runs of letters and digits', () => {
    expect(wordsOf('read_all($x1, "é-b")\n')).toEqual(['read', 'all', 'x1', 'é', 'b']);
    expect(wordsOf('')).toEqual([]);
    expect(wordsOf('tail')).toEqual(['tail']);
  });

  it('leave out data', () => {
    expect(wordsOf(`${'a'.repeat(64)} ${'b'.repeat(65)} c`)).toEqual(['a'.repeat(64), 'c']);
  });

  it.each([
    ['parseHTTPRequest', ['parse', 'http', 'request']],
    ['readAll', ['read', 'all']],
    ['HTTP', ['http']],
    ['utf8', ['utf8']],
    ['x2Y', ['x2', 'y']],
    ['Zürich', ['zürich']],
    ['检索引擎', ['检索', '索引', '引擎']],
    ['界', ['界']],
  ])('%s splits into %j', (word, parts) => {
    expect(subWords(word)).toEqual(parts);
  });
});

describe('static embedding', () => {
  it('has norm 1, or is zero without words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const vector = embedStatic(text);
        const norm = Math.sqrt(cosine(vector, vector));
        expect(vector).toHaveLength(128);
        expect(norm === 0 || Math.abs(norm - 1) < 1e-5).toBe(true);
      }),
    );
    expect(embedStatic('  ;;; {}').every((value) => value === 0)).toBe(true);
  });

  it('depends on the text alone, not on what was embedded before', () => {
    const used = createStaticEmbed();
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 30 }), { minLength: 1, maxLength: 5 }), (texts) => {
        const fresh = createStaticEmbed();
        for (const text of texts) used(text);
        for (const text of texts.toReversed()) expect(used(text)).toEqual(fresh(text));
      }),
      { numRuns: 30 },
    );
  });

  it('gives the same after its caches were emptied', () => {
    const embed = createStaticEmbed({ dimensions: 32 });
    const before = embed('cache eviction policy');
    for (let i = 0; i < 40; i++) {
      embed(Array.from({ length: 2_000 }, (_, j) => `w${(i * 2_000 + j).toString(36)}q`).join(' '));
    }
    expect(embed('cache eviction policy')).toEqual(before);
  });

  it('does not depend on the order of words', () => {
    expect(embedStatic('alpha beta gamma beta')).toEqual(embedStatic('beta gamma beta alpha'));
  });

  it('is the same on every machine', () => {
    const components = [...embedStatic('function refreshCache(key) { return cache.get(key); }')];
    expect(components.slice(0, 6).map((value) => value.toFixed(6))).toMatchInlineSnapshot(`
      [
        "0.133482",
        "0.155176",
        "0.087790",
        "0.016609",
        "0.070436",
        "-0.099722",
      ]
    `);
  });

  it('puts near what shares words, whatever the naming style', () => {
    expect(similarity('refreshCache', 'refresh_cache')).toBeCloseTo(1);
  });

  it('puts near what shares a stem, as more dimensions show with less noise', () => {
    const embed = createStaticEmbed({ dimensions: 1024 });
    const wide = (a: string, b: string): number => cosine(embed(a), embed(b));
    const stems = [
      ['tokenizer', 'tokenize'],
      ['connection', 'connections'],
      ['validated', 'validation'],
      ['scheduler', 'scheduling'],
    ] as const;
    for (const [a, b] of stems) {
      expect(wide(a, b)).toBeGreaterThan(0.25);
      expect(wide(a, `${b.slice(-1)}zq`)).toBeLessThan(0.15);
    }
  });

  it('weighs keywords little', () => {
    expect(similarity('return const function cache', 'cache')).toBeGreaterThan(0.8);
    expect(similarity('return const function cache', 'return const function')).toBeLessThan(0.6);
  });

  it('keeps unrelated texts apart', () => {
    expect(Math.abs(similarity('postgres migration rollback', 'canvas gradient stroke'))).toBeLessThan(0.35);
  });

  it('survives runs of one character and huge texts', () => {
    for (const text of [
      'a'.repeat(1_000_000),
      ' '.repeat(1_000_000),
      '界'.repeat(100_000),
      '\ud800'.repeat(9),
    ]) {
      expect(embedStatic(text)).toHaveLength(128);
    }
  });
});

describe('static embedder', () => {
  it('says plainly what it is', async () => {
    const embedder = await createEmbedder({ kind: 'static' });
    expect(embedder).toMatchObject({ id: 'static-hash-1', dimensions: 128, cost: 'inline' });
    expect(embedder.label).toBe('hashed sub-words, 128 dimensions: soft lexical matching, no model');
    const texts = ['open the file', 'close the socket'];
    expect(await embedder.embed(texts, 'query')).toEqual(texts.map(embedStatic));
    await embedder.close();
  });

  it('has another id with other dimensions', async () => {
    const embedder = await createEmbedder({ kind: 'static', dimensions: 256 });
    expect(embedder.id).toBe('static-hash-1:256');
    expect((await embedder.embed(['x'], 'document'))[0]).toHaveLength(256);
  });

  it('stops when aborted', async () => {
    const embedder = await createEmbedder({ kind: 'static' });
    await expect(embedder.embed(['x'], 'query', AbortSignal.abort())).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });

  it.each([0, 31, 33, 2048, 1.5, Number.NaN])('refuses %d dimensions', async (dimensions) => {
    const error = await createEmbedder({ kind: 'static', dimensions }).catch((cause: unknown) => cause);
    expect(isCtxError(error, 'CONFIG_INVALID')).toBe(true);
  });
});
