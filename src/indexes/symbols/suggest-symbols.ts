import { FILE_KINDS, type IndexedSymbol } from '../../core/index.ts';
import type { SymbolSource } from './symbol-source.ts';

const POOL = 400;

/** Symbols whose name contains the text or is one or two slips away from it; the closest names first. */
export function suggestSymbols(source: SymbolSource, text: string, limit: number): readonly IndexedSymbol[] {
  const wanted = text.slice(Math.max(text.lastIndexOf('.'), text.lastIndexOf(':')) + 1).toLowerCase();
  if (wanted === '' || limit <= 0) return [];
  const half = Math.ceil(wanted.length / 2);
  const pool = [wanted, wanted.slice(0, half), wanted.slice(-half)].flatMap((part) =>
    part.length < 2 && part !== wanted ? [] : source.symbolsLike(part, POOL),
  );
  const seen = new Set<string>();
  const scored = pool.flatMap((symbol) => {
    const key = `${symbol.file.id}:${symbol.ordinal}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const distance = distanceOf(symbol.name.toLowerCase(), wanted);
    return distance === null ? [] : [{ symbol, distance }];
  });
  scored.sort(
    (a, b) =>
      a.distance - b.distance ||
      FILE_KINDS.indexOf(a.symbol.file.kind) - FILE_KINDS.indexOf(b.symbol.file.kind) ||
      a.symbol.name.length - b.symbol.name.length ||
      compare(a.symbol.file.path, b.symbol.file.path) ||
      a.symbol.ordinal - b.symbol.ordinal,
  );
  return scored.slice(0, limit).map(({ symbol }) => symbol);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** 0 equal but for case, 1 begins with it, 2 contains it, 3 and 4 for one and two slips; else null. */
function distanceOf(name: string, wanted: string): number | null {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  const slips = editDistance(name, wanted);
  return slips <= Math.min(2, Math.floor(wanted.length / 3)) ? 2 + slips : null;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? Number.POSITIVE_INFINITY;
}
