import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameWords, renameIdentifiers } from '../../bench/speed/rename-identifiers.ts';
import { smallFiles } from '../../bench/speed/small-files.ts';

const SOURCE = `export class HeaderParser {
  parseHeader(maxBytes: number): HttpHeader {
    return new HttpHeader(this.readBytes(maxBytes), MAX_HEADER_SIZE);
  }
  // The parser reads one header and no more than maxBytes.
}
`;
const words = nameWords([SOURCE, 'cancelTimer(next_window)']);

describe('nameWords', () => {
  it('gives the parts of compound names, each once, in order', () => {
    expect(words).toEqual('bytes cancel header http max next parse parser read size timer window'.split(' '));
  });
});

describe('renameIdentifiers', () => {
  it('leaves the first copy as it is', () => {
    expect(renameIdentifiers(SOURCE, 0, words)).toBe(SOURCE);
  });

  it('changes names of copies, always the same way, and never lines, keywords or prose', () => {
    const copies = [1, 2, 3].map((copy) => renameIdentifiers(SOURCE, copy, words));
    expect(new Set([SOURCE, ...copies]).size).toBe(4);
    for (const [i, copy] of copies.entries()) {
      expect(renameIdentifiers(SOURCE, i + 1, words)).toBe(copy);
      expect(copy.split('\n')).toHaveLength(SOURCE.split('\n').length);
      expect(copy).toContain('// The parser reads one header and no more than ');
      expect(copy.match(/export class|number|return new/g)).toHaveLength(3);
      const parameter = /(\w+): number/.exec(copy)?.[1] ?? '';
      expect(copy.match(new RegExp(`\\b${parameter}\\b`, 'g'))).toHaveLength(3);
    }
  });

  it('keeps texts of any kind to their lines', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 99 }), (text, copy) => {
        const renamed = renameIdentifiers(text, copy, words);
        expect(renamed.split('\n')).toHaveLength(text.split('\n').length);
        expect(renameIdentifiers(text, copy, words)).toBe(renamed);
      }),
    );
  });
});

describe('smallFiles', () => {
  it('makes as many different files as are asked for, always the same', () => {
    const files = [...smallFiles(500)];
    expect(files).toHaveLength(500);
    expect(new Set(files.map(({ path }) => path)).size).toBe(500);
    expect(new Set(files.map(({ text }) => text)).size).toBeGreaterThan(490);
    expect([...smallFiles(500)]).toEqual(files);
    expect([...smallFiles(100)]).toEqual(files.slice(0, 100));
  });

  it('uses four languages and folders of at most forty files', () => {
    const files = [...smallFiles(400)];
    expect(new Set(files.map(({ path }) => path.slice(path.lastIndexOf('.'))))).toEqual(
      new Set(['.ts', '.py', '.go', '.java']),
    );
    const folders = new Map<string, number>();
    for (const { path } of files) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }
    expect(Math.max(...folders.values())).toBe(40);
  });
});
