/** Shapes of the read path, up to the ranked list. */
import type { CodeSymbol, ContentHash, LanguageId, LineSpan, RepoPath } from './source.ts';
import type {
  ChunkKind,
  FileKind,
  Phase,
  Provenance,
  QueryKind,
  ReferenceKind,
  Relation,
  Retriever,
  Role,
  Signal,
  Tier,
} from './vocabulary.ts';

/** What an agent is about to do. A plain string is `{ goal }`. */
export interface Task {
  readonly goal: string;
  readonly acceptance?: readonly string[];
  /** Prohibitions and limits, kept word for word. */
  readonly constraints?: readonly string[];
  readonly plan?: string;
  /** Raw output of tests or builds. */
  readonly failures?: string;
  /** `auto` reads the working diff against HEAD. */
  readonly diff?: 'auto' | readonly import('./source.ts').DiffFile[];
  readonly openFiles?: readonly RepoPath[];
  readonly decisions?: readonly Decision[];
}

export interface Decision {
  readonly id: string;
  readonly claim: string;
  readonly status: 'accepted' | 'rejected' | 'tentative';
  readonly reason: string;
}

/** Text with an emphasis: the subject line and code spans count more. */
export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

export interface IdentifierMention {
  readonly name: string;
  /** Text before the last dot or `::`, or null. */
  readonly qualifier: string | null;
  /** How surely it is code: in back-ticks or called → 1, CamelCase or snake_case in prose → less. */
  readonly confidence: number;
}

export interface PathMention {
  /** As written, `/`-separated; often only the tail of a path. */
  readonly path: string;
  readonly line: number | null;
}

export interface StackFrame {
  readonly path: string;
  readonly line: number | null;
  readonly symbol: string | null;
  /** 0 = where it was thrown. */
  readonly depth: number;
}

export interface TestMention {
  readonly path: string | null;
  readonly name: string;
}

/** A task as understood. */
export interface Query {
  readonly text: string;
  readonly kind: QueryKind;
  /** Its first line that says something, '' where there is none. */
  readonly subject: string;
  readonly spans: readonly WeightedText[];
  readonly identifiers: readonly IdentifierMention[];
  readonly paths: readonly PathMention[];
  readonly frames: readonly StackFrame[];
  readonly tests: readonly TestMention[];
  /** Error types, codes and messages. */
  readonly errors: readonly string[];
  readonly quotes: readonly string[];
  /** What was cut short while reading the task, in sentences. */
  readonly notes?: readonly string[];
}

/** Row number of a chunk in the store. */
export type ChunkId = number;
/** Dense number of a file in one snapshot, 0 … n−1, in path order. */
export type FileId = number;

export interface IndexedFile {
  readonly id: FileId;
  readonly path: RepoPath;
  readonly kind: FileKind;
  readonly language: LanguageId | null;
  readonly hash: ContentHash;
  readonly size: number;
  readonly lineCount: number;
  /** Chunk ids of a file are consecutive. */
  readonly firstChunk: ChunkId;
  readonly chunkCount: number;
}

export interface IndexedChunk extends LineSpan {
  readonly id: ChunkId;
  readonly file: IndexedFile;
  readonly kind: ChunkKind;
  readonly header: LineSpan | null;
  /** What it is about. */
  readonly symbol: IndexedSymbol | null;
}

/** With `file`, `ordinal` (its place in the file's list of symbols) identifies it in a snapshot. */
export interface IndexedSymbol extends CodeSymbol {
  readonly file: IndexedFile;
  readonly ordinal: number;
}

/** All that a symbol says, in properties of its own: one of an index reads its texts when it is asked for them. */
export function wholeSymbol(symbol: IndexedSymbol): IndexedSymbol {
  const { qualifiedName, signature, doc } = symbol;
  return { ...symbol, qualifiedName, signature, doc };
}

/** A reference in the tree, with the symbol it stands in. */
export interface Site {
  readonly file: IndexedFile;
  readonly line: number;
  readonly kind: ReferenceKind;
  readonly name: string;
  readonly receiver: string | null;
  readonly enclosing: IndexedSymbol | null;
}

/**
 * A resolved reference. `targets` has one entry unless the provenance is `ambiguous`; in lists of all uses of a name
 * it is empty for a use that no rule could place and for one that means a module as a whole.
 */
export interface Edge {
  readonly site: Site;
  readonly targets: readonly IndexedSymbol[];
  readonly provenance: Provenance;
  /** In (0, 1]. */
  readonly confidence: number;
}

/**
 * One answer of a list that is capped. `total` counts the edges of all pages, `unresolved` the uses of the name that
 * no rule could place.
 */
export interface EdgePage {
  readonly edges: readonly Edge[];
  readonly total: number;
  readonly unresolved: number;
  /** Whether they are counted to the end: of names in more than 20 000 files they are lower bounds. */
  readonly exact: boolean;
  /** Pass it back for the next page; null at the end. */
  readonly cursor: string | null;
}

/** A chunk recalled by one retriever. */
export interface Hit {
  readonly chunk: ChunkId;
  readonly file: FileId;
  readonly retriever: Retriever;
  /** In the retriever's own unit, > 0; only ratios within one retriever mean anything. */
  readonly score: number;
  /** What matched, for people: terms, a path, a frame. At most a few words each. */
  readonly matched: readonly string[];
}

/** In [0, 1]; absent means 0. */
export type SignalVector = Readonly<Partial<Record<Signal, number>>>;
export type Weights = Readonly<Partial<Record<Signal, number>>>;

export interface Candidate {
  readonly chunk: IndexedChunk;
  readonly hits: readonly Hit[];
  readonly signals: SignalVector;
}

export interface RankedCandidate extends Candidate {
  /** Σ weight × signal over all signals. */
  readonly score: number;
  /** Σ weight × signal over the signals of the file only: orders files. */
  readonly fileScore: number;
}

/** A chunk that stands next to a ranked one. */
export interface Neighbour {
  readonly chunk: IndexedChunk;
  readonly role: Role;
  readonly relation: Relation;
  /** The candidate it was reached from. */
  readonly via: ChunkId;
  readonly distance: number;
  /** Product of edge confidences and decay; in (0, 1]. */
  readonly confidence: number;
  /** Lines that matter in it (call sites), shown when detail falls to `signature`. */
  readonly focus: readonly LineSpan[];
}

export type IndexCompleteness = 'complete' | 'partial' | 'stale';

/** What every answer says about the index that gave it. */
export interface IndexState {
  readonly completeness: IndexCompleteness;
  /** Paths whose content differs from the index and could not be reconciled in time; capped at 100. */
  readonly stale: readonly RepoPath[];
  readonly tiers: readonly Tier[];
  /** Grows with every change of the manifest. */
  readonly generation: number;
}

/** A phase is data. */
export interface PhasePlan {
  readonly phase: Phase;
  /** Share of the budget by role; sums to 1. */
  readonly shares: Readonly<Record<Role, number>>;
  /** Roles that receive what others leave unspent, in order. */
  readonly rollover: readonly Role[];
  /** Relations that expansion follows, with the decay of confidence for one step. */
  readonly follow: Readonly<Partial<Record<Relation, number>>>;
}
