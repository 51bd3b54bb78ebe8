import type { Command } from 'commander';
import type { Edge, RelationAnswer, SymbolRelation } from '../index.ts';
import {
  type FilterOptions,
  type FreshOptions,
  filterOf,
  nonEmpty,
  positive,
  present,
  withFilter,
  withFreshness,
} from './options.ts';
import type { OpenSession, Session } from './session.ts';
import { symbolData, symbolLine } from './symbol-text.ts';
import { printable } from './untrusted-text.ts';

interface Options extends FreshOptions, FilterOptions {
  readonly limit: number;
  readonly cursor?: string;
}

/** The commands that list edges differ in the relation only. */
export function defineRelation(command: Command, open: OpenSession, relation: SymbolRelation): void {
  withFreshness(withFilter(command))
    .argument('<name>', 'name or qualified name, exactly', nonEmpty)
    .option('-n, --limit <count>', 'edges', positive, 50)
    .option('--cursor <cursor>', 'go on where an earlier list ended')
    .action((name: string, options: Options) =>
      open(async (session) => {
        const { context } = session;
        const { limit, cursor } = options;
        const found = await context.symbols.related(name, relation, {
          limit,
          ...session.reading(options),
          ...filterOf(options),
          ...present({ cursor }),
        });
        session.checkState(found.index);
        const { edgeRow, relationCount, useText } = await import('../index.ts');
        const { symbols, suggestions, edges } = found;
        const data = {
          ...found,
          symbols: symbols.map(symbolData),
          suggestions: suggestions.map(symbolData),
          edges: edges.map(edgeRow),
        };
        const shown = await session.redact(name);
        session.answer(data, () => {
          const rows = edges.map((edge) => edgeLine(edge, useText(edge, relation), session));
          return answerText(shown, found, { rows, count: relationCount(found), session });
        });
      }),
    );
}

interface AnswerLines {
  readonly rows: readonly string[];
  readonly count: string;
  readonly session: Session;
}

function answerText(name: string, answer: RelationAnswer, { rows, count, session }: AnswerLines): string {
  const { symbols, suggestions, cursor } = answer;
  const { paint } = session;
  if (symbols.length === 0 && rows.length === 0) {
    const near = suggestions.map((symbol) => `  ${symbolLine(symbol, paint)}`);
    return [
      `No symbol is named ${printable(name)}.`,
      ...(near.length > 0 ? ['Near names:', ...near] : []),
    ].join('\n');
  }
  const heads = symbols.map((symbol) => symbolLine(symbol, paint));
  const next = cursor === null ? '' : `; more with --cursor ${cursor}`;
  return [...heads, ...rows, paint.dim(count + next)].join('\n');
}

function edgeLine({ site, provenance }: Edge, use: string, { paint }: Session): string {
  const place = paint.path(printable(`${site.file.path}:${site.line}`));
  return `  ${place}  ${printable(use)}  ${paint.dim(provenance)}`;
}
