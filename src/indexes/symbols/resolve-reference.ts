import type { IndexedSymbol, Provenance, Reference } from '../../core/index.ts';
import { classMember } from './class-members.ts';
import { enclosingClass } from './enclosing-class.ts';
import { memberOf, resolveBinding } from './modules.ts';
import { resultOf } from './result-of.ts';
import { RULES } from './rules/index.ts';
import { globalName } from './rules/unique-name.ts';
import {
  type FileView,
  type Found,
  isModule,
  type NameUse,
  type Resolution,
  type SymbolGraph,
} from './symbol-graph.ts';
import {
  CONTAINERS,
  type KindSet,
  MODULE_LIKE,
  TARGET_KINDS,
  TYPE_LIKE,
  VALUE_LIKE,
} from './symbol-kinds.ts';
import { bareExpression, callStart, isGlobal, pathOf, typePath } from './written-types.ts';

const BY_SCOPE: readonly Provenance[] = ['same-file', 'import-resolved', 'same-package'];
const BY_NAME: readonly Provenance[] = ['unique-name', 'ambiguous'];
const BASE_NAMES: ReadonlySet<string> = new Set(['super', 'base', 'parent']);
/** Before it had classes JavaScript made objects by functions. */
const OBJECT_TYPES: KindSet = new Set([...TYPE_LIKE, 'function' as const]);
const NAMED_CONTAINERS: KindSet = new Set([...TYPE_LIKE, ...MODULE_LIKE]);

/** The definitions that a reference means: none for a module as a whole; null when no rule places it. */
export function resolveReference(graph: SymbolGraph, view: FileView, reference: Reference): Found | null {
  const resolved = place(graph, view, reference);
  if (resolved === null) return null;
  if (isModule(resolved)) return { symbols: [], provenance: 'import-resolved' };
  return reference.kind === 'call' ? callable(graph, resolved) : resolved;
}

/** Of a field and a method of one name a call means the method. */
function callable(graph: SymbolGraph, found: Found): Found {
  const symbols = found.symbols.map((symbol) => {
    if (!VALUE_LIKE.has(symbol.kind)) return symbol;
    const named = graph.view(symbol.file.id)?.byName.get(symbol.name) ?? [];
    const isMethod = ({ kind, qualifiedName }: IndexedSymbol): boolean =>
      kind === 'method' && qualifiedName === symbol.qualifiedName;
    return named.find(isMethod) ?? symbol;
  });
  return { ...found, symbols };
}

function place(graph: SymbolGraph, view: FileView, reference: Reference): Resolution | null {
  const { name, kind, receiver, receiverType, from } = reference;
  if (kind === 'import') return placeImport(graph, view, reference);
  if (receiverType !== null) {
    const type = placeType(graph, view, from, receiverType);
    return type === null ? null : memberOf(graph, type, name);
  }
  if (receiver === null) {
    const use: NameUse = { view, scope: from, name, kinds: TARGET_KINDS[kind] };
    const found = placeName(graph, use, BY_SCOPE, BY_NAME);
    // A constant or a type variable may stand where a type is looked for first.
    return found ?? (kind === 'type' ? placeName(graph, { ...use, kinds: VALUE_LIKE }, BY_SCOPE) : null);
  }
  if (receiver === '\\') return globalName(graph, view, name);
  const path = pathOf(receiver);
  if (path !== null) return placeMember(graph, view, from, path, name);
  const owner = placeExpression(graph, view, from, receiver);
  return owner === null ? null : memberOf(graph, owner, name);
}

/** What an expression of names, dots and calls stands for (`open_cache().entries`). */
function placeExpression(
  graph: SymbolGraph,
  view: FileView,
  scope: number | null,
  written: string,
): Resolution | null {
  const text = bareExpression(written);
  if (isGlobal(text)) return globalName(graph, view, text.slice(1));
  const path = pathOf(text);
  if (path !== null) return placePath(graph, view, scope, path);
  const open = callStart(text);
  if (open >= 0) return placeResult(graph, view, scope, text.slice(0, open));
  return placeLast(graph, view, scope, text);
}

/** A chain of calls; its head may be called itself where the parser took a function for a class (`Create.price()`). */
function placeCalls(
  graph: SymbolGraph,
  view: FileView,
  scope: number | null,
  text: string,
): Resolution | null {
  return (
    placeExpression(graph, view, scope, text) ??
    placeExpression(graph, view, scope, text.replace(/^[\p{L}_$][\p{L}\p{N}_$]*(?=\.)/u, '$&()'))
  );
}

/** What a call gives, by the text of what is called. */
function placeResult(
  graph: SymbolGraph,
  view: FileView,
  scope: number | null,
  text: string,
): Resolution | null {
  const path = pathOf(text);
  const name = path?.at(-1);
  const before = path?.slice(0, -1) ?? [];
  const callee =
    name === undefined
      ? placeLast(graph, view, scope, text)
      : before.length === 0
        ? placeName(graph, { view, scope, name, kinds: TARGET_KINDS.call }, BY_SCOPE, BY_NAME)
        : placeMember(graph, view, scope, before, name);
  return callee === null || isModule(callee) ? null : resultOf(graph, callee);
}

/** The member behind the last dot of an expression. */
function placeLast(
  graph: SymbolGraph,
  view: FileView,
  scope: number | null,
  text: string,
): Resolution | null {
  const [, before, name] = /^(.+?)(?:\?\.|\.|->|::)(\w+)$/s.exec(text) ?? [];
  if (before === undefined || name === undefined) return null;
  const owner = placeExpression(graph, view, scope, before);
  return owner === null ? null : memberOf(graph, owner, name);
}

/** Runs rules in order; a name that an import takes from outside the tree is not looked for further. */
function placeName(
  graph: SymbolGraph,
  use: NameUse,
  ...groups: readonly (readonly Provenance[])[]
): Resolution | null {
  for (const provenance of groups.flat()) {
    const found = RULES[provenance](use, graph);
    if (found === 'outside') return null;
    if (found !== null) return found;
  }
  return null;
}

function placeMember(
  graph: SymbolGraph,
  view: FileView,
  scope: number | null,
  path: readonly string[],
  name: string,
): Resolution | null {
  const [head, ...rest] = path;
  if (head === undefined) return null;
  if (rest.length === 0 && isBaseName(head, view)) {
    const owner = enclosingClass(graph, view, scope);
    const found = owner === null ? null : classMember(graph, owner, name, { basesOnly: true });
    if (found !== null || view.traits.importStyle !== 'crate-path') return found;
  }
  const container = placePath(graph, view, scope, path);
  return container === null ? null : memberOf(graph, container, name);
}

const isBaseName = (head: string, view: FileView): boolean =>
  head === 'super' || (BASE_NAMES.has(head) && view.traits.selfNames.includes(head));

/** What a path of names before a dot stands for. */
function placePath(
  graph: SymbolGraph,
  view: FileView,
  scope: number | null,
  path: readonly string[],
): Resolution | null {
  const [head, ...rest] = path;
  if (head === undefined) return null;
  const isSelf = head === 'this' || view.traits.selfNames.some((self) => self.replace(/^[$@]/, '') === head);
  if (isSelf) {
    const owner = enclosingClass(graph, view, scope);
    const found = owner === null ? null : follow(graph, { symbols: [owner], provenance: 'same-file' }, rest);
    if (found !== null) return found;
  }
  return (
    boundPath(graph, view, path) ??
    cratePath(graph, view, path) ??
    (view.bindings.has(head) ? null : follow(graph, placeHead(graph, view, scope, head), rest))
  );
}

function placeHead(
  graph: SymbolGraph,
  view: FileView,
  scope: number | null,
  name: string,
): Resolution | null {
  const near = placeName(graph, { view, scope, name, kinds: CONTAINERS }, BY_SCOPE);
  if (near !== null) return near;
  // A receiver in lower case is a value of unknown type, not a class that is named so elsewhere.
  if (!/^\p{Lu}/u.test(name)) return null;
  return placeName(graph, { view, scope, name, kinds: NAMED_CONTAINERS }, BY_NAME);
}

function follow(graph: SymbolGraph, start: Resolution | null, names: readonly string[]): Resolution | null {
  let at = start;
  for (const name of names) {
    if (at === null) return null;
    at = memberOf(graph, at, name);
  }
  return at;
}

/** The longest head of the path that an import binds (`a.b` of `import a.b`). */
function boundPath(graph: SymbolGraph, view: FileView, path: readonly string[]): Resolution | null {
  for (let length = path.length; length > 0; length--) {
    const binding = view.bindings.get(path.slice(0, length).join('.'));
    if (binding === undefined) continue;
    const bound = resolveBinding(graph, view, binding);
    return bound === null ? null : follow(graph, bound, path.slice(length));
  }
  return null;
}

/** Rust names modules by path without importing them. */
function cratePath(graph: SymbolGraph, view: FileView, path: readonly string[]): Resolution | null {
  if (view.traits.importStyle !== 'crate-path') return null;
  return resolveBinding(graph, view, { source: path.join('::'), name: null, reexport: false });
}

/** The class that a type says, or the one that a call (`open_cache()`) gives. */
function placeType(
  graph: SymbolGraph,
  view: FileView,
  scope: number | null,
  type: string,
): Resolution | null {
  if (type.includes('()')) return placeCalls(graph, view, scope, type);
  if (isGlobal(type)) return globalName(graph, view, type.slice(1));
  const path = typePath(type);
  if (path === null) return null;
  const [head, ...rest] = path;
  if (head === undefined) return null;
  if (rest.length > 0 || view.traits.selfNames.includes(head) || head === 'Self')
    return objectOf(graph, placePath(graph, view, scope, path));
  return objectOf(
    graph,
    placeName(graph, { view, scope, name: head, kinds: OBJECT_TYPES }, BY_SCOPE, BY_NAME),
  );
}

/** For a name that turns out to be a function with a declared result (`NewCache`): that result. */
function objectOf(graph: SymbolGraph, found: Resolution | null): Resolution | null {
  if (found === null || isModule(found)) return found;
  return resultOf(graph, found) ?? found;
}

/** The name in an import statement: what the import binds. */
function placeImport(graph: SymbolGraph, view: FileView, reference: Reference): Resolution | null {
  const { name } = reference;
  const sources = view.imports.filter((entry) => entry.line === reference.line);
  const local = [...sources, ...view.imports].flatMap((entry) =>
    entry.names.filter((one) => one.name === name || one.local === name).map((one) => one.local),
  )[0];
  const binding = view.bindings.get(local ?? name) ?? view.bindings.get(name);
  if (binding !== undefined) return resolveBinding(graph, view, binding);
  for (const { source } of sources) {
    const module = graph.moduleOf(source, view);
    if (module !== null) return { module, source, from: view };
  }
  return null;
}
