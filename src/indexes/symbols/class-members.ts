import type { IndexedSymbol } from '../../core/index.ts';
import { foundAmong } from './found-among.ts';
import { resultOf } from './result-of.ts';
import { settleOnce } from './settle-once.ts';
import { type FileView, type Found, type SymbolGraph, weakest } from './symbol-graph.ts';
import { CLASS_LIKE, MODULE_LIKE } from './symbol-kinds.ts';
import { directoryOf, nearestFirst } from './tree-paths.ts';
import { outermostNames } from './written-types.ts';

/** Steps along base classes. */
const DEPTH = 8;

/**
 * The member of a class, of its extensions elsewhere, or of the nearest base class that has it. The
 * provenance is that of the steps from the class to the member.
 */
export function classMember(
  graph: SymbolGraph,
  owner: IndexedSymbol,
  name: string,
  options: { readonly basesOnly?: boolean } = {},
): Found | null {
  return search(graph, owner, name, options.basesOnly ?? false, new Set(), 0);
}

function search(
  graph: SymbolGraph,
  owner: IndexedSymbol,
  name: string,
  basesOnly: boolean,
  seen: Set<string>,
  depth: number,
): Found | null {
  const key = `${owner.file.id}:${owner.ordinal}`;
  const view = graph.view(owner.file.id);
  if (view === null || depth > DEPTH || seen.has(key)) return null;
  seen.add(key);
  if (!basesOnly) {
    const own = ownMember(view, owner, name) ?? openMember(graph, view, owner, name);
    if (own !== null) return own;
  }
  for (const base of basesOf(graph, view, owner)) {
    for (const symbol of base.symbols) {
      const found = search(graph, symbol, name, false, seen, depth + 1);
      if (found !== null) return { ...found, provenance: weakest(found.provenance, base.provenance) };
    }
  }
  return null;
}

/** Inside the class, in other parts of it in the same file, or written as `Class.member` beside it. */
function ownMember(view: FileView, owner: IndexedSymbol, name: string): Found | null {
  const members = (view.byName.get(name) ?? []).filter((symbol) => {
    // What stands inside a function is local to it, unless it is written as a member of it.
    if (symbol.parent === owner.ordinal) return owner.kind !== 'function' || symbol.kind === 'method';
    if (symbol.ordinal === owner.ordinal) return false;
    if (symbol.parent === null) return symbol.qualifiedName === `${owner.qualifiedName}.${name}`;
    const parent = view.symbols[symbol.parent];
    return parent !== undefined && isPartOf(parent, owner);
  });
  const first = members[0];
  return first === undefined ? null : { symbols: [first], provenance: 'same-file' };
}

/** `impl` blocks, extensions and partial declarations carry the name of their type. */
function isPartOf(part: IndexedSymbol, owner: IndexedSymbol): boolean {
  const open = CLASS_LIKE.has(part.kind) || MODULE_LIKE.has(part.kind);
  return (
    open && part.name === owner.name && (part.kind === 'impl' || part.qualifiedName === owner.qualifiedName)
  );
}

/** Members written in other files, for languages whose types and namespaces are open. */
function openMember(graph: SymbolGraph, view: FileView, owner: IndexedSymbol, name: string): Found | null {
  const reach = MODULE_LIKE.has(owner.kind) ? 'tree' : view.rules.openTypes;
  if (reach === 'none') return null;
  const directory = directoryOf(owner.file.path);
  const members = graph.source.symbolsNamed(name).filter((symbol) => {
    const there = graph.view(symbol.file.id);
    return (
      symbol.qualifiedName !== name &&
      isTail(symbol.qualifiedName, `${owner.qualifiedName}.${name}`) &&
      there?.rules.family === view.rules.family &&
      (reach === 'tree' || directoryOf(symbol.file.path) === directory)
    );
  });
  const inDirectory = members.filter((symbol) => directoryOf(symbol.file.path) === directory);
  return foundAmong(inDirectory.length > 0 ? inDirectory : nearest(members, owner), 'same-package');
}

/** A namespace that a file declares for all of itself is not part of its qualified names. */
function isTail(a: string, b: string): boolean {
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

function nearest(symbols: readonly IndexedSymbol[], owner: IndexedSymbol): readonly IndexedSymbol[] {
  const tagged = symbols.map((symbol) => ({ path: symbol.file.path, symbol }));
  return nearestFirst(tagged, owner.file.path).map(({ symbol }) => symbol);
}

/** What the heads of the class and of its parts extend and implement, in the order written. */
function basesOf(graph: SymbolGraph, view: FileView, owner: IndexedSymbol): readonly Found[] {
  return settleOnce(graph, `bases:${owner.file.id}:${owner.ordinal}`, [], () => {
    const here = basesIn(graph, view, owner);
    return here.length > 0
      ? here
      : otherParts(graph, view, owner).flatMap((part) => basesIn(graph, part, owner));
  });
}

function basesIn(graph: SymbolGraph, view: FileView, owner: IndexedSymbol): readonly Found[] {
  return view.references
    .filter((reference) => {
      if (reference.kind !== 'extends' && reference.kind !== 'implements') return false;
      const from = reference.from === null ? undefined : view.symbols[reference.from];
      if (from === undefined) return false;
      const isOwner = from.ordinal === owner.ordinal && from.file.id === owner.file.id;
      return isOwner || isPartOf(from, owner);
    })
    .flatMap((reference) => graph.resolve(view, reference) ?? []);
}

/** At most this many files are looked at for further parts of a class. */
const PARTS = 20;

/** Other files with a part of the class: reopened, partial. */
function otherParts(graph: SymbolGraph, view: FileView, owner: IndexedSymbol): readonly FileView[] {
  const reach = view.rules.openTypes;
  if (reach === 'none') return [];
  const directory = directoryOf(owner.file.path);
  const files = graph.source
    .symbolsNamed(owner.name)
    .filter((symbol) => isPartOf(symbol, owner) && symbol.file.id !== owner.file.id)
    .filter(({ file }) => reach === 'tree' || directoryOf(file.path) === directory)
    .map(({ file }) => file.id);
  return [...new Set(files)]
    .slice(0, PARTS)
    .flatMap((id) => graph.view(id) ?? [])
    .filter((there) => there.rules.family === view.rules.family);
}

/** The class of a variable, field or constant, from the type or the call that its head says first. */
export function typeOfValue(graph: SymbolGraph, value: IndexedSymbol): Found | null {
  return settleOnce<Found | null>(graph, `type:${value.file.id}:${value.ordinal}`, null, () => {
    const view = graph.view(value.file.id);
    if (view === null) return null;
    const isSaid = outermostNames(value.signature);
    const reference = view.references.find(
      ({ line, kind, name }) =>
        line === value.nameLine &&
        (kind === 'type' || kind === 'call') &&
        name !== value.name &&
        isSaid(name),
    );
    const found = reference === undefined ? null : graph.resolve(view, reference);
    if (found === null) return null;
    const types = found.symbols.filter((symbol) => CLASS_LIKE.has(symbol.kind));
    return types.length > 0 ? { symbols: types, provenance: found.provenance } : resultOf(graph, found);
  });
}
