import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { ParsedFile } from '../../src/core/index.ts';
import { createParserPool, detectLanguage, LANGUAGES, parseFile } from '../../src/parse/index.ts';
import { expectLawful } from './chunk-laws.ts';
import { byPlace, describeParsed, type Expected, onlyExpectedFields } from './expected.ts';

const FIXTURES = new URL('../../fixtures/languages/', import.meta.url).pathname;
const pool = createParserPool();
afterAll(() => pool.close());

async function parse(file: string, text: string): Promise<ParsedFile> {
  const language = detectLanguage(file, text);
  await pool.ready(language);
  return parseFile({ path: file, language, text }, pool, { deadlineMs: 20_000 });
}

describe.each(LANGUAGES.map((row) => row.id))('%s', (id) => {
  const folder = join(FIXTURES, id);
  const source = join(folder, 'expected.json');

  it('has fixtures', () => {
    expect(existsSync(source), `${source} is missing`).toBe(true);
  });
  if (!existsSync(source)) return;

  const expected: Expected = JSON.parse(readFileSync(source, 'utf8'));
  const files = Object.entries(expected.files);

  it.each(files)('finds exactly what is in %s', async (file, wanted) => {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(detectLanguage(file, text)).toBe(id);
    const parsed = await parse(file, text);
    expect(parsed.outcome.how).not.toBe('lines');
    const actual = describeParsed(parsed);
    expect(onlyExpectedFields(actual.symbols, wanted.symbols)).toEqual(wanted.symbols);
    expect(onlyExpectedFields(actual.imports, wanted.imports ?? [])).toEqual(wanted.imports ?? []);
    const references = [...(wanted.references ?? [])].sort(byPlace);
    const kinds = new Set(references.map((reference) => reference.kind));
    const found = actual.references.filter(({ kind }) => kinds.has(kind)).sort(byPlace);
    expect(onlyExpectedFields(found, references)).toEqual(references);
  });

  it('names real places in its edges', () => {
    expect(files.length).toBeGreaterThan(0);
    for (const { from, to } of expected.edges) {
      const line = readFileSync(join(folder, from.file), 'utf8').split('\n')[from.line - 1];
      expect(line).toContain(from.name);
      expect(expected.files[to.file]?.symbols.map((symbol) => symbol.qualifiedName)).toContain(
        to.qualifiedName,
      );
    }
  });

  it('names real places in its unresolved uses', () => {
    for (const { file, line, name } of expected.unresolved ?? [])
      expect(readFileSync(join(folder, file), 'utf8').split('\n')[line - 1]).toContain(name);
  });

  it('keeps the laws of chunks under random edits', async () => {
    for (const [file] of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      expectLawful(text, await parse(file, text));
      await fc.assert(
        fc.asyncProperty(
          fc.nat(text.length),
          fc.nat(40),
          fc.oneof(fc.constantFrom('{', '}', '(', '"', '`', '/*', '\n', '\r\n', ' ', '=', '#'), fc.string()),
          async (at, cut, inserted) => {
            const mutated = text.slice(0, at) + inserted + text.slice(at + cut);
            expectLawful(mutated, await parse(file, mutated));
          },
        ),
        { numRuns: 25, seed: 7 },
      );
    }
  });
});
