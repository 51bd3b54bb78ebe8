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

/** The same in all modules of a build. */
function packageAnywhere(path: string): string {
  return packageOf(path).replace(/^.*(?=src\/\*)/, '');
}

/** Top-level definitions of the same directory, or of the other half of a header pair. */
export const samePackage: Rule = (use, graph) => {
  const { view } = use;
  if (!view.traits.directoryScope && view.rules.family !== 'c') return null;
  const named = topLevelNamed(use, graph);
  const isIn = (place: (path: string) => string) => {
    const here = place(view.file.path);
    return named.filter((symbol) => place(symbol.file.path) === here);
  };
  if (view.rules.family === 'c')
    return foundAmong(
      preferOwnKind(
        named.filter(({ file }) => isHeaderPair(file, view.file)),
        view,
      ),
      'same-package',
    );
  const near = preferOwnKind(isIn(packageOf), view);
  return foundAmong(near.length > 0 ? near : preferOwnKind(isIn(packageAnywhere), view), 'same-package');
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
