import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/parse/index.ts';
import { expectLawful } from './chunk-laws.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** A language that nobody has heard of: its grammar is one that is installed, its query its own. */
const ROW = `
  {
    id: 'tinkerscript',
    extensions: ['.tnk'],
    interpreters: ['tinker'],
    traits: { importStyle: 'relative-path', directoryScope: false, selfNames: ['self'], extensions: ['.tnk'] },
    read: { how: 'grammar', wasm: vscode('python'), queries: ['tinkerscript'], rules: { exported: { name: /^[a-z]/ } } },
  },`;

const QUERY = `
(comment) @comment
(import_from_statement module_name: (_) @import.source name: (dotted_name) @import.name) @import
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(class_definition name: (identifier) @name body: (_) @body) @definition.class
(call function: (identifier) @reference.call)
(call function: (attribute object: (_) @receiver attribute: (identifier) @reference.call))
`;

const TREE = {
  'tools/hammer.tnk':
    '# Hits things.\ndef hit(nail):\n    return swing(nail)\n\ndef swing(arm):\n    return arm\n',
  'house.tnk':
    'class House:\n    def build(self):\n        self.roof()\n        hit(1)\n\n    def roof(self):\n        pass\n',
};

describe('a language is one row and one folder', () => {
  const copy = mkdtempSync(join(tmpdir(), 'ctx-language-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  beforeAll(() => {
    for (const folder of ['src/core', 'src/parse', 'src/indexes', 'grammars'])
      cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
    mkdirSync(join(copy, 'test'));
    cpSync(join(ROOT, 'test/fake-snapshot.ts'), join(copy, 'test/fake-snapshot.ts'));
    cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const table = join(copy, 'src/parse/languages.ts');
    const before = readFileSync(table, 'utf8');
    const after = before.replace('const ROWS: readonly LanguageRow[] = [', (start) => start + ROW);
    expect(after).not.toBe(before);
    writeFileSync(table, after);
    mkdirSync(join(copy, 'grammars/tinkerscript'));
    writeFileSync(join(copy, 'grammars/tinkerscript/tags.scm'), QUERY);
  });

  it('with which files are parsed, chunked and connected', async () => {
    const parse: typeof import('../../src/parse/index.ts') = await import(join(copy, 'src/parse/index.ts'));
    const fake: typeof import('../fake-snapshot.ts') = await import(join(copy, 'test/fake-snapshot.ts'));
    const symbols: typeof import('../../src/indexes/symbols/index.ts') = await import(
      join(copy, 'src/indexes/symbols/index.ts')
    );
    expect(parse.detectLanguage('house.tnk', '')).toBe('tinkerscript');
    expect(parse.detectLanguage('house', '#!/usr/bin/env tinker\n')).toBe('tinkerscript');
    const tree = await fake.parseTree(TREE);
    expect(tree.parsed.map((file) => file.outcome.how)).toEqual(['parsed', 'parsed']);
    expect(tree.parsed.map((file) => file.symbols.map((symbol) => symbol.qualifiedName))).toEqual([
      ['House', 'House.build', 'House.roof'],
      ['hit', 'swing'],
    ]);
    for (const [at, file] of tree.parsed.entries()) expectLawful(tree.texts[at] ?? '', file);
    const reader = symbols.createSymbolReader(fake.createMemorySource(tree), tree.traitsOf);
    const targets = (name: string) =>
      reader
        .uses(name)
        .edges.flatMap((edge) => edge.targets.map((one) => `${one.file.path}#${one.qualifiedName}`));
    expect(targets('swing')).toEqual(['tools/hammer.tnk#swing']);
    expect(targets('roof')).toEqual(['house.tnk#House.roof']);
    expect(targets('hit')).toEqual(['tools/hammer.tnk#hit']);
  });
});

/**
 * Where names of languages stand besides the table: refinements with a neutral answer for all others. Whatever is
 * added here must have one too.
 */
const REFINEMENTS: Readonly<Record<string, string>> = {
  'src/indexes/symbols/language-rules.ts': 'scopes without receiver, open types, builtins; else none',
  'src/parse/formats/component.ts': 'the language that a script tag names',
  'src/expand/rules/test.ts': 'pytest injects fixtures by parameter name; else none',
};

function sources(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
}

describe('names of languages', () => {
  const ids = LANGUAGES.filter((row) => row.read.how === 'grammar').map((row) => row.id);
  const named = new RegExp(
    `\\blanguage\\w*\\s*(?:===|!==)\\s*'(?:${ids.join('|')})'|^  (?:${ids.join('|')}): (?:row|script|c\\b)`,
    'm',
  );

  it('are compared with in no file but the table and the known refinements', () => {
    const files = sources('src');
    expect(files.length).toBeGreaterThan(100);
    const naming = files.filter((file) => named.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(naming.sort()).toEqual(Object.keys(REFINEMENTS).sort());
  });
});
