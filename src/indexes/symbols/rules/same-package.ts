import type { IndexedSymbol } from '../../../core/index.ts';
import { foundAmong } from '../found-among.ts';
import { languageRules } from '../language-rules.ts';
import { isHeaderPair } from '../same-entity.ts';
import type { FileView, NameUse, SymbolGraph } from '../symbol-graph.ts';
import { isTopLevel } from '../symbol-kinds.ts';
import { directoryOf } from '../tree-paths.ts';
import type { Rule } from './rule.ts';

/** Directories of one package: `src/main/java/a/b` and `src/test/java/a/b` are the same. */
function packageOf(path: string): string {
  return directoryOf(path).replace(/(^|\/)src\/\w+\/(java|kotlin|scala)(?=\/|$)/, '$1src/*');
}

/** Top-level definitions of the same directory, or of the other half of a header pair. */
export const samePackage: Rule = (use, graph) => {
  const { view } = use;
  if (!view.traits.directoryScope && view.rules.family !== 'c') return null;
  const named = topLevelNamed(use, graph);
  const here = packageOf(view.file.path);
  const inPackage = named.filter((symbol) =>
    view.traits.directoryScope && view.rules.family !== 'c'
      ? packageOf(symbol.file.path) === here
      : isHeaderPair(symbol.file, view.file),
  );
  return foundAmong(preferOwnKind(inPackage, view), 'same-package');
};

/** Top-level definitions of that name in the language family, of a kind that the use can mean. */
export function topLevelNamed(use: NameUse, graph: SymbolGraph): readonly IndexedSymbol[] {
  const { family } = use.view.rules;
  const all = graph.once(`top:${family}:${use.name}`, () =>
    graph.source.symbolsNamed(use.name).filter((symbol) => {
      if (languageRules(symbol.file.language).family !== family) return false;
      const there = graph.view(symbol.file.id);
      return there !== null && isTopLevel(symbol, there);
    }),
  );
  return all.filter((symbol) => use.kinds.has(symbol.kind));
}

/** Code does not use what tests and vendored copies define, unless it is of their kind itself. */
export function preferOwnKind(symbols: readonly IndexedSymbol[], view: FileView): readonly IndexedSymbol[] {
  const { kind } = view.file;
  return symbols.filter(({ file }) => file.kind === kind || (file.kind !== 'test' && file.kind !== 'vendor'));
}
