import type { FileId, IndexedFile } from '../../core/index.ts';
import { type FileView, known, type SymbolGraph } from './symbol-graph.ts';
import { MODULE_LIKE } from './symbol-kinds.ts';
import { baseName, directoryOf, stemOf } from './tree-paths.ts';

/** Files of a package that one import brings in: more are cut. */
const PACKAGE_FILES = 200;

/** Files that the imports of a file resolve to, in path order, the file itself excluded. */
export function filesOfImports(graph: SymbolGraph, file: FileId): readonly FileId[] {
  const view = graph.view(file);
  if (view === null) return [];
  const found = new Set(view.sources.flatMap((source) => filesOf(graph, view, source)));
  found.delete(file);
  return [...found].sort((a, b) => a - b);
}

/** Whether an import of `from` that has one of the names of the module of `file` brings the file in. */
export function importsFile(
  graph: SymbolGraph,
  from: FileId,
  file: FileId,
  names: readonly string[],
): boolean {
  const view = graph.view(from);
  const path = graph.source.files[file]?.path;
  if (view === null || path === undefined || !view.importing.canReach(path, view.file)) return false;
  return view.sources.some(
    (source) => names.some((name) => source.includes(name)) && filesOf(graph, view, source).includes(file),
  );
}

function filesOf(graph: SymbolGraph, view: FileView, source: string): readonly FileId[] {
  return known(view.filesOfSource, source, () => findFiles(graph, view, source));
}

function findFiles(graph: SymbolGraph, view: FileView, source: string): readonly FileId[] {
  const target = graph.moduleOf(source, view);
  if (target === null) return [];
  const [first] = target.rest;
  // A package with a name after it: only the files that define the name are meant.
  const files =
    first === undefined || target.files.length === 1
      ? target.files
      : target.files.filter((id) => graph.view(id)?.byName.has(first));
  return files.slice(0, PACKAGE_FILES);
}

const STANDS_FOR_DIRECTORY = /^(index|__init__|mod|lib|main|init)$/;

/**
 * Words by which imports name the module of a file: its stem, its directory for an index file or a language of
 * packages, and the last part of the namespaces it declares. Of a name that is no identifier the longest word.
 */
export function namesOfModule(graph: SymbolGraph, file: FileId): readonly string[] {
  const view = graph.view(file);
  if (view === null) return [];
  const { path } = view.file;
  const directories = directoryNames(view.file);
  const style = view.traits.importStyle;
  const wholePackage = style === 'package-path' || style === 'dotted-package';
  const names = [
    ...(style === 'package-path' ? [] : [stemOf(path)]),
    ...(wholePackage || STANDS_FOR_DIRECTORY.test(stemOf(path)) ? directories : []),
    ...(wholePackage ? declaredNamespaces(view) : []),
  ];
  return [...new Set(names.map(longestWord))].filter((name) => name !== '');
}

/** The directory's name, and that of the one above where it only says `src`. */
function directoryNames(file: IndexedFile): readonly string[] {
  const directory = directoryOf(file.path);
  const name = baseName(directory);
  return name === 'src' || name === 'lib' ? [name, baseName(directoryOf(directory))] : [name];
}

function declaredNamespaces(view: FileView): readonly string[] {
  return view.symbols
    .filter((symbol) => MODULE_LIKE.has(symbol.kind))
    .map((symbol) =>
      symbol.name.slice(Math.max(symbol.name.lastIndexOf('.'), symbol.name.lastIndexOf('\\')) + 1),
    );
}

function longestWord(name: string): string {
  const words = name.split(/[^\p{L}\p{N}_]+/u);
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}
