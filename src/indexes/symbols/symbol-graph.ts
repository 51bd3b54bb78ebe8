import {
  createRecentMap,
  type FileId,
  type Import,
  type IndexedFile,
  type IndexedSymbol,
  type LanguageTraits,
  type LineSpan,
  type Provenance,
  type Reference,
  type TraitsOf,
} from '../../core/index.ts';
import {
  IMPORT_RESOLVERS,
  type ImportContext,
  type ImportResolver,
  type ModuleTarget,
} from './import-resolvers/index.ts';
import { type LanguageRules, languageRules } from './language-rules.ts';
import type { KindSet } from './symbol-kinds.ts';
import type { SymbolSource } from './symbol-source.ts';
import { createTreePaths, type TreePaths } from './tree-paths.ts';

/** What a local name of a file is bound to by an import; `name` null is the module itself. */
export interface Binding {
  readonly source: string;
  readonly name: string | null;
  readonly reexport: boolean;
}

/** One file as resolution sees it. */
export interface FileView {
  readonly file: IndexedFile;
  readonly traits: LanguageTraits;
  readonly rules: LanguageRules;
  readonly importing: ImportResolver;
  readonly symbols: readonly IndexedSymbol[];
  readonly byName: ReadonlyMap<string, readonly IndexedSymbol[]>;
  readonly references: readonly Reference[];
  /** Places in `references` by the name of the reference, ascending. */
  readonly placesOf: ReadonlyMap<string, readonly number[]>;
  /** Places in `references` of those on the lines, ascending. */
  readonly placesOn: (lines: LineSpan) => readonly number[];
  /** What the reference at a place was found to mean before. */
  readonly placed: Map<number, Found | null>;
  readonly imports: readonly Import[];
  readonly bindings: ReadonlyMap<string, Binding>;
  /** Local names by what they are bound to: a name, else the last part of the source of a whole module. */
  readonly localNames: ReadonlyMap<string, readonly string[]>;
  /** Sources of which every name is visible here. */
  readonly opened: readonly { readonly source: string; readonly reexport: boolean }[];
  /** What the imports name, each once: their sources, and the modules inside those that their names may be. */
  readonly sources: readonly string[];
  /** The files that a source was found to bring in before. */
  readonly filesOfSource: Map<string, readonly FileId[]>;
}

/**
 * Definitions that a name can mean: more than one only where the provenance is `ambiguous`, none where it means a
 * module as a whole.
 */
export interface Found {
  readonly symbols: readonly IndexedSymbol[];
  readonly provenance: Provenance;
}

/** A module as an import names it. */
export interface ModuleFound {
  readonly module: ModuleTarget;
  readonly source: string;
  /** The file whose import names it. */
  readonly from: FileView;
}

/** What a name or a path of names leads to. */
export type Resolution = Found | ModuleFound;

export function isModule(resolution: Resolution): resolution is ModuleFound {
  return 'module' in resolution;
}

/** A use of a bare name: where it stands and what it can mean. */
export interface NameUse {
  readonly view: FileView;
  /** Innermost enclosing symbol of the use. */
  readonly scope: number | null;
  readonly name: string;
  readonly kinds: KindSet;
}

/** Reads with caches that live as long as one reader. */
export interface SymbolGraph {
  readonly source: SymbolSource;
  readonly tree: TreePaths;
  view(file: FileId): FileView | null;
  moduleOf(source: string, from: FileView): ModuleTarget | null;
  /** Places any reference; given from outside because members, modules and names need each other. */
  resolve(view: FileView, reference: Reference): Found | null;
  /** The same for a reference of the file, once. */
  resolveAt(view: FileView, place: number): Found | null;
  once<T>(key: string, make: () => T): T;
  /** As `once`, for answers that are many: some thousand of them are kept. */
  lately<T>(key: string, make: () => T): T;
}

const RECENT_FILES = 4096;
const RECENT_ANSWERS = 4096;

export type Resolve = (graph: SymbolGraph, view: FileView, reference: Reference) => Found | null;

export function createSymbolGraph(source: SymbolSource, traitsOf: TraitsOf, resolve: Resolve): SymbolGraph {
  const tree = createTreePaths(source.files, (path) => source.fileByPath(path));
  const views = createRecentMap<FileId, FileView>(RECENT_FILES);
  const targets = new Map<string, ModuleTarget | null>();
  const made = new Map<string, { readonly value: unknown }>();
  const recent = createRecentMap<string, { readonly value: unknown }>(RECENT_ANSWERS);
  const once = <T>(key: string, make: () => T): T => known(made, key, () => ({ value: make() })).value as T;
  const lately = <T>(key: string, make: () => T): T =>
    recent.remember(key, () => ({ value: make() })).value as T;
  const contextOf = (traits: LanguageTraits): ImportContext => ({
    tree,
    traits,
    symbolsNamed: (name) => source.symbolsNamed(name),
    readText: (path) => source.readText(path),
    once,
  });
  const graph: SymbolGraph = {
    source,
    tree,
    once,
    lately,
    resolve: (view, reference) => resolve(graph, view, reference),
    resolveAt: (view, place) =>
      known(view.placed, place, () => resolve(graph, view, view.references[place] as Reference)),
    view: (id) => {
      const file = source.files[id];
      if (file === undefined) return null;
      return views.remember(id, () => createFileView(file, source, traitsOf(file.language)));
    },
    moduleOf: (name, from) => {
      const key = `${from.file.id}\0${name}`;
      const known = targets.get(key);
      if (known !== undefined) return known;
      const target =
        name === ''
          ? { files: [from.file.id], rest: [] }
          : from.importing.resolve(name, from.file, contextOf(from.traits));
      targets.set(key, target);
      return target;
    },
  };
  return graph;
}

/** Parts are read when asked for: most files are only asked for their definitions. */
function createFileView(file: IndexedFile, source: SymbolSource, traits: LanguageTraits): FileView {
  const importing = IMPORT_RESOLVERS[traits.importStyle];
  const symbols = lazy(() => source.symbolsOf(file.id));
  const references = lazy(() => source.referencesOf(file.id));
  const placesOf = lazy(() => placesByName(references()));
  const byLine = lazy(() => placesByLine(references()));
  const imports = lazy(() => source.importsOf(file.id));
  const byName = lazy(() => groupByName(symbols()));
  const bound = lazy(() => bind(imports(), importing, traits.importStyle === 'crate-path'));
  const localNames = lazy(() => localsByName(bound().bindings));
  const sources = lazy(() => [...new Set(imports().flatMap(sourcesNamed(importing)))]);
  return {
    file,
    placed: new Map(),
    filesOfSource: new Map(),
    placesOn: (lines) => placesWithin(references(), byLine(), lines),
    traits,
    rules: languageRules(file.language),
    importing,
    get symbols() {
      return symbols();
    },
    get references() {
      return references();
    },
    get placesOf() {
      return placesOf();
    },
    get imports() {
      return imports();
    },
    get byName() {
      return byName();
    },
    get bindings() {
      return bound().bindings;
    },
    get opened() {
      return bound().opened;
    },
    get localNames() {
      return localNames();
    },
    get sources() {
      return sources();
    },
  };
}

/** The value for a key, made where it is asked for first. */
export function known<K, V>(values: Map<K, V>, key: K, make: () => V): V {
  const before = values.get(key);
  if (before !== undefined) return before;
  const value = make();
  values.set(key, value);
  return value;
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function groupByName(symbols: readonly IndexedSymbol[]): Map<string, IndexedSymbol[]> {
  const groups = new Map<string, IndexedSymbol[]>();
  for (const symbol of symbols) known(groups, symbol.name, (): IndexedSymbol[] => []).push(symbol);
  return groups;
}

function placesByName(references: readonly Reference[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  references.forEach(({ name }, place) => {
    known(places, name, (): number[] => []).push(place);
  });
  return places;
}

function placesByLine(references: readonly Reference[]): Uint32Array {
  const lineOf = (place: number): number => references[place]?.line ?? 0;
  return Uint32Array.from(references.keys()).sort((a, b) => lineOf(a) - lineOf(b) || a - b);
}

function placesWithin(
  references: readonly Reference[],
  byLine: Uint32Array,
  { startLine, endLine }: LineSpan,
): readonly number[] {
  const lineAt = (position: number): number => references[byLine[position] as number]?.line ?? 0;
  let first = 0;
  for (let end = byLine.length; first < end; ) {
    const middle = (first + end) >> 1;
    if (lineAt(middle) < startLine) first = middle + 1;
    else end = middle;
  }
  let end = first;
  while (end < byLine.length && lineAt(end) <= endLine) end++;
  return Array.from(byLine.subarray(first, end).slice().sort());
}

/** A whole path can be renamed too (`use Shop\Money as Cash`). */
function localsByName(bindings: ReadonlyMap<string, Binding>): Map<string, string[]> {
  const locals = new Map<string, string[]>();
  for (const [local, { name, source }] of bindings)
    known(locals, name ?? source.split(/::|[.\\/]/).at(-1) ?? '', (): string[] => []).push(local);
  return locals;
}

/** Of a name that functions of one file import from different places nothing is said. */
const UNDECIDED: Binding = { source: '?', name: '?', reexport: false };

const WILDCARD_END = /(\.|::|\\)[*_]$/;

/** What an import names: its source, and the modules inside it that its names may be. */
function sourcesNamed(importing: ImportResolver): (entry: Import) => readonly string[] {
  return ({ source, names }) => {
    const outer = source.replace(WILDCARD_END, '');
    return [outer, ...names.flatMap(({ name }) => (name === '*' ? [] : (importing.join(outer, name) ?? [])))];
  };
}

function bind(imports: readonly Import[], importing: ImportResolver, scoped: boolean) {
  const isOther = (known: Binding | undefined, source: string, name: string | null): boolean =>
    scoped && known !== undefined && (known.source !== source || known.name !== name);
  const bindings = new Map<string, Binding>();
  const opened: { source: string; reexport: boolean }[] = [];
  for (const entry of imports) {
    const source = entry.source.replace(WILDCARD_END, '');
    const parts = source === entry.source ? partsOf(entry, importing) : [{ local: null, name: null }];
    for (const { local, name } of parts) {
      if (local === null) opened.push({ source, reexport: entry.reexport });
      else
        bindings.set(
          local,
          isOther(bindings.get(local), source, name) ? UNDECIDED : { source, name, reexport: entry.reexport },
        );
    }
  }
  return { bindings, opened };
}

/** What an import binds; `local` null for everything in the module, `name` null for the module itself. */
function partsOf(
  { source, names }: Import,
  importing: ImportResolver,
): readonly { readonly local: string | null; readonly name: string | null }[] {
  if (names.length > 0)
    return names.map(({ name, local }) => {
      if (name !== '*') return { local, name };
      return { local: local === '*' || local === '' ? null : local, name: null };
    });
  const bound = importing.localName(source);
  return [
    ...(importing.bareImportOpens ? [{ local: null, name: null }] : []),
    ...(bound === null ? [] : [{ local: bound, name: null }]),
  ];
}

const STRENGTH: readonly Provenance[] = [
  'same-file',
  'import-resolved',
  'same-package',
  'unique-name',
  'ambiguous',
];

/** A chain is as sure as its least sure step. */
export function weakest(a: Provenance, b: Provenance): Provenance {
  return STRENGTH.indexOf(a) >= STRENGTH.indexOf(b) ? a : b;
}
