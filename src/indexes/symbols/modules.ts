import type { FileId, ImportStyle, IndexedSymbol } from '../../core/index.ts';
import { classMember, typeOfValue } from './class-members.ts';
import { defaultExport } from './default-export.ts';
import { foundAmong } from './found-among.ts';
import type { ModuleTarget } from './import-resolvers/index.ts';
import { foundInIncludes } from './included-names.ts';
import {
  type Binding,
  type FileView,
  type Found,
  isModule,
  type Resolution,
  type SymbolGraph,
  weakest,
} from './symbol-graph.ts';
import { isTopLevel, type KindSet, VALUE_LIKE } from './symbol-kinds.ts';

/** Steps along re-exports. */
const DEPTH = 6;

/** State of one walk along re-exports: files asked for a name are not asked again. */
interface Walk {
  readonly depth: number;
  readonly seen: Set<string>;
}

const startWalk = (): Walk => ({ depth: 0, seen: new Set() });

/** What the binding of an import means, or null when it leads outside the tree. */
export function resolveBinding(
  graph: SymbolGraph,
  view: FileView,
  binding: Binding,
  walk: Walk = startWalk(),
): Resolution | null {
  const { source, name } = binding;
  const target = graph.moduleOf(source, view);
  if (name === null) {
    if (target === null) return null;
    return target.rest.length === 0 ? { module: target, source, from: view } : restOf(graph, target, walk);
  }
  const inModule = target === null ? null : namedInModule(graph, target, name, walk);
  if (inModule !== null) return inModule;
  const nested = view.importing.join(source, name);
  const submodule = nested === null ? null : graph.moduleOf(nested, view);
  if (nested === null || submodule === null) return null;
  return submodule.rest.length === 0
    ? { module: submodule, source: nested, from: view }
    : restOf(graph, submodule, walk);
}

function restOf(graph: SymbolGraph, target: ModuleTarget, walk: Walk): Resolution | null {
  const names = [...target.rest];
  const last = names.pop();
  return last === undefined ? null : namedInModule(graph, { files: target.files, rest: names }, last, walk);
}

/** A name in a module, through the names that lead from its files to it. */
function namedInModule(
  graph: SymbolGraph,
  target: ModuleTarget,
  name: string,
  walk: Walk,
): Resolution | null {
  const [first, ...others] = [...target.rest, name];
  if (first === undefined) return null;
  let found = exportedBy(graph, target.files, first, walk);
  for (const other of others) {
    if (found === null) return null;
    found = memberOf(graph, found, other, walk);
  }
  return found;
}

function exportedBy(
  graph: SymbolGraph,
  files: readonly FileId[],
  name: string,
  walk: Walk,
): Resolution | null {
  const own = files.flatMap((id) => definedIn(graph.view(id), name));
  if (own.length > 0) return foundAmong(own, 'import-resolved');
  for (const id of files) {
    const found = reexportedBy(graph, graph.view(id), name, walk);
    if (found !== null) return found;
  }
  return null;
}

const NOT_IMPORTABLE: ReadonlySet<string> = new Set(['impl', 'heading', 'key']);

function definedIn(view: FileView | null, name: string): readonly IndexedSymbol[] {
  if (view === null) return [];
  const named = (view.byName.get(name) ?? []).filter(
    (symbol) => !NOT_IMPORTABLE.has(symbol.kind) && isTopLevel(symbol, view),
  );
  if (named.length === 0 && name === 'default' && !view.bindings.get(name)?.reexport) {
    const found = defaultExport(view);
    return found === null ? [] : [found];
  }
  const exported = named.filter((symbol) => symbol.exported);
  return exported.length > 0 ? exported : named;
}

/** What a Python module imports can be imported from it; in Rust modules see the private imports of those above. */
const SHOWS_IMPORTS: ReadonlySet<ImportStyle> = new Set(['dotted-module', 'crate-path']);

function reexportedBy(
  graph: SymbolGraph,
  view: FileView | null,
  name: string,
  walk: Walk,
): Resolution | null {
  if (view === null || walk.depth >= DEPTH) return null;
  const key = `${view.file.id}\0${name}`;
  if (walk.seen.has(key)) return null;
  walk.seen.add(key);
  const next: Walk = { depth: walk.depth + 1, seen: walk.seen };
  const always = SHOWS_IMPORTS.has(view.traits.importStyle);
  const binding = view.bindings.get(name);
  if (binding !== undefined && (always || binding.reexport)) {
    const found = resolveBinding(graph, view, binding, next);
    if (found !== null) return found;
  }
  for (const { source, reexport } of view.opened) {
    const target = always || reexport ? graph.moduleOf(source, view) : null;
    const found = target === null ? null : namedInModule(graph, target, name, next);
    if (found !== null) return found;
  }
  return null;
}

/** The member that a name means behind a module, a class, a namespace or a value. */
export function memberOf(
  graph: SymbolGraph,
  owner: Resolution,
  name: string,
  walk: Walk = startWalk(),
): Resolution | null {
  if (isModule(owner)) {
    const { source, from } = owner;
    return resolveBinding(graph, from, { source, name, reexport: false }, walk);
  }
  const found = owner.symbols.flatMap((symbol) => symbolMember(graph, symbol, name) ?? []);
  const first = found[0];
  if (first === undefined) return null;
  const provenance = found.reduce((worst, one) => weakest(worst, one.provenance), owner.provenance);
  return foundAmong(
    found.flatMap((one) => one.symbols),
    owner.symbols.length > 1 && found.length === 1 ? first.provenance : provenance,
  );
}

function symbolMember(graph: SymbolGraph, symbol: IndexedSymbol, name: string): Found | null {
  const direct = classMember(graph, symbol, name);
  if (direct !== null || !VALUE_LIKE.has(symbol.kind)) return direct;
  const type = typeOfValue(graph, symbol);
  if (type === null) return null;
  for (const one of type.symbols) {
    const found = classMember(graph, one, name);
    if (found !== null) return { ...found, provenance: weakest(found.provenance, type.provenance) };
  }
  return null;
}

/** A bare name among everything that the file's imports make visible. */
export function foundInOpened(
  graph: SymbolGraph,
  view: FileView,
  name: string,
  kinds: KindSet,
): Resolution | null {
  if (view.traits.importStyle === 'include') return foundInIncludes(graph, view, name, kinds);
  for (const { source } of view.opened) {
    const target = graph.moduleOf(source, view);
    const found = target === null ? null : namedInModule(graph, target, name, startWalk());
    if (found === null || isModule(found)) continue;
    const symbols = found.symbols.filter((symbol) => kinds.has(symbol.kind));
    if (symbols.length > 0) return { symbols, provenance: found.provenance };
  }
  return null;
}
