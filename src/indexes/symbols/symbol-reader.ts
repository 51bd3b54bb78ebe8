import type {
  Edge,
  EdgeOptions,
  EdgePage,
  FileId,
  IndexedFile,
  IndexedSymbol,
  LineSpan,
  Reference,
  SymbolReader,
  TraitsOf,
} from '../../core/index.ts';
import { CONFIDENCE, UNPLACED } from './confidence.ts';
import { defaultExport } from './default-export.ts';
import { type FileEdges, type PlacedEdge, pageEdges } from './edge-pages.ts';
import { exportedNames } from './exported-names.ts';
import { filesOfImports, namesOfModule } from './imported-files.ts';
import { resolveReference } from './resolve-reference.ts';
import { sameEntity } from './same-entity.ts';
import { suggestSymbols } from './suggest-symbols.ts';
import { createSymbolGraph, type FileView, type Found, type SymbolGraph } from './symbol-graph.ts';
import { CLASS_LIKE } from './symbol-kinds.ts';
import type { SymbolSource } from './symbol-source.ts';

const FIND_LIMIT = 100;

/**
 * Answers over the stored definitions, references and imports of one snapshot. Edges are resolved when they are
 * asked for, so that a changed file never makes what another file stored wrong. Everything read is kept for
 * the life of the reader: make one for a snapshot and let it go with it.
 *
 * `uses` also lists the uses that no rule places: their edges have no targets, provenance `ambiguous` and the
 * lowest confidence, and are counted in `unresolved`. A member whose name occurs in more than 500 files is only
 * looked for in files that name its class too.
 */
export function createSymbolReader(source: SymbolSource, traitsOf: TraitsOf): SymbolReader {
  const graph = createSymbolGraph(source, traitsOf, resolveReference);
  const importedFiles = (file: FileId): readonly FileId[] =>
    graph.once(`imported:${file}`, () => filesOfImports(graph, file));
  return {
    find: (name, limit = FIND_LIMIT) => findSymbols(source, name).slice(0, limit),
    suggest: (name, limit) => suggestSymbols(source, name, limit),
    inFile: (file) => source.symbolsOf(file),
    importsOf: (file) => source.importsOf(file),
    importedFiles,
    importers: (file, limit) => {
      const names = namesOfModule(graph, file);
      return filesOf(graph, names)
        .filter((other) => other.id !== file && importedFiles(other.id).includes(file))
        .slice(0, limit)
        .map((other) => other.id);
    },
    enclosing: (file, line) => innermostAt(source.symbolsOf(file), line),
    incoming: (symbol, options) => incoming(graph, symbol, options),
    outgoing: (symbol, options) => outgoing(graph, symbol, options),
    edgesOn: (file, lines, options) => edgesOn(graph, file, lines, options),
    uses: (name, options) => uses(graph, name, options),
  };
}

function byPlace(a: IndexedSymbol, b: IndexedSymbol): number {
  if (a.file.path !== b.file.path) return a.file.path < b.file.path ? -1 : 1;
  return a.span.startLine - b.span.startLine || a.ordinal - b.ordinal;
}

/** `Cache.refresh`, `Cache::refresh` and `Cache#refresh` are one qualified name; a tail of it is enough. */
function findSymbols(source: SymbolSource, text: string): readonly IndexedSymbol[] {
  const exact = source.symbolsNamed(text);
  const parts = text.split(/::|[.#/\\]/).filter((part) => part !== '');
  const last = parts[parts.length - 1];
  if (parts.length < 2 || last === undefined) return [...exact].sort(byPlace);
  const qualified = parts.join('.');
  const named = source.symbolsNamed(last).filter(({ qualifiedName }) => {
    const whole = qualifiedName.replace(/::|\\/g, '.');
    return whole === qualified || whole.endsWith(`.${qualified}`);
  });
  return [...exact, ...named].sort(byPlace);
}

function innermostAt(symbols: readonly IndexedSymbol[], line: number): IndexedSymbol | null {
  let best: IndexedSymbol | null = null;
  for (const symbol of symbols) {
    const { startLine, endLine } = symbol.span;
    if (line < startLine || line > endLine) continue;
    if (best === null || endLine - startLine <= best.span.endLine - best.span.startLine) best = symbol;
  }
  return best;
}

function filesOf(graph: SymbolGraph, names: readonly string[]): readonly IndexedFile[] {
  const ids = new Set(names.flatMap((name) => graph.source.filesMentioning(name)));
  return graph.tree.files([...ids].sort((a, b) => a - b));
}

function edgeOf(view: FileView, reference: Reference, found: Found | null): Edge {
  return {
    site: {
      file: view.file,
      line: reference.line,
      kind: reference.kind,
      name: reference.name,
      receiver: reference.receiver,
      enclosing: reference.from === null ? null : (view.symbols[reference.from] ?? null),
    },
    targets: found?.symbols ?? [],
    provenance: found?.provenance ?? 'ambiguous',
    confidence: found === null ? UNPLACED : CONFIDENCE[found.provenance],
  };
}

/** What a question asks of the references of a file. */
interface Wish {
  /** Whether the reference can belong to the answer at all. */
  readonly about: (reference: Reference, view: FileView) => boolean;
  /** Whether what it resolves to belongs to the answer; null is a use that no rule places. */
  readonly keep: (found: Found | null) => boolean;
}

const isPlaced = (found: Found | null): boolean => found !== null && found.symbols.length > 0;

function collect(graph: SymbolGraph, file: FileId, options: EdgeOptions, { about, keep }: Wish): FileEdges {
  const view = graph.view(file);
  if (view === null) return { edges: [], unresolved: 0 };
  const edges: PlacedEdge[] = [];
  let unresolved = 0;
  view.references.forEach((reference, index) => {
    if (options.kinds !== undefined && !options.kinds.includes(reference.kind)) return;
    if (!about(reference, view)) return;
    const found = graph.resolve(view, reference);
    if (found === null) unresolved += 1;
    if (keep(found)) edges.push({ edge: edgeOf(view, reference, found), index });
  });
  edges.sort((a, b) => a.edge.site.line - b.edge.site.line || a.index - b.index);
  return { edges, unresolved };
}

function uses(graph: SymbolGraph, name: string, options: EdgeOptions = {}): EdgePage {
  const wish: Wish = { about: (reference) => reference.name === name, keep: () => true };
  return pageEdges(filesOf(graph, [name]), (file) => collect(graph, file, options, wish), options);
}

function outgoing(graph: SymbolGraph, symbol: IndexedSymbol, options: EdgeOptions = {}): EdgePage {
  const isInside = ({ from }: Reference, view: FileView): boolean => {
    for (let at = from; at !== null; at = view.symbols[at]?.parent ?? null)
      if (at === symbol.ordinal) return true;
    return false;
  };
  const wish: Wish = { about: isInside, keep: isPlaced };
  return pageEdges([symbol.file], (file) => collect(graph, file, options, wish), options);
}

function edgesOn(graph: SymbolGraph, id: FileId, lines: LineSpan, options: EdgeOptions = {}): EdgePage {
  const about = ({ line }: Reference): boolean => lines.startLine <= line && line <= lines.endLine;
  const wish: Wish = { about, keep: isPlaced };
  return pageEdges(graph.tree.files([id]), (file) => collect(graph, file, options, wish), options);
}

/** A constructor is called by the name of its class. */
function entryPoints(graph: SymbolGraph, symbol: IndexedSymbol): readonly IndexedSymbol[] {
  if (symbol.kind !== 'constructor' || symbol.parent === null) return [symbol];
  const owner = graph.view(symbol.file.id)?.symbols[symbol.parent];
  return owner === undefined ? [symbol] : [symbol, owner];
}

/** Above this many files a member is only looked for in those that name its class too. */
const MANY_FILES = 500;

/** Files that can use any of these symbols. */
function filesUsing(
  graph: SymbolGraph,
  symbol: IndexedSymbol,
  names: readonly string[],
): readonly IndexedFile[] {
  const view = graph.view(symbol.file.id);
  const renamed =
    view?.traits.importStyle === 'relative-path' && defaultExport(view)?.ordinal === symbol.ordinal;
  // A default import may rename what it imports: its file still names the module.
  const files = filesOf(graph, renamed ? [...names, ...namesOfModule(graph, symbol.file.id)] : names);
  const owner = symbol.parent === null ? undefined : view?.symbols[symbol.parent];
  if (files.length <= MANY_FILES || owner === undefined || !CLASS_LIKE.has(owner.kind)) return files;
  const naming = new Set(graph.source.filesMentioning(owner.name));
  return files.filter((file) => naming.has(file.id));
}

/** Files that share more folders with the path come first, then by path. */
function nearestFirst(files: readonly IndexedFile[], path: string): readonly IndexedFile[] {
  const folders = path.split('/').slice(0, -1);
  const shared = (other: string): number => {
    const segments = other.split('/');
    const apart = folders.findIndex((folder, i) => segments[i] !== folder);
    return apart < 0 ? folders.length : apart;
  };
  return files
    .map((file) => ({ file, shared: shared(file.path) }))
    .sort((a, b) => b.shared - a.shared || a.file.id - b.file.id)
    .map(({ file }) => file);
}

function incoming(graph: SymbolGraph, symbol: IndexedSymbol, options: EdgeOptions = {}): EdgePage {
  const targets = entryPoints(graph, symbol);
  const names = new Set(targets.flatMap((target) => exportedNames(graph, target)));
  const isCalled = ({ name }: Reference, view: FileView): boolean => {
    if (names.has(name)) return true;
    const imported = view.bindings.get(name)?.name;
    return imported !== undefined && imported !== null && (names.has(imported) || imported === 'default');
  };
  const isTarget = (found: IndexedSymbol): boolean => targets.some((target) => sameEntity(target, found));
  const wish: Wish = { about: isCalled, keep: (found) => found?.symbols.some(isTarget) ?? false };
  const kinds = symbol.kind === 'constructor' ? { kinds: ['call'] as const } : {};
  const wanted: EdgeOptions = { ...kinds, ...options };
  const using = filesUsing(graph, symbol, [...names]);
  const files = options.quick ? nearestFirst(using, symbol.file.path) : using;
  return pageEdges(files, (file) => collect(graph, file, wanted, wish), options);
}
