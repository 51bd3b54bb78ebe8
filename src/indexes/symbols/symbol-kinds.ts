import type { IndexedSymbol, ReferenceKind, SymbolKind } from '../../core/index.ts';
import { languageRules } from './language-rules.ts';

export type KindSet = ReadonlySet<SymbolKind>;

const TYPES: readonly SymbolKind[] = [
  'class',
  'interface',
  'trait',
  'struct',
  'enum',
  'union',
  'type',
  'object',
];
const MODULES: readonly SymbolKind[] = ['module', 'namespace'];
const VALUES: readonly SymbolKind[] = ['variable', 'constant', 'property', 'field'];

/** Kinds whose members are reached through a receiver. `impl` only carries members: it is never a target. */
export const CLASS_LIKE: KindSet = new Set<SymbolKind>([...TYPES, 'impl']);
export const MODULE_LIKE: KindSet = new Set(MODULES);
export const VALUE_LIKE: KindSet = new Set(VALUES);
export const TYPE_LIKE: KindSet = new Set(TYPES);
/** Kinds that need an object or a class before their name. */
export const MEMBER_ONLY: KindSet = new Set<SymbolKind>(['method', 'constructor', 'property', 'field']);
/** What can stand before a dot. */
export const CONTAINERS: KindSet = new Set([...TYPES, ...MODULES, ...VALUES]);

/** Kinds of definitions that each kind of reference can mean. */
export const TARGET_KINDS: Readonly<Record<ReferenceKind, KindSet>> = {
  call: new Set<SymbolKind>(['function', 'method', 'constructor', 'macro', ...TYPES, ...VALUES]),
  type: new Set<SymbolKind>([...TYPES, 'module', 'macro']),
  extends: new Set<SymbolKind>([...TYPES, 'module', 'variable', 'constant', 'function']),
  implements: new Set<SymbolKind>([...TYPES, 'module']),
  import: new Set<SymbolKind>(['function', 'method', 'macro', ...TYPES, ...MODULES, ...VALUES]),
};

const isFlat = ({ file }: IndexedSymbol): boolean => languageRules(file.language).family === 'c';

/** Reached without a receiver: at top level, or inside modules and namespaces only. */
export function isTopLevel(
  symbol: IndexedSymbol,
  file: { readonly symbols: readonly IndexedSymbol[] },
): boolean {
  let parent = symbol.parent;
  if (symbol.kind === 'method' && symbol.qualifiedName !== symbol.name && parent === null) return false;
  while (parent !== null) {
    const above = file.symbols[parent];
    // Functions of C never nest: what seems to stand in one stands behind text that did not parse.
    const flat = above?.kind === 'function' && symbol.kind === 'function' && isFlat(symbol);
    if (above === undefined || !(MODULE_LIKE.has(above.kind) || flat)) return false;
    parent = above.parent;
  }
  return true;
}
