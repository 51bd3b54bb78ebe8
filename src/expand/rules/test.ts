import type { IndexedFile } from '../../core/index.ts';
import { bySubject } from '../by-subject.ts';
import { closestChunk } from '../closest-chunk.ts';
import { usedBy, usersOf } from '../edge-neighbours.ts';
import { type Expansion, headSpan, isSameChunk, type Reached, type Rule, type Seed } from '../expansion.ts';
import { baseName, directoryOf, nameWords, subjectOf } from '../name-words.ts';

/** By file name alone, in the mirrored directory or elsewhere; by an import of the source file. */
const NAMED_BESIDE = 0.7;
const NAMED = 0.5;
const IMPORTS = 0.6;
const INJECTED = 0.85;
const IMPORTERS = 60;

const isTest = (file: IndexedFile): boolean => file.kind === 'test';

/** Tests of the seed: those that use it, import its file, or are named after it. For a test: its fixtures. */
export const test: Rule = (seed, expansion) =>
  isTest(seed.chunk.file)
    ? fixturesOf(seed, expansion)
    : [
        ...usersOf(seed, expansion, { kinds: ['call', 'type', 'extends', 'implements'], wanted: isTest }),
        ...importingTests(seed, expansion),
        ...namedTests(seed, expansion),
      ];

function wordsOf(seed: Seed): ReadonlySet<string> {
  const words = seed.symbols.flatMap((symbol) => nameWords(symbol.name));
  return new Set([...words, 'test', 'should', 'it']);
}

/** Gives of a file the chunk that is named most like the seed. */
function choosing(seed: Seed, expansion: Expansion): (file: IndexedFile, confidence: number) => Reached[] {
  const words = wordsOf(seed);
  return (file, confidence) => {
    const closest = closestChunk(file.id, words, expansion);
    if (closest === null || isSameChunk(closest.chunk, seed)) return [];
    const { chunk, share, focus } = closest;
    return [{ chunk, confidence: confidence * (0.6 + 0.4 * share), focus }];
  };
}

function importingTests(seed: Seed, expansion: Expansion): Reached[] {
  const { file } = seed.chunk;
  const chosen = choosing(seed, expansion);
  return expansion.snapshot.symbols.importers(file.id, IMPORTERS).flatMap((id) => {
    const importer = expansion.snapshot.files[id];
    return importer !== undefined && isTest(importer) ? chosen(importer, IMPORTS) : [];
  });
}

function namedTests(seed: Seed, expansion: Expansion): Reached[] {
  const { path, language } = seed.chunk.file;
  const subject = subjectOf(path);
  const directory = baseName(directoryOf(path));
  const chosen = choosing(seed, expansion);
  return (bySubject(expansion.snapshot.files).tests.get(subject) ?? []).flatMap((file) => {
    if (subject === '' || file.language !== language) return [];
    const beside = directoryOf(file.path).split('/').includes(directory);
    return chosen(file, beside ? NAMED_BESIDE : NAMED);
  });
}

/** Names of the parameters in the head of a definition. */
function parametersOf(signature: string): readonly string[] {
  const inside = /\(([^)]*)/.exec(signature)?.[1] ?? '';
  return inside.split(',').flatMap((part) => /^[\s*]*([\p{L}_][\p{L}\p{N}_]*)/u.exec(part)?.[1] ?? []);
}

/** pytest hands fixtures over by the names of parameters: functions of that name in the file or in a conftest. */
function injectedInto(seed: Seed, files: readonly IndexedFile[], expansion: Expansion): Reached[] {
  const names = new Set(seed.symbols.flatMap((symbol) => parametersOf(symbol.signature)));
  return files.flatMap((file) =>
    expansion.snapshot.symbols
      .inFile(file.id)
      .filter((symbol) => symbol.kind === 'function' && names.has(symbol.name))
      .flatMap((symbol) => {
        const chunk = expansion.chunkAt(file.id, symbol.nameLine);
        if (chunk === null || isSameChunk(chunk, seed)) return [];
        return [{ chunk, confidence: INJECTED, focus: [headSpan(symbol)] }];
      }),
  );
}

function conftestsAbove(path: string, { snapshot }: Expansion): readonly IndexedFile[] {
  const files: IndexedFile[] = [];
  for (let directory = directoryOf(path); ; directory = directoryOf(directory)) {
    const file = snapshot.fileByPath(directory === '' ? 'conftest.py' : `${directory}/conftest.py`);
    if (file !== null) files.push(file);
    if (directory === '') return files;
  }
}

/** Shared set-up: what the test calls in test files, and the fixtures that its parameters name. */
function fixturesOf(seed: Seed, expansion: Expansion): Reached[] {
  const { file } = seed.chunk;
  return [
    ...usedBy(seed, expansion, { kinds: ['call', 'extends'], wanted: isTest }),
    ...(file.language === 'python'
      ? injectedInto(seed, [file, ...conftestsAbove(file.path, expansion)], expansion)
      : []),
  ];
}
