import { type Edge, type IndexedSymbol, wholeSymbol } from '../core/index.ts';
import { createRedactor } from './redact.ts';
import { partName } from './redact-lines.ts';

/** The symbols with the secrets in their signatures and documentation replaced: a constant's head shows its value. */
export async function redactSymbols(symbols: readonly IndexedSymbol[]): Promise<readonly IndexedSymbol[]> {
  const redactor = createRedactor();
  const clean: IndexedSymbol[] = [];
  for (const symbol of symbols) {
    const name = partName(symbol.ordinal, symbol.file.path);
    const texts = [symbol.signature, symbol.doc.replaceAll('\n', ' ')];
    await redactor.scan(name, texts.join('\n'));
    const [signature = '', doc = ''] = redactor.redact(name, texts).lines;
    clean.push({ ...wholeSymbol(symbol), signature, doc });
  }
  return clean;
}

/** The edges with the symbols at both their ends so. */
export async function redactEdges(edges: readonly Edge[]): Promise<readonly Edge[]> {
  const ends = new Set(
    edges.flatMap(({ site, targets }) => [...targets, ...(site.enclosing ? [site.enclosing] : [])]),
  );
  const symbols = [...ends];
  const redacted = await redactSymbols(symbols);
  const clean = new Map(symbols.map((symbol, at) => [symbol, redacted[at] ?? symbol]));
  const cleanOf = (symbol: IndexedSymbol): IndexedSymbol => clean.get(symbol) ?? symbol;
  return edges.map((edge) => ({
    ...edge,
    site: { ...edge.site, enclosing: edge.site.enclosing && cleanOf(edge.site.enclosing) },
    targets: edge.targets.map(cleanOf),
  }));
}
