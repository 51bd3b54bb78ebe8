import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CtxError, type Import, REFERENCE_KINDS, type Reference } from '../../../src/core/index.ts';
import {
  decodeImports,
  decodeReferences,
  decodeSymbolTexts,
  encodeImports,
  encodeReferences,
  encodeSymbolTexts,
} from '../../../src/indexes/symbols/index.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const line = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 2 ** 31 }));

const reference: fc.Arbitrary<Reference> = fc.record({
  name: text,
  kind: fc.constantFrom(...REFERENCE_KINDS),
  line,
  receiver: fc.option(text),
  receiverType: fc.option(text),
  from: fc.option(fc.nat(100_000)),
});

const imported: fc.Arbitrary<Import> = fc.record({
  source: text,
  line,
  names: fc.array(fc.record({ name: text, local: text }), { maxLength: 5 }),
  reexport: fc.boolean(),
});

const symbolTexts = fc.record({ signature: text, doc: text });

describe('what is packed of a file', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.array(reference), fc.array(imported), (references, imports) => {
        expect(decodeReferences(encodeReferences(references))).toEqual(references);
        expect(decodeImports(encodeImports(imports))).toEqual(imports);
      }),
    );
    fc.assert(
      fc.property(fc.array(symbolTexts), (symbols) => {
        expect(decodeSymbolTexts(encodeSymbolTexts(symbols))).toEqual(symbols);
      }),
    );
  });

  it('has a replacement for half a character, and nothing else moves', () => {
    const texts = ['\ud83d', '\ude00', 'a\ud83d', '\ude00b', '\ufeffc', '😀'].map((signature) => ({
      signature,
      doc: '',
    }));
    expect(decodeSymbolTexts(encodeSymbolTexts(texts)).map(({ signature }) => signature)).toEqual([
      '\ufffd',
      '\ufffd',
      'a\ufffd',
      '\ufffdb',
      '\ufeffc',
      '😀',
    ]);
  });

  it('is damaged where its first byte says nothing or too much comes out', () => {
    expect(() => decodeSymbolTexts(Buffer.of(7, 1, 2))).toThrow(CtxError);
    expect(() => decodeSymbolTexts(new Uint8Array())).toThrow(CtxError);
    const bomb = Buffer.concat([Buffer.of(1), deflateRawSync(Buffer.alloc(2 ** 28 + 1))]);
    expect(() => decodeSymbolTexts(bomb)).toThrow(CtxError);
  });

  it('take less than two bytes a reference where they repeat themselves', () => {
    const names = ['get', 'put', 'refresh', 'close', 'open'];
    const references = Array.from(
      { length: 2_000 },
      (_, i): Reference => ({
        name: names[i % names.length] ?? '',
        kind: i % 7 === 0 ? 'type' : 'call',
        line: 1 + Math.floor(i / 2),
        receiver: i % 2 === 0 ? 'cache' : null,
        receiverType: i % 4 === 0 ? 'Cache' : null,
        from: Math.floor(i / 20),
      }),
    );
    expect(encodeReferences(references).length).toBeLessThan(references.length * 2);
  });

  it('fail with INDEX_CORRUPT when cut short, never with anything else', () => {
    fc.assert(
      fc.property(fc.array(reference, { minLength: 1 }), fc.nat(), (references, at) => {
        const bytes = encodeReferences(references);
        const cut = bytes.subarray(0, at % bytes.length);
        expect(() => decodeReferences(cut)).toThrow(CtxError);
      }),
    );
  });
});
