import type { FileId, FileScore, Hit, IndexedFile, Snapshot } from '../core/index.ts';

const MATCHING_TESTS = 20;
const MAX_IMPORTS = 40;

type Reads = Pick<Snapshot, 'files' | 'symbols'>;

/**
 * Source files that failing tests (weight 1) and the tests that match the task best (by their best lexical
 * score) exercise: the file with the test's name counts fully (best one that the test imports), an import by 1 / √ of the number of imports.
 */
export function testedFiles(
  snapshot: Reads,
  hits: readonly Hit[],
  accepts: (file: IndexedFile) => boolean,
): readonly FileScore[] {
  const tests = testWeights(snapshot, hits);
  if (tests.size === 0) return [];
  const byStem = sourcesByStem(snapshot.files);
  const scores = new Map<FileId, { score: number; readonly matched: string[] }>();
  for (const [test, weight] of tests) {
    const file = snapshot.files[test];
    if (file === undefined) continue;
    for (const [source, share] of sourcesOf(snapshot, file, byStem)) {
      if (!accepts(source)) continue;
      const known = scores.get(source.id) ?? { score: 0, matched: [] };
      known.score += weight * share;
      if (known.matched.length < 3) known.matched.push(file.path);
      scores.set(source.id, known);
    }
  }
  return [...scores]
    .map(([file, { score, matched }]) => ({ file, score, matched }))
    .sort((a, b) => b.score - a.score || a.file - b.file);
}

function testWeights(snapshot: Reads, hits: readonly Hit[]): ReadonlyMap<FileId, number> {
  const isTest = (hit: Hit) => snapshot.files[hit.file]?.kind === 'test';
  const weights = new Map<FileId, number>();
  const lexical = hits.filter((hit) => hit.retriever === 'lexical');
  const top = lexical.reduce((most, hit) => Math.max(most, hit.score), 0);
  for (const hit of lexical.filter(isTest)) {
    if (weights.size >= MATCHING_TESTS) break;
    if (!weights.has(hit.file)) weights.set(hit.file, hit.score / top);
  }
  for (const hit of hits) if (hit.retriever === 'failure' && isTest(hit)) weights.set(hit.file, 1);
  return weights;
}

function sourcesOf(
  snapshot: Reads,
  test: IndexedFile,
  byStem: Stems,
): readonly (readonly [IndexedFile, number])[] {
  const imported = snapshot.symbols
    .importedFiles(test.id)
    .slice(0, MAX_IMPORTS)
    .flatMap((id) => snapshot.files[id] ?? [])
    .filter((file) => file.kind === 'code');
  const mates = byStem.get(stemOf(test.path)) ?? [];
  const sure = mates.filter((mate) => imported.includes(mate));
  const named = sure.length > 0 ? sure : nearestTo(test, mates);
  const others = imported.filter((file) => !named.includes(file));
  const share = 1 / Math.sqrt(Math.max(1, others.length));
  return [
    ...named.map((file) => [file, 1 / named.length] as const),
    ...others.map((file) => [file, share] as const),
  ];
}

/** Of the files with the test's stem, those that share the most folder names with it. */
function nearestTo(test: IndexedFile, mates: readonly IndexedFile[]): readonly IndexedFile[] {
  if (mates.length < 2) return mates;
  const folders = new Set(test.path.split('/').slice(0, -1));
  const shared = mates.map((mate) => mate.path.split('/').filter((part) => folders.has(part)).length);
  const most = Math.max(...shared);
  const nearest = mates.filter((_, index) => shared[index] === most);
  return nearest.length <= 3 ? nearest : [];
}

type Stems = ReadonlyMap<string, readonly IndexedFile[]>;

/** The files of a snapshot are one list as long as the index does not change. */
const stems = new WeakMap<readonly IndexedFile[], Stems>();

function sourcesByStem(files: readonly IndexedFile[]): Stems {
  const known = stems.get(files) ?? groupByStem(files);
  stems.set(files, known);
  return known;
}

function groupByStem(files: readonly IndexedFile[]): Stems {
  const byStem = new Map<string, IndexedFile[]>();
  for (const file of files) {
    if (file.kind !== 'code') continue;
    const stem = stemOf(file.path);
    const list = byStem.get(stem);
    if (list === undefined) byStem.set(stem, [file]);
    else list.push(file);
  }
  return byStem;
}

/** File name without extension and without what marks it as a test, in lower case. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.indexOf('.', 1);
  const stem = dot < 0 ? name : name.slice(0, dot);
  const bare = stem
    .replace(/^(?:test|tests|spec)[_-]/i, '')
    .replace(/[_-](?:test|tests|spec|unittest|bench)$/i, '')
    .replace(/(?<=\p{Ll}|\p{N})(?:Tests?|TestCase|Spec|IT)$/u, '')
    .replace(/^Test(?=\p{Lu})/u, '');
  return bare.toLowerCase();
}
