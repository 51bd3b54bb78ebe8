import {
  type Edge,
  type EdgeOptions,
  type EdgePage,
  FILE_KINDS,
  type FileId,
  type IndexedFile,
  type IndexedSymbol,
  type LineSpan,
  type Reference,
  type SymbolReader,
  type TraitsOf,
} from '../../core/index.ts';
import { CONFIDENCE, UNPLACED } from './confidence.ts';
import { defaultExport } from './default-export.ts';
import { type EdgeCount, type FileEdges, type PlacedEdge, pageEdges, QUICK_FILES } from './edge-pages.ts';
import { exportedNames } from './exported-names.ts';
import { filesOfImports, importsFile, namesOfModule } from './imported-files.ts';
import { resolveReference } from './resolve-reference.ts';
import { sameEntity } from './same-entity.ts';
import { suggestSymbols } from './suggest-symbols.ts';
import { createSymbolGraph, type FileView, type Found, known, type SymbolGraph } from './symbol-graph.ts';
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
 * looked for in files that name its class too; each other file counts as one use left open.
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
    importers: (file, limit) => importersOf(graph, file, limit),
    enclosing: (file, line) => innermostAt(source.symbolsOf(file), line),
    incoming: (symbol, options) => incoming(graph, [symbol], options),
    incomingToAny: (symbols, options) => incoming(graph, symbols, options),
    outgoing: (symbol, options) => outgoing(graph, symbol, options),
    edgesOn: (file, lines, options) => edgesOn(graph, file, lines, options),
    namesOn: (file, lines) => namesOn(graph, file, lines),
    uses: (name, options) => uses(graph, name, options),
  };
}

/** Code first and data, documents and copies last; what a name is before what opens it again. */
function byWeight(a: IndexedSymbol, b: IndexedSymbol): number {
  const kinds = FILE_KINDS.indexOf(a.file.kind) - FILE_KINDS.indexOf(b.file.kind);
  return kinds || Number(a.kind === 'impl') - Number(b.kind === 'impl') || byPlace(a, b);
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
  if (parts.length < 2 || last === undefined) return [...exact].sort(byWeight);
  const qualified = parts.join('.');
  const named = source.symbolsNamed(last).filter(({ qualifiedName }) => {
    const whole = qualifiedName.replace(/::|\\/g, '.');
    return whole === qualified || whole.endsWith(`.${qualified}`);
  });
  return [...exact, ...named].sort(byWeight);
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

/** Files that mention one of the names, ascending. */
function mentioning({ source }: SymbolGraph, names: readonly string[]): readonly FileId[] {
  const [first = [], ...others] = names.map((name) => source.filesMentioning(name));
  return others.length === 0 ? first : [...new Set([first, ...others].flat())].sort((a, b) => a - b);
}

function filesOf(graph: SymbolGraph, names: readonly string[]): readonly IndexedFile[] {
  return graph.tree.files(mentioning(graph, names));
}

/** A question for fewer than were looked for before is answered from what was found then. */
function importersOf(graph: SymbolGraph, file: FileId, limit: number): readonly FileId[] {
  const last = graph.once(`importers:${file}`, () => ({ limit: 0, found: [] as readonly FileId[] }));
  if (limit > last.limit) {
    last.found = findImporters(graph, file, limit);
    last.limit = limit;
  }
  return last.found.slice(0, limit);
}

function findImporters(graph: SymbolGraph, file: FileId, limit: number): readonly FileId[] {
  const names = namesOfModule(graph, file);
  const found: FileId[] = [];
  for (const id of mentioning(graph, names)) {
    if (found.length >= limit) break;
    if (id !== file && importsFile(graph, id, file, names)) found.push(id);
  }
  return found;
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
  /** Places of the references that can belong to the answer at all, ascending. */
  readonly about: (view: FileView) => readonly number[];
  /** Whether what it resolves to belongs to the answer; null is a use that no rule places. */
  readonly keep: (found: Found | null) => boolean;
}

const isPlaced = (found: Found | null): boolean => found !== null && found.symbols.length > 0;

function collect(graph: SymbolGraph, file: FileId, options: EdgeOptions, { about, keep }: Wish): FileEdges {
  const view = graph.view(file);
  if (view === null) return { edges: [], unresolved: 0 };
  const edges: PlacedEdge[] = [];
  let unresolved = 0;
  for (const index of about(view)) {
    const reference = view.references[index];
    if (reference === undefined) continue;
    if (options.kinds !== undefined && !options.kinds.includes(reference.kind)) continue;
    const found = graph.resolveAt(view, index);
    if (found === null) unresolved += 1;
    if (keep(found)) edges.push({ edge: edgeOf(view, reference, found), index });
  }
  edges.sort((a, b) => a.edge.site.line - b.edge.site.line || a.index - b.index);
  return { edges, unresolved };
}

const keyOf = ({ file, ordinal }: IndexedSymbol): string => `${file.id}:${ordinal}`;

/** The pages of one question count its edges once. */
function countingOnce(graph: SymbolGraph, question: string, { kinds }: EdgeOptions) {
  const key = `count:${kinds?.join() ?? ''}:${question}`;
  return (count: () => EdgeCount): EdgeCount => graph.once(key, count);
}

/** Places of the references that pass. */
function placesWhere({ references }: FileView, passes: (reference: Reference) => boolean): readonly number[] {
  return references.flatMap((reference, place) => (passes(reference) ? [place] : []));
}

function uses(graph: SymbolGraph, name: string, options: EdgeOptions = {}): EdgePage {
  const wish: Wish = { about: (view) => view.placesOf.get(name) ?? [], keep: () => true };
  const count = countingOnce(graph, `uses:${name}`, options);
  return pageEdges(filesOf(graph, [name]), (file) => collect(graph, file, options, wish), options, count);
}

function outgoing(graph: SymbolGraph, symbol: IndexedSymbol, options: EdgeOptions = {}): EdgePage {
  const isInside = ({ from }: Reference, { symbols }: FileView): boolean => {
    for (let at = from; at !== null; at = symbols[at]?.parent ?? null) if (at === symbol.ordinal) return true;
    return false;
  };
  const wish: Wish = {
    about: (view) => placesWhere(view, (reference) => isInside(reference, view)),
    keep: isPlaced,
  };
  const count = countingOnce(graph, `outgoing:${keyOf(symbol)}`, options);
  return pageEdges([symbol.file], (file) => collect(graph, file, options, wish), options, count);
}

function edgesOn(graph: SymbolGraph, id: FileId, lines: LineSpan, options: EdgeOptions = {}): EdgePage {
  const wish: Wish = { about: (view) => view.placesOn(lines), keep: isPlaced };
  return pageEdges(graph.tree.files([id]), (file) => collect(graph, file, options, wish), options);
}

function namesOn(graph: SymbolGraph, file: FileId, lines: LineSpan): readonly string[] {
  const view = graph.view(file);
  if (view === null) return [];
  const names = view.placesOn(lines).flatMap((place) => view.references[place]?.name ?? []);
  return [...new Set(names)];
}

/** A constructor is called by the name of its class. */
function entryPoints(graph: SymbolGraph, symbol: IndexedSymbol): readonly IndexedSymbol[] {
  if (symbol.kind !== 'constructor' || symbol.parent === null) return [symbol];
  const owner = graph.view(symbol.file.id)?.symbols[symbol.parent];
  return owner === undefined ? [symbol] : [symbol, owner];
}

/** Above this many files a member is only looked for in those that name its class too. */
const MANY_FILES = 500;

/** Files that can use a symbol, and how many that name it are left out. */
interface FilesUsing {
  readonly files: readonly IndexedFile[];
  readonly leftOut: number;
  /** Places of the references by its names, of the files that were looked at. */
  readonly places: Map<FileId, readonly number[]>;
}

function filesUsing(graph: SymbolGraph, symbol: IndexedSymbol, names: readonly string[]): FilesUsing {
  const view = graph.view(symbol.file.id);
  const renamed =
    view?.traits.importStyle === 'relative-path' && defaultExport(view)?.ordinal === symbol.ordinal;
  // A default import may rename what it imports: its file still names the module.
  const files = filesOf(graph, renamed ? [...names, ...namesOfModule(graph, symbol.file.id)] : names);
  const owner = symbol.parent === null ? undefined : view?.symbols[symbol.parent];
  if (files.length <= MANY_FILES || owner === undefined || !CLASS_LIKE.has(owner.kind))
    return { files, leftOut: 0, places: new Map() };
  const naming = new Set(graph.source.filesMentioning(owner.name));
  const kept = files.filter((file) => naming.has(file.id));
  return { files: kept, leftOut: files.length - kept.length, places: new Map() };
}

/** What is left out for one symbol and looked at for another is looked at. */
function filesUsingAny(
  graph: SymbolGraph,
  symbols: readonly IndexedSymbol[],
  names: readonly string[],
): FilesUsing {
  const using = symbols.map((symbol) => filesUsing(graph, symbol, names));
  const [only] = using;
  if (only !== undefined && using.length === 1) return only;
  const files = [...new Map(using.flatMap((each) => each.files).map((file) => [file.id, file])).values()];
  const all = Math.max(0, ...using.map((each) => each.files.length + each.leftOut));
  return { files, leftOut: Math.max(0, all - files.length), places: new Map() };
}

/** As many as a page in a hurry reads, and one more where there are more. */
function nearestOf({ files, ...using }: FilesUsing, path: string): FilesUsing {
  return { ...using, files: nearestFirst(files, path, QUICK_FILES + 1) };
}

/** Up to `count` files: those that share more folders with the path come first, then by path. */
function nearestFirst(files: readonly IndexedFile[], path: string, count: number): readonly IndexedFile[] {
  const folders = path.split('/').slice(0, -1);
  const groups = Array.from({ length: folders.length + 1 }, (): IndexedFile[] => []);
  for (const file of files) groups[sharedFolders(file.path, folders)]?.push(file);
  const nearest: IndexedFile[] = [];
  for (const group of groups.reverse()) {
    if (nearest.length >= count) break;
    nearest.push(...group.slice(0, count - nearest.length));
  }
  return nearest;
}

/** How many of these folders, from the outermost, the path lies in. */
function sharedFolders(path: string, folders: readonly string[]): number {
  let shared = 0;
  for (let at = 0; shared < folders.length; shared++) {
    const folder = folders[shared] as string;
    if (!path.startsWith(folder, at)) break;
    at += folder.length;
    // The last part of the path may be the name of a file as well.
    if (at < path.length && path[at] !== '/') break;
    at += 1;
  }
  return shared;
}

/** Places of the references by one of these names, or by what the file calls it or a default. */
function placesNaming(view: FileView, names: ReadonlySet<string>): readonly number[] {
  const local = new Set(names);
  for (const name of [...names, 'default'])
    for (const bound of view.localNames.get(name) ?? []) local.add(bound);
  const [first = [], ...others] = [...local].flatMap((name) => [view.placesOf.get(name) ?? []]);
  return others.length === 0 ? first : [first, ...others].flat().sort((a, b) => a - b);
}

function incoming(
  graph: SymbolGraph,
  symbols: readonly IndexedSymbol[],
  options: EdgeOptions = {},
): EdgePage {
  const targets = symbols.flatMap((symbol) => entryPoints(graph, symbol));
  const names = new Set(targets.flatMap((target) => exportedNames(graph, target)));
  const using = () => filesUsingAny(graph, symbols, [...names]);
  const isTarget = (found: IndexedSymbol): boolean => targets.some((target) => sameEntity(target, found));
  const kinds = symbols.every(({ kind }) => kind === 'constructor') ? { kinds: ['call'] as const } : {};
  const wanted: EdgeOptions = { ...kinds, ...options };
  const key = symbols.map(keyOf).join();
  const { files, leftOut, places } = options.quick
    ? graph.lately(`near:${key}`, () => nearestOf(using(), symbols[0]?.file.path ?? ''))
    : using();
  const wish: Wish = {
    about: (view) => known(places, view.file.id, () => placesNaming(view, names)),
    keep: (found) => found?.symbols.some(isTarget) ?? false,
  };
  const count = countingOnce(graph, `incoming:${key}`, wanted);
  const page = pageEdges(files, (file) => collect(graph, file, wanted, wish), options, count);
  // Of a file that is not looked at one use at least stays open.
  return { ...page, unresolved: page.unresolved + leftOut };
}
