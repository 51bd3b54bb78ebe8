import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/parse/index.ts';
import { CONSTRUCTS, EMBEDDED, type Evidence, MATRIX } from './construct-matrix.ts';
import type { Expected } from './expected.ts';

const FIXTURES = new URL('../../fixtures/languages/', import.meta.url).pathname;

function expectedOf(language: string): Expected {
  return JSON.parse(readFileSync(join(FIXTURES, language, 'expected.json'), 'utf8'));
}

/** Whether `expected.json` says what the evidence claims; that it is so is what the conformance tests check. */
function isShown(expected: Expected, evidence: Evidence): boolean {
  const { file } = evidence;
  const here = expected.files[file];
  if (here === undefined) return false;
  if ('symbol' in evidence) return here.symbols.some((one) => one.qualifiedName === evidence.symbol);
  if ('import' in evidence)
    return (here.imports ?? []).some(
      ({ source, names }) =>
        source === evidence.import && (evidence.names ?? []).every((name) => names?.includes(name)),
    );
  if ('reference' in evidence)
    return (here.references ?? []).some(
      ({ name, kind }) => name === evidence.reference && kind === evidence.kind,
    );
  if ('edge' in evidence)
    return expected.edges.some(
      ({ from, to }) => from.file === file && from.name === evidence.edge && to.qualifiedName === evidence.to,
    );
  if ('noSymbol' in evidence)
    return !here.symbols.some(({ qualifiedName }) => qualifiedName.includes(evidence.noSymbol));
  return (expected.unresolved ?? []).some((use) => use.file === file && use.name === evidence.unresolved);
}

const languages = Object.entries(MATRIX);

describe('the fixtures of the languages', () => {
  it('are those of the table', () => {
    expect(languages).toHaveLength(16);
    const ids = LANGUAGES.map((row) => row.id);
    for (const [language] of languages) expect(ids).toContain(language);
  });

  it.each(languages)('%s shows every construct that it has', (language, row) => {
    const expected = expectedOf(language);
    expect(Object.keys(row).sort()).toEqual([...CONSTRUCTS].sort());
    const shown = CONSTRUCTS.filter((construct) => row[construct] !== null);
    expect(shown.length).toBeGreaterThanOrEqual(4);
    const missing = shown.filter((construct) => {
      const evidence = row[construct];
      return evidence === null || !isShown(expected, evidence);
    });
    expect(missing).toEqual([]);
    expect(Object.keys(expected.files).length).toBeGreaterThanOrEqual(4);
    expect(expected.edges.length).toBeGreaterThanOrEqual(10);
  });

  it.each(Object.entries(EMBEDDED))('%s shows what becomes of the code in it', (host, evidence) => {
    const expected = expectedOf(host);
    expect(evidence.length).toBeGreaterThan(0);
    expect(evidence.filter((one) => !isShown(expected, one))).toEqual([]);
  });

  it.each(CONSTRUCTS)('%s is shown by some language', (construct) => {
    expect(languages.some(([, row]) => row[construct] !== null)).toBe(true);
  });
});
