import type {
  CommitHit,
  FileId,
  FileKind,
  FileScore,
  IndexedChunk,
  IndexedFile,
  IndexedSymbol,
  LexicalHit,
  ParsedFile,
  RepoPath,
  Snapshot,
  TraitsOf,
  VectorHit,
  WeightedText,
} from '../src/core/index.ts';
import { exportsRenamed } from '../src/indexes/symbols/exports-renamed.ts';
import { createSymbolReader, type SymbolSource } from '../src/indexes/symbols/index.ts';
import {
  createParserPool,
  detectLanguage,
  type ParserPool,
  parseFile,
  traitsOf,
} from '../src/parse/index.ts';

/** Files of a small tree: path → text, read by the real parsers. */
export type TreeTexts = Readonly<Record<RepoPath, string>>;

export interface ParsedTree {
  readonly files: readonly IndexedFile[];
  readonly parsed: readonly ParsedFile[];
  readonly texts: readonly string[];
  readonly traitsOf: TraitsOf;
}

let shared: ParserPool | null = null;

/** Kind by the simplest conventions of paths: enough for trees written in a test. */
export function kindByPath(path: RepoPath): FileKind {
  if (/(^|\/)(vendor|node_modules)\//.test(path)) return 'vendor';
  if (/(^|\/)(tests?|__tests__|spec)\/|(^|\/)test_|(_test|\.test|\.spec|Test)\.\w+$|conftest\.py$/.test(path))
    return 'test';
  if (/\.(md|rst|txt)$/.test(path)) return 'docs';
  if (/\.(json|ya?ml|toml|ini|mod)$/.test(path)) return 'config';
  return 'code';
}

export async function parseTree(texts: TreeTexts): Promise<ParsedTree> {
  const paths = Object.keys(texts).sort();
  shared ??= createParserPool();
  const parsed: ParsedFile[] = [];
  for (const path of paths) {
    const text = texts[path] ?? '';
    const language = detectLanguage(path, text);
    await shared.ready(language);
    parsed.push(parseFile({ path, language, text }, shared, { deadlineMs: 20_000 }));
  }
  let firstChunk = 1;
  const files = paths.map((path, id): IndexedFile => {
    const file = parsed[id];
    const chunkCount = file?.chunks.length ?? 0;
    const size = texts[path]?.length ?? 0;
    const row = { id, path, kind: kindByPath(path), language: file?.language ?? null, hash: `hash-${id}` };
    firstChunk += chunkCount;
    return { ...row, size, lineCount: file?.lineCount ?? 0, firstChunk: firstChunk - chunkCount, chunkCount };
  });
  return { files, parsed, texts: paths.map((path) => texts[path] ?? ''), traitsOf };
}

/** The symbols of a tree as the catalog would give them. */
export function createMemorySource(tree: ParsedTree): SymbolSource & { readonly reads: Map<FileId, number> } {
  const symbols = tree.parsed.map((parsed, id) =>
    parsed.symbols.map((symbol, ordinal): IndexedSymbol => {
      const file = tree.files[id];
      if (file === undefined) throw new Error('a parsed file without a row');
      return { file, ordinal, ...symbol };
    }),
  );
  const all = symbols.flat();
  const byName = new Map<string, IndexedSymbol[]>();
  for (const symbol of all) {
    const named = byName.get(symbol.name);
    if (named === undefined) byName.set(symbol.name, [symbol]);
    else named.push(symbol);
  }
  const reads = new Map<FileId, number>();
  const byPath = new Map(tree.files.map((file) => [file.path, file]));
  return {
    reads,
    files: tree.files,
    fileByPath: (path) => byPath.get(path) ?? null,
    symbolsOf: (file) => symbols[file] ?? [],
    symbolsNamed: (name) => byName.get(name) ?? [],
    symbolsLike: (text, limit) =>
      all.filter((symbol) => symbol.name.toLowerCase().includes(text.toLowerCase())).slice(0, limit),
    referencesOf: (file) => {
      reads.set(file, (reads.get(file) ?? 0) + 1);
      return tree.parsed[file]?.references ?? [];
    },
    importsOf: (file) => tree.parsed[file]?.imports ?? [],
    filesRenaming: () =>
      tree.files.map(({ id }) => id).filter((id) => exportsRenamed(tree.parsed[id]?.imports ?? [])),
    filesMentioning: (name) => {
      const word = new RegExp(
        `(?<![\\p{L}\\p{N}_])${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\p{L}\\p{N}_])`,
        'u',
      );
      return tree.files.filter((file) => word.test(tree.texts[file.id] ?? '')).map((file) => file.id);
    },
    readText: (path) => tree.texts[byPath.get(path)?.id ?? -1] ?? null,
  };
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * A snapshot of a tree in memory. Chunks and symbols are real; `lexical` and `paths` count shared words; there
 * is no history and there are no vectors unless given.
 */
export async function createFakeSnapshot(
  texts: TreeTexts,
  overrides: Partial<Snapshot> = {},
): Promise<Snapshot> {
  const tree = await parseTree(texts);
  const source = createMemorySource(tree);
  const chunks = tree.parsed.flatMap((parsed, id) => {
    const file = tree.files[id];
    if (file === undefined) return [];
    return parsed.chunks.map(({ startLine, endLine, kind, header, symbol }, place): IndexedChunk => {
      const about = symbol === null ? null : (source.symbolsOf(id)[symbol] ?? null);
      return { id: file.firstChunk + place, file, startLine, endLine, kind, header, symbol: about };
    });
  });
  const textOf = (chunk: IndexedChunk): string =>
    (tree.texts[chunk.file.id] ?? '')
      .split('\n')
      .slice(chunk.startLine - 1, chunk.endLine)
      .join('\n');
  const chunksOf = (file: FileId) => chunks.filter((chunk) => chunk.file.id === file);
  const shared = (query: readonly WeightedText[], text: string): readonly string[] => {
    const words = new Set(wordsOf(text));
    return [...new Set(query.flatMap((part) => wordsOf(part.text)))].filter((word) => words.has(word));
  };
  const lexical = (query: readonly WeightedText[], limit: number): LexicalHit[] =>
    chunks
      .map((chunk) => ({ chunk: chunk.id, file: chunk.file.id, terms: shared(query, textOf(chunk)) }))
      .filter((hit) => hit.terms.length > 0)
      .map((hit) => ({ ...hit, score: hit.terms.length }))
      .sort((a, b) => b.score - a.score || a.chunk - b.chunk)
      .slice(0, limit);
  const paths = (query: readonly WeightedText[], limit: number): FileScore[] =>
    tree.files
      .map((file) => ({ file: file.id, matched: shared(query, file.path) }))
      .filter((hit) => hit.matched.length > 0)
      .map((hit) => ({ ...hit, score: hit.matched.length }))
      .sort((a, b) => b.score - a.score || a.file - b.file)
      .slice(0, limit);
  const noCommits: readonly CommitHit[] = [];
  const noVectors: readonly VectorHit[] = [];
  return {
    generation: 1,
    complete: true,
    tiers: ['lexical', 'graph'],
    head: null,
    files: tree.files,
    fileByPath: source.fileByPath,
    filesByTail: (path) => tree.files.filter((file) => file.path === path || file.path.endsWith(`/${path}`)),
    chunk: (id) => chunks.find((chunk) => chunk.id === id) ?? null,
    chunksOf,
    chunkAt: (file, line) => chunksOf(file).find((c) => c.startLine <= line && line <= c.endLine) ?? null,
    lexical: (query, options) => lexical(query, options.limit),
    paths,
    fileHistory: () => [],
    commits: () => noCommits,
    recentCommits: () => noCommits,
    lastTouched: () => null,
    nearest: () => noVectors,
    similarity: () => 0,
    symbols: createSymbolReader(source, traitsOf),
    skipped: {},
    skippedPaths: () => [],
    skipReason: () => null,
    ...overrides,
  };
}
