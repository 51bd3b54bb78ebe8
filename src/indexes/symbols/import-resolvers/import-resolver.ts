import type { FileId, IndexedFile, IndexedSymbol, LanguageTraits, RepoPath } from '../../../core/index.ts';
import type { TreePaths } from '../tree-paths.ts';

/** What an import names: the files that make a module, and the names that lead to something inside it. */
export interface ModuleTarget {
  readonly files: readonly FileId[];
  /** `['Thing']` for `com.acme.Thing` in the files of `com/acme`; empty for the module itself. */
  readonly rest: readonly string[];
}

export interface ImportContext {
  readonly tree: TreePaths;
  readonly traits: LanguageTraits;
  symbolsNamed(name: string): readonly IndexedSymbol[];
  readText(path: RepoPath): string | null;
  /** Runs once for a reader: manifests are read once. */
  once<T>(key: string, make: () => T): T;
}

/** How one import style is read. */
export interface ImportResolver {
  /** Files of the tree that the source names; null when it names nothing in the tree. */
  resolve(source: string, from: IndexedFile, context: ImportContext): ModuleTarget | null;
  /** False for a path that no import of the file can lead to: said without reading what it imports. */
  canReach(path: RepoPath, from: IndexedFile): boolean;
  /** Source of a module inside a module; null where modules do not nest. */
  join(source: string, name: string): string | null;
  /** The name that an import without names binds; null when it binds none. */
  localName(source: string): string | null;
  /** Whether an import without names makes everything in the module visible. */
  readonly bareImportOpens: boolean;
}

export function fileTarget(
  file: IndexedFile | null | undefined,
  rest: readonly string[] = [],
): ModuleTarget | null {
  return file === null || file === undefined ? null : { files: [file.id], rest };
}

/** Last part of a source by its separator. */
export function lastPart(source: string, separator: string): string {
  return source.slice(source.lastIndexOf(separator) + separator.length);
}
