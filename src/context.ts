/** The shape of an open repository: what the library, the CLI and the servers call. */
import type { CtxConfig } from './config.ts';
import type {
  CallOutcome,
  CallRecord,
  Compaction,
  ContentHash,
  DecisionRecord,
  DecodedText,
  Edge,
  EdgeOptions,
  Encoding,
  FileKind,
  GitState,
  Handoff,
  IndexedSymbol,
  IndexState,
  LanguageId,
  LineSpan,
  MemoryEntry,
  NewCall,
  Pack,
  PackFormat,
  Phase,
  QueryKind,
  QueryMode,
  ReferenceKind,
  RepoPath,
  RepositoryFacts,
  SkipReason,
  SymbolKind,
  Task,
  TokenizerName,
  ToolUse,
  Trace,
  Weights,
} from './core/index.ts';
import type {
  DecisionFilter,
  GateVerdict,
  HandoffFinding,
  HandoffSummary,
  NewMemory,
  ProposalWarning,
  RecalledMemory,
} from './handoff/index.ts';
import type { IndexProgress, IndexReport } from './index-repository.ts';
import type { WindowBudget } from './pack/index.ts';
import type { NewDecision } from './project-decisions.ts';
import type { PathFilter } from './recall/index.ts';
import type { TraceSummary } from './trace/index.ts';
import type { Training, TrainingOptions } from './train-repository.ts';

export interface OpenOptions {
  /** Replaces settings of `ctx.config.json`. */
  readonly config?: Partial<CtxConfig>;
  /** Accepts `/` and the home directory as a root. */
  readonly force?: boolean;
  /** Default: `process.env`. Read: CTX_DIR, XDG_CACHE_HOME. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface IndexOptions {
  /** Looks at every file again, whatever its stamp. */
  readonly full?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: IndexProgress) => void;
}

/**
 * `sync` first brings the index up to date; `check` names what has changed since; `stored` answers from the index
 * as it is.
 */
export type Freshness = 'sync' | 'check' | 'stored';

interface ReadOptions {
  readonly freshness?: Freshness;
  readonly signal?: AbortSignal;
  /** Told where the index is brought up to date first. */
  readonly onProgress?: (progress: IndexProgress) => void;
}

export type FileFilter = PathFilter;

export interface QueryOptions extends ReadOptions, FileFilter {
  /** Default `hybrid`. `regex` searches the work tree with ripgrep. */
  readonly mode?: QueryMode;
  /** Hits returned; default 10. */
  readonly limit?: number;
  /** Goes on where an earlier answer to the same text ended, in its order, whatever was indexed since. */
  readonly cursor?: string;
  readonly phase?: Phase;
  readonly weights?: Weights;
}

export interface QueryHit extends LineSpan {
  readonly path: RepoPath;
  readonly kind: FileKind;
  readonly language: LanguageId | null;
  /** Qualified name and kind of what the lines are about, or null. */
  readonly symbol: { readonly name: string; readonly kind: SymbolKind; readonly signature: string } | null;
  /** Only differences within one answer mean anything. */
  readonly score: number;
  /** Largest contributions first, in a few words each. */
  readonly reasons: readonly string[];
  /** The line that shows best what the hit is, secrets redacted. */
  readonly preview: string;
}

export interface QueryAnswer {
  readonly schemaVersion: 1;
  /** null for `regex`, which ranks nothing. */
  readonly traceId: string | null;
  readonly query: string;
  readonly mode: QueryMode;
  readonly kind: QueryKind;
  readonly hits: readonly QueryHit[];
  /** Files in the order of their own score. */
  readonly files: readonly { readonly path: RepoPath; readonly score: number }[];
  /** Candidates that were ranked; at least the number of hits. */
  readonly total: number;
  /** For the next hits; null where these are the last that can be listed. */
  readonly cursor: string | null;
  /** Weaker ones after all that can be listed: a narrower question shows them. */
  readonly unlisted: number;
  readonly index: IndexState;
  readonly timings: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

export interface PackOptions extends ReadOptions, FileFilter {
  /** Tokens, or the context window that they are what is left of; default from the configuration. */
  readonly budget?: number | WindowBudget;
  readonly format?: PackFormat;
  readonly tokenizer?: TokenizerName;
  readonly weights?: Weights;
  /** Keys of snippets that the session has already, from `Pack.sent` of earlier packs. */
  readonly seen?: readonly string[];
}

export interface SymbolAnswer {
  /** Exact matches; never a substitute. */
  readonly found: readonly IndexedSymbol[];
  /** Near names, only where nothing was found. */
  readonly suggestions: readonly IndexedSymbol[];
  readonly index: IndexState;
}

export interface SymbolOptions extends ReadOptions, FileFilter {
  readonly kind?: SymbolKind;
  /** Definitions returned; default 50. */
  readonly limit?: number;
}

/** The filter keeps the symbols that are defined in such files. */
export interface RelationOptions extends EdgeOptions, ReadOptions, FileFilter {}

export type SymbolRelation = 'references' | 'callers' | 'callees' | 'implementations';

export interface RelationAnswer {
  readonly relation: SymbolRelation;
  readonly symbols: readonly IndexedSymbol[];
  readonly suggestions: readonly IndexedSymbol[];
  readonly edges: readonly Edge[];
  readonly total: number;
  /** Uses of the name that no rule could place: while it is above 0, "none" is not known. */
  readonly unresolved: number;
  /** False where `total` and `unresolved` are lower bounds: of many definitions only the first have their edges listed. */
  readonly exact: boolean;
  /** Languages of the symbols in which such uses are not read: finding none there says nothing. */
  readonly unsupported: readonly LanguageId[];
  /**
   * Other lines of code that hold the name where no reference or caller was found: it can be passed as a value there,
   * which is not read as a use. 0 where it was not looked.
   */
  readonly elsewhere: number;
  /** Definitions of the name beyond those in `symbols`, whose edges are not listed. */
  readonly omitted: number;
  readonly cursor: string | null;
  readonly index: IndexState;
}

/** What the repository is, at a glance. */
export interface MapAnswer extends RepositoryFacts {
  readonly index: IndexState;
}

export interface ReadFileOptions {
  /** One-based; to the end of the file where no end is given. One of `range`, `head`, `tail` and `symbol`. */
  readonly range?: { readonly startLine: number; readonly endLine?: number };
  readonly head?: number;
  readonly tail?: number;
  /** Name or qualified name of a definition in the file, exactly. */
  readonly symbol?: string;
  /** Default 600; 40 of a generated file. */
  readonly maxLines?: number;
  /** Default 24 000. */
  readonly maxBytes?: number;
  /** Default 8 000, by o200k_base. */
  readonly maxTokens?: number;
  /** For the symbol; default `sync`. */
  readonly freshness?: Freshness;
  readonly signal?: AbortSignal;
}

interface FileIdentity {
  readonly path: RepoPath;
  readonly bytes: number;
  /** null where the content was not read. */
  readonly hash: ContentHash | null;
}

export interface TextReading extends FileIdentity {
  readonly is: 'text';
  readonly kind: FileKind;
  readonly language: LanguageId | null;
  readonly encoding: Encoding;
  readonly bom: boolean;
  readonly newline: DecodedText['newline'];
  readonly symbol: { readonly name: string; readonly kind: SymbolKind; readonly span: LineSpan } | null;
  /** The symbol's lines are those of an older content. */
  readonly stale: boolean;
  readonly totalLines: number;
  /** Of what is shown; the end is before the start where nothing is. */
  readonly startLine: number;
  readonly endLine: number;
  /** Secrets redacted, lines of more than 2 000 characters clipped. */
  readonly lines: readonly string[];
  readonly clipped: number;
  readonly redactions: number;
  readonly tokens: number;
  /** Lines asked for that are not shown, which limit cut them off, and where to read on. */
  readonly linesLeft: number;
  readonly cut: 'lines' | 'bytes' | 'tokens' | null;
  readonly next: LineSpan | null;
}

/** A file that is described: its bytes would say nothing. Lock and minified files are shown where lines are asked for. */
export interface DescribedFile extends FileIdentity {
  readonly is: 'image' | 'archive' | 'binary' | 'minified' | 'lock';
  readonly what: string;
}

export type FileReading = TextReading | DescribedFile;

export interface FolderMap {
  readonly path: RepoPath;
  readonly files: number;
  readonly lines: number;
  /** Folders end with a slash. */
  readonly rows: readonly { readonly path: string; readonly files: number; readonly lines: number }[];
  /** Rows above the cap of 200. */
  readonly left: number;
}

export interface FolderAnswer extends FolderMap {
  readonly index: IndexState;
}

/** The index, and the commit that is checked out. */
export interface TreeReport extends IndexState {
  readonly head: string | null;
}

export interface StatusReport {
  readonly schemaVersion: 1;
  readonly root: RepoPath;
  readonly git: GitState | null;
  readonly store: { readonly folder: string; readonly note: string | null; readonly bytes: number };
  /** null before the first run. */
  readonly index: IndexState | null;
  readonly files: Readonly<Partial<Record<FileKind, number>>>;
  /** Lines by language, most first; `text` for files without one. */
  readonly languages: readonly {
    readonly language: string;
    readonly files: number;
    readonly lines: number;
  }[];
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  readonly chunks: number;
  readonly embedder: { readonly id: string; readonly label: string };
}

export interface IgnoreAnswer {
  readonly path: RepoPath;
  readonly ignored: boolean;
  readonly rule: { readonly file: string; readonly line: number; readonly pattern: string } | null;
  readonly reason: string;
}

export interface DoctorCheck {
  readonly name: string;
  readonly state: 'ok' | 'degraded' | 'failed';
  readonly detail: string;
  /** What to do about it; '' where nothing is to be done. */
  readonly fix: string;
}

/**
 * While it is open on Linux (`folders`), calls look only at the files that the system reported, for at most two
 * seconds after each look at everything: a change that the system does not report is found that much later.
 */
export interface WatchHandle {
  /** `chokidar` or `folders`. */
  readonly kind: string;
  close(): Promise<void>;
}

export interface WatchOptions {
  readonly onSync?: (report: IndexReport) => void;
  readonly onError?: (error: unknown) => void;
}

export interface Context extends AsyncDisposable {
  /** Absolute. */
  readonly root: string;
  readonly config: CtxConfig;
  /** Brings the index up to date. Fails with LOCKED while another process does the same. */
  index(options?: IndexOptions): Promise<IndexReport>;
  /** The same, quietly; for callers that hold an index open. */
  sync(signal?: AbortSignal): Promise<IndexReport>;
  watch(options?: WatchOptions): Promise<WatchHandle>;
  query(task: string | Task, options?: QueryOptions): Promise<QueryAnswer>;
  /** The same without an index: a text search of the work tree, for the time until there is one. */
  searchLive(task: string | Task, options?: QueryOptions): Promise<QueryAnswer>;
  pack(task: string | Task, phase: Phase, options?: PackOptions): Promise<Pack>;
  /**
   * Lines of a file as they are now, or what it is. Fails with OUTSIDE_ROOT, NOT_FOUND, AMBIGUOUS, USAGE, and
   * NO_INDEX where a symbol is asked for.
   */
  readFile(path: string, options?: ReadFileOptions): Promise<FileReading>;
  readonly symbols: {
    find(name: string, options?: SymbolOptions): Promise<SymbolAnswer>;
    related(name: string, relation: SymbolRelation, options?: RelationOptions): Promise<RelationAnswer>;
  };
  /** What was decided in this project, whoever works on it; a pack is told what touches its task. */
  readonly decisions: {
    /** Records a decision, or adds to the one with this claim. Fails with USAGE where that is settled otherwise. */
    record(decision: NewDecision): Promise<DecisionRecord>;
    /** In the order of recording. */
    list(filter?: DecisionFilter): Promise<readonly DecisionRecord[]>;
    /** By id or the unique beginning of one. Fails with NOT_FOUND. */
    get(id: string): Promise<DecisionRecord>;
    /** Records a decision that replaces another. Fails with NOT_FOUND, or USAGE where that is replaced already. */
    supersede(id: string, decision: NewDecision): Promise<DecisionRecord>;
    /** Decisions that a proposal repeats or goes against, best match first. */
    check(proposal: string): Promise<readonly ProposalWarning[]>;
    /** What is not as usual where they are kept: a damaged file was set aside, nothing can be written; or null. */
    note(): Promise<string | null>;
  };
  /** Handoffs that were kept, with the texts that they refer to. */
  readonly handoffs: {
    /** Gives its id: the same handoff has the same. */
    save(compaction: Pick<Compaction, 'handoff' | 'artifacts'>): Promise<string>;
    /** By id or the unique beginning of one; `latest` is the newest. Fails with NOT_FOUND. */
    get(id: string): Promise<Handoff>;
    /** Newest first. */
    list(limit?: number): Promise<readonly HandoffSummary[]>;
    /**
     * What in a handoff is stale against the work tree or contradicts itself, and, where the text of its session is
     * given, what does not occur there. Fails with USAGE where the session is in no known format.
     */
    check(
      handoff: Handoff,
      options?: { readonly session?: string; readonly previous?: Handoff },
    ): Promise<readonly HandoffFinding[]>;
    /** The text under a hash of `artifact_refs`. Fails with NOT_FOUND. */
    artifact(hash: ContentHash): Promise<string>;
  };
  /** What is to be known beyond a session. Kept beside the index of this repository, whatever the scope. */
  readonly memories: {
    /**
     * Writes an entry that passes the gate: a fact, a preference or an episode; no secret, no orders to a model, no
     * guess. A refusal says why; what it replaces and contradicts is recorded. Fails with USAGE on impossible numbers.
     */
    remember(memory: NewMemory): Promise<{ readonly entry: MemoryEntry; readonly verdict: GateVerdict }>;
    /**
     * Entries for this repository, branch and machine that share words with a text, best first. Each is a clue to
     * verify: the paths and names in it are looked for in the work tree and the index.
     */
    recall(text: string, limit?: number): Promise<readonly RecalledMemory[]>;
    /** All in force, in the order of writing. */
    list(): Promise<readonly MemoryEntry[]>;
    /** By id or the unique beginning of one. Fails with NOT_FOUND. */
    forget(id: string): Promise<MemoryEntry>;
  };
  /** A table for the static embedder, learned from this repository; see `ctx train`. */
  readonly training: {
    /** Trains and leaves the table for the caller to settle. Fails with USAGE or ABORTED. */
    run(options?: TrainingOptions): Promise<Training>;
    /** Deletes the table in use; false where there was none. */
    reset(): Promise<boolean>;
  };
  /** Texts that were too long to be sent whole. */
  readonly artifacts: {
    /** Gives the hash to get it by; the oldest are dropped. */
    keep(text: string): Promise<ContentHash>;
    /** Also those of handoffs. Fails with NOT_FOUND. */
    get(hash: ContentHash): Promise<string>;
  };
  /** Calls of an agent's tools. */
  readonly calls: {
    /** Gives the call's id. Secrets in the arguments are redacted. */
    begin(call: NewCall): Promise<string>;
    /** False where its end was recorded before. */
    end(id: string, outcome: CallOutcome): Promise<boolean>;
    /** Ends the open calls of processes that are gone; gives how many. */
    interruptAbandoned(): Promise<number>;
    /** Newest first. */
    list(limit?: number): Promise<readonly CallRecord[]>;
    /** Fails with NOT_FOUND. */
    get(id: string): Promise<CallRecord>;
    /** Most used first. */
    use(): Promise<readonly ToolUse[]>;
  };
  map(options?: ReadOptions): Promise<MapAnswer>;
  /** Folders and files below a path, `depth` levels deep (default 1). Fails with NOT_FOUND, OUTSIDE_ROOT. */
  folders(path: string, options?: ReadOptions & { readonly depth?: number }): Promise<FolderAnswer>;
  /** How the index is, after it was brought up to date as asked. Fails with NO_INDEX. */
  state(options?: ReadOptions): Promise<TreeReport>;
  status(): Promise<StatusReport>;
  /** Fails with NOT_FOUND. */
  trace(id: string): Promise<Trace>;
  traces(limit?: number): Promise<readonly TraceSummary[]>;
  /** Readable account of a trace, of why a path is not in it, or of how another differs. */
  explain(
    id: string,
    options?: {
      readonly whyNot?: { readonly path: RepoPath; readonly line?: number };
      readonly diff?: string;
    },
  ): Promise<string>;
  explainIgnore(path: string): Promise<IgnoreAnswer>;
  doctor(): Promise<readonly DoctorCheck[]>;
  /** Deletes the index; traces stay unless `memory` is set. Returns the bytes freed. */
  clean(options?: { readonly memory?: boolean }): Promise<number>;
  close(): Promise<void>;
}

export type { ReadOptions, ReferenceKind };
