import { describe, expect, it } from 'vitest';
import { detectLanguage, LANGUAGES, traitsOf } from '../../src/parse/index.ts';

describe('detectLanguage', () => {
  it.each([
    ['src/a.ts', '', 'typescript'],
    ['src/a.d.ts', '', 'typescript'],
    ['src/A.TSX', '', 'tsx'],
    ['a.test.mjs', '', 'javascript'],
    ['pkg/mod.py', '', 'python'],
    ['bin/tool', '#!/usr/bin/env python3.11\n', 'python'],
    ['bin/tool', '#!/usr/bin/env -S NODE_ENV=x node --flag\n', 'javascript'],
    ['bin/tool', '#! /usr/bin/pypy3\n', 'python'],
    ['bin/tool', '#!/usr/bin/unknown\n', null],
    ['README.md', '', 'markdown'],
    ['.prettierrc', '', 'json'],
    ['notes.txt', 'plain', null],
    ['LICENSE', '', null],
    ['dir.ts/file', '', null],
  ])('%s %j → %s', (path, firstLine, language) => {
    expect(detectLanguage(path, firstLine)).toBe(language);
  });

  it('has one row for each id, extension without marks, file name and interpreter', () => {
    const claims = LANGUAGES.flatMap((row) => [
      `id ${row.id}`,
      // A row with marks shares its extensions with another and is told apart by the text.
      ...(row.marks === undefined ? row.extensions : []).map((extension) => `extension ${extension}`),
      ...(row.fileNames ?? []).map((name) => `file ${name}`),
      ...(row.interpreters ?? []).map((name) => `interpreter ${name}`),
    ]);
    expect(claims.filter((claim, at) => claims.indexOf(claim) !== at)).toEqual([]);
    expect(LANGUAGES.length).toBeGreaterThan(10);
  });

  it('gives traits for every language and neutral ones for none', () => {
    expect(traitsOf('go').directoryScope).toBe(true);
    expect(traitsOf('python').importStyle).toBe('dotted-module');
    expect(traitsOf(null)).toEqual({
      importStyle: 'none',
      directoryScope: false,
      selfNames: [],
      extensions: [],
    });
    expect(traitsOf('no such language')).toEqual(traitsOf(null));
  });
});
