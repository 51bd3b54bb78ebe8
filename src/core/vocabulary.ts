/** The closed vocabularies of ctx, on one page. Everything keyed by one of these is a `Record<Word, …>`. */

/** What a source file is for. */
export const FILE_KINDS = ['code', 'test', 'config', 'docs', 'generated', 'vendor', 'lock'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Why a path of the tree is known by name only. Each is counted in `ctx status`. */
export const SKIP_REASONS = {
  binary: 'binary content',
  minified: 'minified: very long or very dense lines',
  'too-large': 'larger than the size cap',
  'lock-file': 'dependency lock file',
  unreadable: 'could not be read',
  symlink: 'symbolic link: never followed',
  submodule: 'submodule: index it as a repository of its own',
  'nested-repository': 'a repository of its own inside this one',
  'special-file': 'not a regular file',
  'invalid-name': 'file name is not valid UTF-8',
  'outside-root': 'resolves to a place outside the root',
  quarantined: 'failed repeatedly while being indexed',
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'latin1'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What a definition is. */
export const SYMBOL_KINDS = [
  'function',
  'method',
  'constructor',
  'class',
  'interface',
  'trait',
  'struct',
  'enum',
  'union',
  'type',
  'impl',
  'module',
  'namespace',
  'object',
  'property',
  'field',
  'variable',
  'constant',
  'macro',
  'heading',
  'key',
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** How a name is used. Decorators, macro invocations and `new X` are calls. */
export const REFERENCE_KINDS = ['call', 'import', 'extends', 'implements', 'type'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** What a run of lines is. `part` is a later piece of something over the size cap. */
export const CHUNK_KINDS = [
  'function',
  'class',
  'member',
  'type',
  'imports',
  'block',
  'section',
  'entry',
  'lines',
  'part',
] as const;
export type ChunkKind = (typeof CHUNK_KINDS)[number];

/** How a reference was resolved to a symbol, most certain first. `ambiguous` keeps the whole list. */
export const PROVENANCES = [
  'same-file',
  'import-resolved',
  'same-package',
  'unique-name',
  'ambiguous',
] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** How the source text of an import names files; one resolver each in `indexes/symbols`. */
export const IMPORT_STYLES = [
  'relative-path', // './x', '../y', 'pkg/z'             TypeScript, JavaScript, CSS-like
  'dotted-module', // 'a.b.c', '.sibling'                Python
  'package-path', // 'module/path/pkg' → a directory     Go
  'dotted-package', // 'com.acme.Thing'                  Java, Kotlin, Scala, C#, PHP ('\' is read as '.')
  'crate-path', // 'crate::a::b', 'super::c', 'self::d'  Rust
  'include', // "x/y.h"                                  C, C++
  'require-path', // 'lib/thing' on a load path          Ruby, Lua, Bash, PHP require
  'none',
] as const;
export type ImportStyle = (typeof IMPORT_STYLES)[number];

/** What a snippet is for in a pack. The order is the order of `DESIGN` §4, not the order of rendering. */
export const ROLES = [
  'goal',
  'rules',
  'map',
  'definitions',
  'dataflow',
  'tests',
  'history',
  'reserve',
] as const;
export type Role = (typeof ROLES)[number];

/** Where the agent is. */
export const PHASES = ['explore', 'edit', 'debug', 'verify'] as const;
export type Phase = (typeof PHASES)[number];

/** How much of a chunk is shown, most first. Detail falls along this list before a snippet is dropped. */
export const DETAILS = ['full', 'signature', 'outline'] as const;
export type Detail = (typeof DETAILS)[number];

/** Signals whose weights are penalties: they speak against a candidate whatever else fits the task. */
export const DEMOTING_SIGNALS = [
  'test',
  'docs',
  'config',
  'sample',
  'declaration',
  'generated',
  'vendor',
  'legacy',
  'redundancy',
] as const;

/** The measured reasons, each in [0, 1]. The last group are penalties: their weights are negative. */
export const SIGNALS = [
  'lexical', // BM25F of the chunk
  'file-lexical', // decayed sum of the best chunks of its file
  'subject', // BM25F of the chunk for the first line of a longer task
  'file-subject', // decayed sum of the best chunks of its file for that line
  'path', // query terms that occur in the path
  'symbol', // defines a symbol that the task names exactly
  'mention', // its path or a name it defines is mentioned in the task
  'semantic', // embedding similarity of the chunk
  'file-semantic', // the best embedding similarity in its file
  'history', // past commit messages of its file match
  'commits', // touched by the past commits nearest to the task
  'recency', // touched recently
  'diff', // touched by the working diff, or open in the editor
  'failure', // on the stack of a failure, or the failing test itself
  'exercise', // uses or defines the names that the failing tests use
  'file-exercise', // decayed sum of the best chunks of its file for those names
  'test-map', // the source that a matching or failing test exercises
  'relation', // resolved edges to or from the strongest candidates
  'lead', // the best place of its file: 1 ÷ the file's rank
  ...DEMOTING_SIGNALS, // penalties from here on
  'saturation', // better chunks of the same file come first
] as const;
export type Signal = (typeof SIGNALS)[number];

/** What a query is like; weights may differ by it. */
export const QUERY_KINDS = ['question', 'issue', 'failure'] as const;
export type QueryKind = (typeof QUERY_KINDS)[number];

/** Which index or reader recalled a candidate. */
export const RETRIEVERS = [
  'lexical',
  'subject',
  'symbol',
  'semantic',
  'path',
  'history',
  'failure',
  'exercise',
  'diff',
  'expansion',
] as const;
export type Retriever = (typeof RETRIEVERS)[number];

/** How an expanded neighbour is connected to the candidate it stands next to. */
export const RELATIONS = [
  'enclosing',
  'caller',
  'callee',
  'type',
  'config',
  'test',
  'tested',
  'rule',
] as const;
export type Relation = (typeof RELATIONS)[number];

/** Text fields of the code corpus. `path` and `history` belong to the path and live with the manifest. */
export const CHUNK_FIELDS = ['symbol', 'signature', 'doc', 'body'] as const;
export type ChunkField = (typeof CHUNK_FIELDS)[number];

export const TOKENIZERS = ['o200k_base', 'cl100k_base', 'estimate'] as const;
export type TokenizerName = (typeof TOKENIZERS)[number];

export const QUERY_MODES = ['hybrid', 'lexical', 'symbol', 'semantic', 'regex'] as const;
export type QueryMode = (typeof QUERY_MODES)[number];

export const PACK_FORMATS = ['markdown', 'xml', 'json'] as const;
export type PackFormat = (typeof PACK_FORMATS)[number];

/** What an index can answer with: lexical is usable first, then the graph, then vectors. */
export const TIERS = ['lexical', 'graph', 'vectors'] as const;
export type Tier = (typeof TIERS)[number];
