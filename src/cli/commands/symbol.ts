import type { Command } from 'commander';
import type { IndexedSymbol, SymbolAnswer, SymbolKind } from '../../index.ts';
import { usageError } from '../failure.ts';
import {
  type FilterOptions,
  type FreshOptions,
  filterOf,
  nonEmpty,
  positive,
  present,
  withFilter,
  withFreshness,
} from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { symbolData, symbolLine } from '../symbol-text.ts';
import { printable } from '../untrusted-text.ts';

interface Options extends FreshOptions, FilterOptions {
  readonly kind?: string;
  readonly limit: number;
}

export function define(command: Command, open: OpenSession): void {
  withFreshness(withFilter(command))
    .argument('<name>', 'name or qualified name, exactly', nonEmpty)
    .option('--kind <kind>', 'function, class, method, …')
    .option('-n, --limit <count>', 'definitions', positive, 20)
    .action((name: string, options: Options) =>
      open(async (session) => {
        const kind = options.kind === undefined ? undefined : await kindOf(options.kind);
        const found = await session.context.symbols.find(name, {
          limit: options.limit,
          ...session.reading(options),
          ...filterOf(options),
          ...present({ kind }),
        });
        session.checkState(found.index);
        const shown = await session.redact(name);
        session.answer(dataOf(found), () => answerText(shown, found, session));
      }),
    );
}

async function kindOf(text: string): Promise<SymbolKind> {
  const { SYMBOL_KINDS } = await import('../../index.ts');
  const kind = SYMBOL_KINDS.find((known) => known === text);
  if (kind === undefined) throw usageError(`There is no kind ${text}. Kinds: ${SYMBOL_KINDS.join(', ')}.`);
  return kind;
}

function dataOf({ found, suggestions, index }: SymbolAnswer) {
  return { found: found.map(symbolData), suggestions: suggestions.map(symbolData), index };
}

function answerText(name: string, { found, suggestions }: SymbolAnswer, session: Session): string {
  if (found.length > 0) return found.map((symbol) => describe(symbol, session)).join('\n');
  const near = suggestions.map((symbol) => `  ${symbolLine(symbol, session.paint)}`);
  const none = `No symbol is named ${printable(name)}.`;
  return near.length === 0 ? none : [none, 'Near names:', ...near].join('\n');
}

function describe(symbol: IndexedSymbol, { paint }: Session): string {
  const doc = symbol.doc === '' ? [] : [`    ${paint.dim(printable(symbol.doc))}`];
  return [symbolLine(symbol, paint), `    ${printable(symbol.signature)}`, ...doc].join('\n');
}
