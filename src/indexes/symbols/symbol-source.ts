import type { FileId, Import, IndexedFile, IndexedSymbol, Reference, RepoPath } from '../../core/index.ts';

/** What the symbol graph reads: the stored definitions, references and imports of one snapshot. */
export interface SymbolSource {
  /** In path order; a file's id is its place in this list. */
  readonly files: readonly IndexedFile[];
  fileByPath(path: RepoPath): IndexedFile | null;
  /** In the order of their ordinals. */
  symbolsOf(file: FileId): readonly IndexedSymbol[];
  /** Exact, case-sensitive simple name, in all files. */
  symbolsNamed(name: string): readonly IndexedSymbol[];
  /** Symbols whose name contains the text, without regard to case. */
  symbolsLike(text: string, limit: number): readonly IndexedSymbol[];
  referencesOf(file: FileId): readonly Reference[];
  importsOf(file: FileId): readonly Import[];
  /** Files that export what they import under another name or as their default, ascending. */
  filesRenaming(): readonly FileId[];
  /**
   * A superset of the files that hold the name as a word in code: in a reference, or as a word of the source of an
   * import (`cache` of `./user-cache`).
   */
  filesMentioning(name: string): readonly FileId[];
  /** Text of a file of the tree, or null: used for manifests (`tsconfig.json`, `package.json`, `go.mod`, `Cargo.toml`). */
  readText(path: RepoPath): string | null;
}
