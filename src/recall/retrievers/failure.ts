import type { Hit, IndexedFile, IndexedSymbol, StackFrame, TestMention } from '../../core/index.ts';
import { locatePath } from '../locate-path.ts';
import { mergeHits } from './hit-list.ts';
import type { RetrieverInput, RetrieverRule } from './retriever-input.ts';

const MAX_FRAMES = 100;
const MAX_TESTS = 60;
/** Files below the repository's own part of the stack (libraries) have no place: depth counts found frames only. */
const DEPTH_DECAY = 0.85;
const TEST_SCORE = 0.9;
/** Of a longer list the first tests are searched for by their sentences, each by itself. */
const SEARCHED = 12;

/** Chunks on the stacks of the failures (1 where it was thrown, less outwards) and the failing tests. */
export const recallFailure: RetrieverRule = (input) => ({
  hits: mergeHits([...frameHits(input), ...input.failingTests()]),
});

/** The chunks of the failing tests, surest first. */
export function findFailingTests(input: RetrieverInput): readonly Hit[] {
  const tests = [...input.query.tests.slice(0, MAX_TESTS), ...namedTestFiles(input)];
  return mergeHits(tests.flatMap((test, nth) => testHits(input, test, nth < SEARCHED)));
}

/** In a task about a failure, a test file that is named without its test is taken for a failing one. */
function namedTestFiles({ query, snapshot }: RetrieverInput): readonly TestMention[] {
  if (query.kind !== 'failure') return [];
  const known = new Set(query.tests.map((test) => test.path));
  return query.paths
    .filter(({ path }) => !known.has(path) && locatePath(snapshot, path).some((file) => file.kind === 'test'))
    .slice(0, MAX_TESTS)
    .map(({ path }) => ({ path, name: '' }));
}

function frameHits(input: RetrieverInput): readonly Hit[] {
  const hits: Hit[] = [];
  let depth = 0;
  for (const frame of input.query.frames.slice(0, MAX_FRAMES)) {
    if (frame.depth === 0) depth = 0;
    const files = locatePath(input.snapshot, frame.path).filter(input.accepts);
    if (files.length === 0) continue;
    const score = DEPTH_DECAY ** depth / files.length;
    for (const file of files) hits.push(...placeHit(input, file, frame, score));
    depth += 1;
  }
  return hits;
}

function placeHit(
  input: RetrieverInput,
  file: IndexedFile,
  frame: StackFrame,
  score: number,
): readonly Hit[] {
  const chunk = chunkOfFrame(input, file, frame);
  const matched = [`${file.path}${frame.line === null ? '' : `:${frame.line}`}`];
  return chunk === null ? [] : [{ chunk, file: file.id, retriever: 'failure', score, matched }];
}

/** The trace may come from another version: a symbol of that name in the file is surer than the line. */
function chunkOfFrame(input: RetrieverInput, file: IndexedFile, frame: StackFrame): number | null {
  const at = frame.line === null ? null : input.snapshot.chunkAt(file.id, frame.line);
  const name = frame.symbol?.split(/[.:#>\\]/).at(-1);
  if (name === undefined || name === '' || at?.symbol?.name === name)
    return at?.id ?? input.bestChunk(file.id);
  const around = frame.line === null ? null : input.snapshot.symbols.enclosing(file.id, frame.line);
  if (around?.name === name) return at?.id ?? input.bestChunk(file.id);
  const defined = input.snapshot.symbols.inFile(file.id).filter((symbol) => symbol.name === name);
  const place = defined.length === 1 ? chunkOf(input, defined[0]) : null;
  return place ?? at?.id ?? input.bestChunk(file.id);
}

function chunkOf(input: RetrieverInput, symbol: IndexedSymbol | undefined): number | null {
  return symbol === undefined ? null : (input.snapshot.chunkAt(symbol.file.id, symbol.nameLine)?.id ?? null);
}

function testHits(input: RetrieverInput, test: TestMention, search: boolean): readonly Hit[] {
  const files = test.path === null ? [] : locatePath(input.snapshot, test.path).filter(input.accepts);
  const inPlace = files.flatMap((file) => testChunks(input, file, test, search));
  if (inPlace.length > 0 || test.name === '') return inPlace;
  const named = testsNamed(input, test.name);
  const leaf = test.name.slice(test.name.lastIndexOf('.') + 1);
  const found = named.length > 0 ? named : testsNamed(input, leaf);
  return found
    .filter((symbol) => input.accepts(symbol.file))
    .flatMap((symbol): Hit[] => {
      const chunk = chunkOf(input, symbol);
      return chunk === null ? [] : [testHit(chunk, symbol.file, test, TEST_SCORE / found.length)];
    });
}

/** Those in tests first: code may have the name too. */
function testsNamed(input: RetrieverInput, name: string): readonly IndexedSymbol[] {
  const isTest = ({ file }: IndexedSymbol) => file.kind === 'test';
  const found = input.snapshot.symbols.find(name);
  return [...found.filter(isTest), ...found.filter((symbol) => !isTest(symbol))].slice(0, 5);
}

function testChunks(
  input: RetrieverInput,
  file: IndexedFile,
  test: TestMention,
  search: boolean,
): readonly Hit[] {
  const leaf = test.name.slice(test.name.lastIndexOf('.') + 1);
  const symbols = input.snapshot.symbols.inFile(file.id).filter((symbol) => symbol.name === leaf);
  const chunks = symbols.flatMap((symbol) => chunkOf(input, symbol) ?? []);
  if (chunks.length > 0) return chunks.map((chunk) => testHit(chunk, file, test, TEST_SCORE));
  const chunk = (search ? chunkOfTitle(input, file, test.name) : null) ?? input.bestChunk(file.id);
  return chunk === null ? [] : [testHit(chunk, file, test, TEST_SCORE * 0.8)];
}

/** Where runners take sentences for names, the test is the part of its file that has most of the sentence's words. */
function chunkOfTitle(input: RetrieverInput, file: IndexedFile, title: string): number | null {
  if (!title.includes(' ')) return null;
  const hits = input.snapshot.lexical([{ text: title, weight: 1 }], { ...input.lexical, named: 0 });
  return hits.find((hit) => hit.file === file.id)?.chunk ?? null;
}

function testHit(chunk: number, file: IndexedFile, test: TestMention, score: number): Hit {
  return {
    chunk,
    file: file.id,
    retriever: 'failure',
    score,
    matched: [`failing test ${test.name || file.path}`],
  };
}
