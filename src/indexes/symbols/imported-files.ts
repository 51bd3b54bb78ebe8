import type { FileId, IndexedFile } from '../../core/index.ts';
import type { FileView, SymbolGraph } from './symbol-graph.ts';
import { MODULE_LIKE } from './symbol-kinds.ts';
import { baseName, directoryOf, stemOf } from './tree-paths.ts';

/** Files of a package that one import brings in: more are cut. */
const PACKAGE_FILES = 200;

/** Files that the imports of a file resolve to, in path order, the file itself excluded. */
export function filesOfImports(graph: SymbolGraph, file: FileId): readonly FileId[] {
  const view = graph.view(file);
  if (view === null) return [];
  const found = new Set<FileId>();
  for (const entry of view.imports) {
    const source = entry.source.replace(/(\.|::|\\)[*_]$/, '');
    addAll(found, graph, view, source);
    for (const { name } of entry.names) {
      const nested = name === '*' ? null : view.importing.join(source, name);
      if (nested !== null) addAll(found, graph, view, nested);
    }
  }
  found.delete(file);
  return [...found].sort((a, b) => a - b);
}

function addAll(found: Set<FileId>, graph: SymbolGraph, view: FileView, source: string): void {
  const target = graph.moduleOf(source, view);
  if (target === null) return;
  const [first] = target.rest;
  // A package with a name after it: only the files that define the name are meant.
  const files =
    first === undefined || target.files.length === 1
      ? target.files
      : target.files.filter((id) => graph.view(id)?.byName.has(first));
  for (const id of files.slice(0, PACKAGE_FILES)) found.add(id);
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
