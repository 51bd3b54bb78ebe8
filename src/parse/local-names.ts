import type { FileFacts } from './facts.ts';
import type { LineIndex } from './line-index.ts';
import { FUNCTION_KINDS, type SymbolTable, unquoted, VALUE_KINDS } from './symbols.ts';

/** Whether a name, used at an offset inside a symbol, is a parameter or a local variable there. */
export type LocalTest = (name: string, from: number | null, offset: number) => boolean;

/**
 * Knows the parameters and local variables of a file. Those of a callback count for the whole definition around
 * it; outside of functions only for what stands outside of them too, and not for names that the file imports or
 * defines.
 */
export function createLocalTest(
  lines: LineIndex,
  facts: FileFacts,
  { symbols, places }: SymbolTable,
  innermost: (offset: number) => number | null,
  inImport: (offset: number) => number | null,
  imported: ReadonlySet<string>,
): LocalTest {
  if (facts.locals.length === 0) return () => false;
  const definedAt = new Set(facts.definitions.map((definition) => definition.name.start));
  const firsts = new Map<string, number>();
  for (const { range, from } of facts.locals) {
    if (definedAt.has(range.start) || inImport(range.start) !== null) continue;
    const key = `${innermost(range.start) ?? ''} ${unquoted(lines.text, range)}`;
    firsts.set(key, Math.min(firsts.get(key) ?? from, from));
  }
  const isKnown = (name: string): boolean =>
    imported.has(name) || symbols.some((symbol) => symbol.parent === null && symbol.name === name);
  const holds = (scope: number): boolean => {
    const kind = symbols[scope]?.kind;
    return kind !== undefined && (FUNCTION_KINDS.has(kind) || VALUE_KINDS.has(kind));
  };
  return (name, from, offset) => {
    for (let scope = from; scope !== null; scope = places[scope]?.nest ?? null) {
      const first = firsts.get(`${scope} ${name}`);
      if (first !== undefined && first <= offset && (scope === from || holds(scope))) return true;
    }
    const first = from === null ? firsts.get(` ${name}`) : undefined;
    return first !== undefined && first <= offset && !isKnown(name);
  };
}
