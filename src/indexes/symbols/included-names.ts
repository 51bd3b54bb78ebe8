import type { FileId, IndexedSymbol } from '../../core/index.ts';
import { foundAmong } from './found-among.ts';
import { isHeader, isHeaderPair } from './same-entity.ts';
import type { FileView, Found, SymbolGraph } from './symbol-graph.ts';
import { isTopLevel, type KindSet } from './symbol-kinds.ts';

/** Steps along includes of includes. */
const DEPTH = 6;

/** Files that a file includes, directly and through them, each with the number of steps to it. */
function includedBy(graph: SymbolGraph, view: FileView): ReadonlyMap<FileId, number> {
  return graph.once(`includes:${view.file.id}`, () => {
    const steps = new Map<FileId, number>([[view.file.id, 0]]);
    let edge: readonly FileView[] = [view];
    for (let step = 1; step <= DEPTH && edge.length > 0; step++) {
      const next: FileView[] = [];
      for (const id of edge.flatMap((from) => directIncludes(graph, from))) {
        const there = steps.has(id) ? null : graph.view(id);
        if (there === null) continue;
        steps.set(id, step);
        next.push(there);
      }
      edge = next;
    }
    return steps;
  });
}

function directIncludes(graph: SymbolGraph, view: FileView): readonly FileId[] {
  return graph.once(`include:${view.file.id}`, () =>
    view.opened.flatMap(({ source }) => graph.moduleOf(source, view)?.files ?? []),
  );
}

/** A name that an included file declares or defines, or the implementation beside an included header. */
export function foundInIncludes(
  graph: SymbolGraph,
  view: FileView,
  name: string,
  kinds: KindSet,
): Found | null {
  const named = graph.source.symbolsNamed(name).filter((symbol) => {
    const there = kinds.has(symbol.kind) ? graph.view(symbol.file.id) : null;
    return there !== null && there.rules.family === view.rules.family && isTopLevel(symbol, there);
  });
  if (named.length === 0) return null;
  const included = includedBy(graph, view);
  const stepsTo = (symbol: IndexedSymbol): number => included.get(symbol.file.id) ?? Number.POSITIVE_INFINITY;
  const fewest = named.reduce((least, symbol) => Math.min(least, stepsTo(symbol)), Number.POSITIVE_INFINITY);
  if (fewest !== Number.POSITIVE_INFINITY) {
    const nearest = named.filter((symbol) => stepsTo(symbol) === fewest);
    return foundAmong(
      nearest.map((symbol) => definitionOf(symbol, named)),
      'import-resolved',
    );
  }
  const headers = graph.tree.files([...included.keys()]);
  const paired = named.filter(({ file }) => headers.some((header) => isHeaderPair(file, header)));
  return foundAmong(paired, 'import-resolved');
}

/** For a declaration in a header: the definition in its other half, else the only one there is. */
function definitionOf(symbol: IndexedSymbol, named: readonly IndexedSymbol[]): IndexedSymbol {
  if (!isHeader(symbol) || (symbol.kind !== 'function' && symbol.kind !== 'method')) return symbol;
  const definitions = named.filter(
    (other) => !isHeader(other) && other.kind === symbol.kind && other.qualifiedName === symbol.qualifiedName,
  );
  const paired = definitions.find((other) => isHeaderPair(other.file, symbol.file));
  return paired ?? (definitions.length === 1 ? (definitions[0] ?? symbol) : symbol);
}
