import type { Phase, QueryKind, Weights } from '../../core/index.ts';

/** Weights as data: a later layer replaces single weights of an earlier one (base, then kind, then phase). */
export interface WeightSet {
  /** How the numbers were set. */
  readonly record: {
    readonly version: number;
    readonly method: 'hand-set' | 'learned';
    readonly basis: string;
  };
  readonly base: Weights;
  readonly kinds: Readonly<Record<QueryKind, Weights>>;
  readonly phases: Readonly<Record<Phase, Weights>>;
}

export const START_WEIGHTS: WeightSet = {
  record: {
    version: 1,
    method: 'hand-set',
    basis:
      'Prototype measurements of NDCG@10 over files on 400 commit messages, 359 issue texts and 615 short ' +
      'questions: file = 1 file-lexical + .30 path + .25 exact symbol + .20 mention (the last two are one ' +
      'signal, mention) + .30 history + .10 commits + .10 recency + .40 file-semantic + .15 test-map. Chunks: ' +
      '.8 lexical + .8 semantic + the file part; with 1.8 and .63 the first ten chunks held .331 of the edited ' +
      'places, so .350, on 37 issues and commits of four repositories (within noise). Penalties of about half ' +
      'the best score: × .3 on tests, docs and configuration lost nothing, no penalty lost .124. Symbol, ' +
      'relation, diff and failure are estimates.',
  },
  base: {
    lexical: 0.8,
    'file-lexical': 1,
    path: 0.3,
    symbol: 0.5,
    mention: 0.45,
    semantic: 0.8,
    'file-semantic': 0.4,
    history: 0.3,
    commits: 0.1,
    recency: 0.1,
    diff: 0.3,
    failure: 0.9,
    'test-map': 0.1,
    relation: 0.25,
    test: -2.4,
    docs: -2.4,
    config: -2.2,
    generated: -2.4,
    vendor: -3,
    legacy: -2.4,
    redundancy: -0.6,
  },
  kinds: {
    question: {
      symbol: 0.6,
      mention: 0.75,
      semantic: 1,
      'file-semantic': 0.8,
      history: 0.15,
      commits: 0.05,
      recency: 0.05,
      'test-map': 0,
    },
    issue: { 'test-map': 0.15 },
    failure: { 'test-map': 0.3 },
  },
  phases: {
    explore: {},
    edit: { test: -1, config: -1.6, diff: 0.4, relation: 0.35 },
    debug: { test: 0, config: -1.4, failure: 1.5, 'test-map': 0.3, diff: 0.4 },
    verify: { test: 0, docs: -1.6, config: -1.4, diff: 1.2, failure: 1.2, 'test-map': 0.2 },
  },
};
