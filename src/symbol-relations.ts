import type { RelationAnswer, RelationOptions, SymbolRelation } from './context.ts';
import {
  CtxError,
  type Edge,
  type EdgePage,
  type IndexedSymbol,
  type LanguageId,
  type ReferenceKind,
  type Snapshot,
} from './core/index.ts';
import { readsUses } from './parse/index.ts';
import { pathFilter } from './recall/index.ts';

const SUGGESTIONS = 10;
/** Definitions that are looked through for those that pass the filter, and those whose edges are listed. */
const MOST_FOUND = 1_000;
const SYMBOLS = 20;
const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 1_000;

const KINDS: Readonly<Record<SymbolRelation, readonly ReferenceKind[] | null>> = {
  references: null,
  callers: ['call'],
  callees: ['call'],
  implementations: ['extends', 'implements'],
};

/**
 * Edges of the symbols with exactly this name; near names are only suggested. References of a name that nothing
 * in the tree defines (a library's function) are its uses.
 */
export function relatedSymbols(
  snapshot: Snapshot,
  name: string,
  relation: SymbolRelation,
  options: RelationOptions,
): Omit<RelationAnswer, 'index' | 'elsewhere'> {
  const passes = pathFilter(options);
  const defined = snapshot.symbols.find(name, MOST_FOUND).filter(({ file }) => passes(file));
  const symbols = defined.slice(0, SYMBOLS);
  const omitted = defined.length - symbols.length;
  const page =
    symbols.length > 0
      ? edgesOf(snapshot, symbols, relation, options)
      : usesOf(snapshot, name, relation, options);
  const suggestions =
    symbols.length + page.edges.length > 0 ? [] : snapshot.symbols.suggest(name, SUGGESTIONS);
  return {
    relation,
    symbols,
    suggestions,
    ...page,
    exact: page.exact && omitted === 0,
    unsupported: unsupportedOf(symbols, relation),
    omitted,
  };
}

/** Whether the answer says that nothing uses a symbol, which a use as a value would make wrong. */
export function saysUnused(answer: Omit<RelationAnswer, 'index' | 'elsewhere'>): boolean {
  const { relation, symbols, total, unresolved, unsupported } = answer;
  const asked = relation === 'references' || relation === 'callers';
  return asked && symbols.length > 0 && total + unresolved + unsupported.length === 0;
}

/** Languages of the symbols in which nothing is read that could answer, in order. */
function unsupportedOf(symbols: readonly IndexedSymbol[], relation: SymbolRelation): readonly LanguageId[] {
  const what = KINDS[relation]?.includes('call') ? 'calls' : 'uses';
  const languages = symbols.flatMap(({ file: { language } }) =>
    language === null || readsUses(language, what) ? [] : [language],
  );
  return [...new Set(languages)].sort();
}

function edgeOptions(relation: SymbolRelation, { limit, cursor }: RelationOptions) {
  const kinds = KINDS[relation];
  return {
    limit: Math.min(limit ?? DEFAULT_LIMIT, LARGEST_LIMIT),
    cursor: cursor ?? null,
    ...(kinds && { kinds }),
  };
}

function usesOf(
  snapshot: Snapshot,
  name: string,
  relation: SymbolRelation,
  options: RelationOptions,
): EdgePage {
  if (relation === 'callees') return { edges: [], total: 0, unresolved: 0, exact: true, cursor: null };
  return snapshot.symbols.uses(name, edgeOptions(relation, options));
}

/** Pages of callees run through the symbols one after the other: a cursor is `<symbol>/<cursor of its page>`. */
function edgesOf(
  snapshot: Snapshot,
  symbols: readonly IndexedSymbol[],
  relation: SymbolRelation,
  options: RelationOptions,
): EdgePage {
  const wanted = edgeOptions(relation, options);
  // A use of an overload, or one that can mean several definitions, is one use.
  if (relation !== 'callees') return snapshot.symbols.incomingToAny(symbols, wanted);
  const counts = symbols.map((symbol) =>
    snapshot.symbols.outgoing(symbol, { ...wanted, limit: 1, cursor: null }),
  );
  const edges: Edge[] = [];
  let [next, inner] = parseCursor(wanted.cursor);
  while (next < symbols.length && edges.length < wanted.limit) {
    const symbol = symbols[next] as IndexedSymbol;
    const limit = wanted.limit - edges.length;
    const page = snapshot.symbols.outgoing(symbol, { ...wanted, limit, cursor: inner });
    edges.push(...page.edges);
    inner = page.cursor;
    if (inner === null) next++;
  }
  return {
    edges,
    total: counts.reduce((sum, page) => sum + page.total, 0),
    unresolved: counts.reduce((sum, page) => sum + page.unresolved, 0),
    exact: counts.every(({ exact }) => exact),
    cursor: next < symbols.length ? `${next}/${inner ?? ''}` : null,
  };
}

function parseCursor(cursor: string | null): [number, string | null] {
  if (cursor === null) return [0, null];
  const [, symbol, inner = ''] = /^(\d+)\/(.*)$/.exec(cursor) ?? [];
  if (symbol === undefined) {
    throw new CtxError('USAGE', `${cursor} is not a cursor. Pass the one that the list before ended with.`, {
      cursor,
    });
  }
  return [Number(symbol), inner === '' ? null : inner];
}
