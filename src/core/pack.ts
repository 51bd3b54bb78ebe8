/** Shapes of packs and traces. */

import type { ChunkId, IndexState, Query, SignalVector, Weights } from './query.ts';
import type { ContentHash, LineSpan, RepoPath } from './source.ts';
import type { Detail, PackFormat, Phase, Relation, Retriever, Role, TokenizerName } from './vocabulary.ts';

/** Counts tokens of one encoding; never throws on any text, special-token strings included. */
export interface TokenCounter {
  readonly name: TokenizerName;
  readonly count: (text: string) => number;
}

/** Lines of one file, read at pack time; `stale` when they differ from what was indexed. */
export interface FileLines {
  readonly path: RepoPath;
  readonly hash: ContentHash;
  /** Without line ends; index 0 is line 1. */
  readonly lines: readonly string[];
  readonly stale: boolean;
}

/** Something that wants a place in the pack: a chunk, or a text that is in no file (a diff, a failure). */
export interface PackItem {
  /** Unique in the pack; `chunk:<id>` or a name such as `diff`. */
  readonly key: string;
  readonly role: Role;
  /** Higher first within its role. */
  readonly score: number;
  /** In a few words: why it is here. */
  readonly reason: string;
  readonly relation: Relation | null;
  readonly content: PackContent;
}

export type PackContent =
  | {
      readonly kind: 'lines';
      readonly chunk: ChunkId | null;
      readonly path: RepoPath;
      readonly span: LineSpan;
      /** Head of what encloses the span, repeated above it. */
      readonly header: LineSpan | null;
      /** Lines of heads inside the span: what `signature` detail shows. */
      readonly heads: readonly LineSpan[];
      /** Lines kept together with the heads (call sites). */
      readonly focus: readonly LineSpan[];
      /** One line a symbol: what `outline` detail shows. */
      readonly outline: readonly string[];
      /** Highest detail worth showing: callers start at `signature`. */
      readonly maxDetail: Detail;
    }
  | { readonly kind: 'text'; readonly title: string; readonly text: string };

/** A place in the rendered pack. */
export interface Snippet {
  readonly key: string;
  readonly role: Role;
  readonly detail: Detail;
  readonly reason: string;
  /** null for a text that is in no file. */
  readonly path: RepoPath | null;
  readonly title: string;
  /** Lines shown, ascending and disjoint; empty for a text that is in no file. */
  readonly spans: readonly LineSpan[];
  readonly hash: ContentHash | null;
  readonly stale: boolean;
  /** As rendered in markdown, secrets redacted: `<line>\t<text>` rows, or the text. */
  readonly body: string;
  readonly tokens: number;
}

export interface OmittedItem {
  readonly key: string;
  readonly role: Role;
  readonly path: RepoPath | null;
  readonly span: LineSpan | null;
  readonly because: DropReason;
}

export const DROP_REASONS = {
  'below-cut': 'scored below the cut',
  'role-full': 'the share of its role was spent',
  'budget-full': 'the whole budget was spent',
  duplicate: 'same or nearly the same text as a chosen snippet',
  overlap: 'its lines are shown by another snippet',
  'already-sent': 'the session has it already',
  vendor: 'vendored copy',
  legacy: 'legacy code that nothing live refers to',
  generated: 'generated file',
  'not-wanted': 'its role has no share in this phase',
  unreadable: 'the file is gone or could not be read',
} as const;
export type DropReason = keyof typeof DROP_REASONS;

export interface RoleUse {
  readonly role: Role;
  /** Tokens of its share, and with what rolled over to it. */
  readonly share: number;
  readonly allowed: number;
  readonly used: number;
}

export interface Pack {
  readonly schemaVersion: 1;
  readonly traceId: string;
  readonly phase: Phase;
  readonly format: PackFormat;
  readonly tokenizer: TokenizerName;
  readonly budget: number;
  /** Tokens of `text`; never above `budget`. */
  readonly tokens: number;
  readonly snippets: readonly Snippet[];
  readonly omitted: readonly OmittedItem[];
  readonly roles: readonly RoleUse[];
  /** Number of secrets redacted. */
  readonly redactions: number;
  /** False when nothing in the repository matched the task well: the pack says so. */
  readonly matched: boolean;
  readonly index: IndexState;
  /** Names of all that is shown: what a session passes as `seen` to its next pack. */
  readonly sent: readonly string[];
  readonly text: string;
}

/** What happened to one candidate. */
export type Outcome =
  | { readonly kind: 'packed'; readonly role: Role; readonly detail: Detail; readonly tokens: number }
  | { readonly kind: 'dropped'; readonly because: DropReason }
  /** The call was a query: candidates are only ranked. */
  | { readonly kind: 'ranked' };

export interface TracedCandidate {
  readonly chunk: ChunkId;
  readonly path: RepoPath;
  readonly span: LineSpan;
  readonly symbol: string | null;
  readonly signals: SignalVector;
  readonly hits: readonly {
    readonly retriever: Retriever;
    readonly score: number;
    readonly matched: readonly string[];
  }[];
  readonly score: number;
  readonly fileScore: number;
  /** For neighbours: how and from which chunk they were reached. */
  readonly reached: {
    readonly relation: Relation;
    readonly via: ChunkId;
    readonly confidence: number;
  } | null;
  readonly outcome: Outcome;
}

/** The record of one call: the same data as the score. */
export interface Trace {
  readonly schemaVersion: 1;
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly call: 'query' | 'pack';
  readonly phase: Phase | null;
  readonly query: Query;
  readonly weights: Weights;
  /** Best first, then neighbours; of very many the weakest are not recorded. */
  readonly candidates: readonly TracedCandidate[];
  /** Candidates that there were, recorded or not. */
  readonly considered: number;
  readonly roles: readonly RoleUse[];
  readonly budget: number | null;
  readonly tokens: number | null;
  readonly index: IndexState;
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
  /** What failed or was cut short on the way, in sentences. */
  readonly notes: readonly string[];
}
