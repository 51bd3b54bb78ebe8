import type { FileId, FileScore, Hit, IndexedFile, Snapshot } from '../core/index.ts';

const MATCHING_TESTS = 20;
const MAX_IMPORTS = 40;

type Reads = Pick<Snapshot, 'files' | 'symbols'>;

/**
 * Source files that failing tests (weight 1) and the tests that match the task best (by their best lexical
 * score) exercise: the file with the test's name counts fully (best one that the test imports); each of the n others
 * that the test imports, or stands beside in a folder of sources, by 1 / √n.
 */
export function testedFiles(
  snapshot: Reads,
  hits: readonly Hit[],
  accepts: (file: IndexedFile) => boolean,
): readonly FileScore[] {
  const tests = testWeights(snapshot, hits);
  if (tests.size === 0) return [];
  const known = sourcesIn(snapshot.files);
  const scores = new Map<FileId, { score: number; readonly matched: string[] }>();
  for (const [test, weight] of tests) {
    const file = snapshot.files[test];
    if (file === undefined) continue;
    for (const [source, share] of sourcesOf(snapshot, file, known)) {
      if (!accepts(source)) continue;
      const sum = scores.get(source.id) ?? { score: 0, matched: [] };
      sum.score += weight * share;
      if (sum.matched.length < 3) sum.matched.push(file.path);
      scores.set(source.id, sum);
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
  { byStem, byFolder }: Sources,
): readonly (readonly [IndexedFile, number])[] {
  const imported = snapshot.symbols
    .importedFiles(test.id)
    .slice(0, MAX_IMPORTS)
    .flatMap((id) => snapshot.files[id] ?? [])
    .filter((file) => file.kind === 'code');
  const mates = byStem.get(stemOf(test.path)) ?? [];
  const sure = mates.filter((mate) => imported.includes(mate));
  const named = sure.length > 0 ? sure : nearestTo(test, mates);
  const beside = (byFolder.get(folderOf(test.path)) ?? []).filter(
    ({ language }) => language === test.language,
  );
  const others = [...new Set([...imported, ...beside])].filter((file) => !named.includes(file));
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
  const most = shared.reduce((largest, count) => Math.max(largest, count), 0);
  const nearest = mates.filter((_, index) => shared[index] === most);
  return nearest.length <= 3 ? nearest : [];
}

/** Source files by the name that tests of them have, and by their folder. */
interface Sources {
  readonly byStem: ReadonlyMap<string, readonly IndexedFile[]>;
  readonly byFolder: ReadonlyMap<string, readonly IndexedFile[]>;
}

/** The files of a snapshot are one list as long as the index does not change. */
const grouped = new WeakMap<readonly IndexedFile[], Sources>();

function sourcesIn(files: readonly IndexedFile[]): Sources {
  const before = grouped.get(files);
  if (before !== undefined) return before;
  const code = files.filter(({ kind }) => kind === 'code');
  const groups = {
    byStem: groupBy(code, ({ path }) => stemOf(path)),
    byFolder: groupBy(code, ({ path }) => folderOf(path)),
  };
  grouped.set(files, groups);
  return groups;
}

function groupBy(
  files: readonly IndexedFile[],
  keyOf: (file: IndexedFile) => string,
): ReadonlyMap<string, readonly IndexedFile[]> {
  const groups = new Map<string, IndexedFile[]>();
  for (const file of files) {
    const key = keyOf(file);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [file]);
    else group.push(file);
  }
  return groups;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
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
