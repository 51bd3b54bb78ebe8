import type { IndexedSymbol } from './core/index.ts';
import { createRedactor } from './pack/index.ts';

/** The symbols with the secrets in their signatures and documentation replaced: a constant's head shows its value. */
export async function redactSymbols(symbols: readonly IndexedSymbol[]): Promise<readonly IndexedSymbol[]> {
  const redactor = createRedactor();
  const clean: IndexedSymbol[] = [];
  for (const symbol of symbols) {
    const name = `${symbol.file.path}#${symbol.ordinal}`;
    const texts = [symbol.signature, symbol.doc.replaceAll('\n', ' ')];
    await redactor.scan(name, texts.join('\n'));
    const [signature = '', doc = ''] = redactor.redact(name, texts).lines;
    clean.push({ ...symbol, signature, doc });
  }
  return clean;
}
