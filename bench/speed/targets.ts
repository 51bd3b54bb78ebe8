import type { TreeResult } from './measure-tree.ts';

export interface Target {
  readonly what: string;
  readonly limit: number;
  readonly unit: string;
  /** The measured value, or null where the target says nothing about such a tree. */
  readonly of: (tree: TreeResult) => number | null;
}

/** Two idle cores are meant. */
export const TARGETS: readonly Target[] = [
  {
    what: 'full index, for each million lines',
    limit: 30,
    unit: 's',
    of: ({ full, lines }) => ifLarge(lines, full.wallMs / 1000 / (lines / 1e6)),
  },
  { what: 'full index, peak memory', limit: 600, unit: 'MB', of: ({ full }) => full.peakBytes / 1e6 },
  {
    what: 'index size against source',
    limit: 1,
    unit: '×',
    of: ({ full }) => full.indexBytes / full.sourceBytes,
  },
  {
    what: 'nothing changed, in process, against git status',
    limit: 1,
    unit: '×',
    of: ({ session: { unchanged } }) => unchanged.sync.p50 / unchanged.gitStatus.p50,
  },
  {
    what: 'one changed file, p50',
    limit: 20,
    unit: 'ms',
    of: ({ session }) => session.edit?.sync.p50 ?? null,
  },
  {
    what: 'query with an issue text, p50',
    limit: 20,
    unit: 'ms',
    of: (tree) => atScale(tree, 'hundreds', tree.session.calls.queryIssue.p50),
  },
  {
    what: 'query with an issue text, p95',
    limit: 50,
    unit: 'ms',
    of: (tree) => atScale(tree, 'hundreds', tree.session.calls.queryIssue.p95),
  },
  {
    what: 'pack with an issue text, p95',
    limit: 60,
    unit: 'ms',
    of: (tree) => atScale(tree, 'hundreds', tree.session.calls.packIssue.p95),
  },
  {
    what: 'query, p95, at a million chunks',
    limit: 120,
    unit: 'ms',
    of: (tree) => atScale(tree, 'million', tree.session.calls.queryIssue.p95),
  },
  {
    what: 'pack, p95, at a million chunks',
    limit: 120,
    unit: 'ms',
    of: (tree) => atScale(tree, 'million', tree.session.calls.packIssue.p95),
  },
  {
    what: 'cold command-line query above `node -e 0`',
    limit: 200,
    unit: 'ms',
    of: ({ commands }) => commands.query.p50 - commands.node.p50,
  },
];

/** Small trees say nothing about a rate: the start of the parsers weighs too much. */
function ifLarge(lines: number, value: number): number | null {
  return lines >= 100_000 ? value : null;
}

const MILLION = 600_000;

/** Trees far below a hundred thousand chunks are held to the same limit; they can only be faster. */
function atScale({ chunks }: TreeResult, scale: 'hundreds' | 'million', value: number): number | null {
  return (scale === 'million') === chunks >= MILLION ? value : null;
}
