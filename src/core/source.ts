/** Shapes of the write path: what is in a work tree and in a file. */
import type { ChunkKind, Encoding, FileKind, ReferenceKind, SkipReason, SymbolKind } from './vocabulary.ts';

/** Path below the root, `/`-separated, no leading slash, no `.` or `..` segments. */
export type RepoPath = string;
/** Row name of the language table, e.g. `typescript`; null where the file is chunked by lines. */
export type LanguageId = string;
/** First 128 bits of the SHA-256 of a file's bytes, 32 hex digits. */
export type ContentHash = string;

/** One-based, both ends inclusive. */
export interface LineSpan {
  readonly startLine: number;
  readonly endLine: number;
}

/** What `lstat` says; equal stamps mean "not looked at again". Times in milliseconds with fraction. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

/** A path found by the walk, before its content is read. */
export interface ScannedFile {
  readonly path: RepoPath;
  readonly stamp: FileStamp;
  /** Set when the walk alone decides that the content is never read. */
  readonly skip: SkipReason | null;
}

/** Content as text: what chunks, line numbers and packs refer to. */
export interface DecodedText {
  /** Without BOM; newlines as in the file. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly bom: boolean;
  readonly newline: 'lf' | 'crlf' | 'mixed' | 'none';
}

/** What inspection of a file's bytes says. */
export type InspectedContent =
  | { readonly ok: true; readonly kind: FileKind; readonly decoded: DecodedText }
  | { readonly ok: false; readonly kind: FileKind; readonly skip: SkipReason };

/** A definition. Indices refer to the same file's list of symbols. */
export interface CodeSymbol {
  readonly name: string;
  /** Dotted from the outermost named parent in the file, e.g. `Cache.refresh`. */
  readonly qualifiedName: string;
  readonly kind: SymbolKind;
  /** Whole definition with its decorators and doc comment's own lines excluded. */
  readonly span: LineSpan;
  /** Line of the name itself. */
  readonly nameLine: number;
  /** The definition's head on one line, without its body, at most 300 characters. */
  readonly signature: string;
  /** First paragraph of its doc comment or docstring, at most 300 characters, or ''. */
  readonly doc: string;
  readonly parent: number | null;
  /** Visible outside its file by the rules of the language. */
  readonly exported: boolean;
}

/** A use of a name. */
export interface Reference {
  readonly name: string;
  readonly kind: ReferenceKind;
  readonly line: number;
  /** Text before the last `.`, `::`, `->` of the use (`self`, `cache.lock`), or null. */
  readonly receiver: string | null;
  /**
   * Type of the receiver where the same file says it (`x = Foo()`, `x: Foo`); `open()` and `Foo.get()` mean what that
   * call gives; `?` is a local value of unknown type; else null.
   */
  readonly receiverType: string | null;
  /** Innermost enclosing symbol, or null at top level. */
  readonly from: number | null;
}

export interface ImportedName {
  /** Name in the imported module; `*` for all of it, `default` for a default export. */
  readonly name: string;
  /** Name in this file. */
  readonly local: string;
}

export interface Import {
  /** As written, without quotes: `./cache`, `a.b.c`, `crate::x`, `net/http`; empty for the file itself. */
  readonly source: string;
  readonly line: number;
  /** Empty for an import that binds the module itself only by its last segment, or by side effect. */
  readonly names: readonly ImportedName[];
  /** The names are exported again from this file. */
  readonly reexport: boolean;
}

/** A run of whole lines. The chunks of a file cover each non-blank line exactly once. */
export interface Chunk extends LineSpan {
  readonly kind: ChunkKind;
  /** Symbol that the chunk is about, index in the file's symbols, or null. */
  readonly symbol: number | null;
  /** For `part` and `member` chunks: the lines of the head of what encloses it, shown above it when rendered. */
  readonly header: LineSpan | null;
}

/** Text of one chunk by field, as the lexical index and the embedder read it. */
export interface ChunkText {
  /** Names and qualified names of the symbols whose definition starts in the chunk. */
  readonly symbol: string;
  readonly signature: string;
  /** Comments and docstrings in the chunk. */
  readonly doc: string;
  /** The rest. */
  readonly body: string;
}

export interface ParsedFile {
  readonly language: LanguageId | null;
  readonly symbols: readonly CodeSymbol[];
  readonly references: readonly Reference[];
  readonly imports: readonly Import[];
  readonly chunks: readonly Chunk[];
  /** Parallel to `chunks`. */
  readonly texts: readonly ChunkText[];
  readonly lineCount: number;
  /** `parsed` by its grammar; `structured` without one (Markdown, JSON, …); `lines` with the reason. */
  readonly outcome:
    | { readonly how: 'parsed' | 'structured' }
    | { readonly how: 'lines'; readonly because: string };
}

/** Everything that a file's content gives, ready to store: a function of its bytes and language alone. */
export interface AnalyzedFile {
  readonly hash: ContentHash;
  readonly language: LanguageId | null;
  readonly lineCount: number;
  readonly outcome: ParsedFile['outcome'];
  readonly symbols: readonly Omit<CodeSymbol, 'signature' | 'doc'>[];
  readonly chunks: readonly Chunk[];
  /** Packed by `indexes/symbols`: the signatures and documentation of the symbols, references, imports. */
  readonly symbolTexts: Uint8Array;
  readonly references: Uint8Array;
  readonly imports: Uint8Array;
  /** Whether it exports what it imports under another name or as its default. */
  readonly renames: boolean;
  /** One int8 vector a chunk, `dimensions` bytes each, or null where the embedder runs in the background. */
  readonly vectors: Int8Array | null;
}

/** Names the derived rows of a content: the same bytes in two languages are two contents. */
export function contentKey(hash: ContentHash, language: LanguageId | null): string {
  return `${hash}:${language ?? ''}`;
}

/** A commit that is an ancestor of HEAD. */
export interface Commit {
  /** 40 hex digits. */
  readonly sha: string;
  /** Committer time, seconds since the epoch. */
  readonly time: number;
  readonly subject: string;
  readonly body: string;
  /** Paths it touched; empty for merges and for commits over the file cap. */
  readonly paths: readonly RepoPath[];
}

export interface GitState {
  /** Work tree root, common git directory, and the git directory of this work tree alone; absolute. */
  readonly worktree: string;
  readonly commonDir: string;
  readonly gitDir: string;
  readonly branch: string | null;
  /** null in a repository without commits. */
  readonly head: string | null;
  readonly shallow: boolean;
}

/** One file of a diff against HEAD. */
export interface DiffFile {
  readonly path: RepoPath;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'untracked';
  /** Changed lines in the work tree's version. */
  readonly hunks: readonly LineSpan[];
  /** Unified diff text of this file, without colour; '' for untracked files. */
  readonly patch: string;
}

/** What a repository is, at a glance: data of the repository map. Lists are ordered and capped. */
export interface RepositoryFacts {
  /** From a manifest at the root, else the root folder's name. */
  readonly name: string;
  readonly files: number;
  readonly lines: number;
  /** Most lines first; files without a language are left out. */
  readonly languages: readonly {
    readonly language: LanguageId;
    readonly files: number;
    readonly lines: number;
  }[];
  readonly packageManagers: readonly { readonly name: string; readonly manifest: RepoPath }[];
  readonly commands: readonly RepositoryCommand[];
  readonly entryPoints: readonly { readonly path: RepoPath; readonly reason: string }[];
  /** Outermost folders that hold tests, most test files first. */
  readonly testFolders: readonly { readonly path: RepoPath; readonly files: number }[];
  readonly configuration: readonly RepoPath[];
  /** Rules for agents and contributors: nearest the root first. */
  readonly instructions: readonly RepoPath[];
  /** Folders, most lines first, each file in one of them: the top ones, a dominant one divided; '' is the root. */
  readonly layout: readonly { readonly path: RepoPath; readonly files: number; readonly lines: number }[];
  /** Outermost folders that are mostly of no interest, or hold much of the tree. */
  readonly bulk: readonly {
    readonly path: RepoPath;
    readonly why: 'big' | 'generated' | 'vendor';
    readonly files: number;
  }[];
  readonly git: {
    readonly branch: string | null;
    readonly head: string | null;
    readonly shallow: boolean;
    readonly dirty: readonly RepoPath[];
    /** Newest first. */
    readonly recentCommits: readonly CommitSummary[];
  } | null;
}

/** A command as found in a manifest, to be run in the folder of `source`. */
export interface RepositoryCommand {
  readonly purpose: 'build' | 'test' | 'lint' | 'run';
  readonly command: string;
  /** The manifest that says so. */
  readonly source: RepoPath;
}

export interface CommitSummary {
  readonly sha: string;
  /** Committer time, seconds since the epoch. */
  readonly time: number;
  readonly subject: string;
}
