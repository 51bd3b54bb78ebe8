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
import { edgeData, symbolData, symbolLine } from './symbol-text.ts';
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
        const shown = await session.redact(name);
        session.answer(dataOf(found), () => answerText(shown, found, session));
      }),
    );
}

function dataOf({ symbols, suggestions, edges, ...rest }: RelationAnswer) {
  return {
    ...rest,
    symbols: symbols.map(symbolData),
    suggestions: suggestions.map(symbolData),
    edges: edges.map(edgeData),
  };
}

function answerText(name: string, answer: RelationAnswer, session: Session): string {
  const { relation, symbols, suggestions, edges } = answer;
  const { paint } = session;
  if (symbols.length === 0 && edges.length === 0) {
    const near = suggestions.map((symbol) => `  ${symbolLine(symbol, paint)}`);
    return [
      `No symbol is named ${printable(name)}.`,
      ...(near.length > 0 ? ['Near names:', ...near] : []),
    ].join('\n');
  }
  const heads = symbols.map((symbol) => symbolLine(symbol, paint));
  const rows = edges.map((edge) => `  ${edgeLine(edge, relation, session)}`);
  return [...heads, ...rows, paint.dim(summary(answer))].join('\n');
}

function edgeLine({ site, targets, provenance }: Edge, relation: SymbolRelation, { paint }: Session): string {
  const place = paint.path(printable(`${site.file.path}:${site.line}`));
  const from = site.enclosing === null ? '' : ` in ${printable(site.enclosing.qualifiedName)}`;
  const [target] = targets;
  const to =
    relation === 'callees' && target
      ? ` → ${printable(`${target.qualifiedName} (${target.file.path}:${target.nameLine})`)}`
      : '';
  return `${place}  ${site.kind} ${printable(site.name)}${from}${to}  ${paint.dim(provenance)}`;
}

/** None, none found with some left open, not read at all, and a part of many are different answers. */
export function summary(answer: Omit<RelationAnswer, 'index'>): string {
  const { relation, edges, total, exact, unresolved, unsupported, cursor } = answer;
  const uses = relation === 'callees' ? 'calls in it' : 'uses of the name';
  const open = unresolved > 0 ? `; ${unresolved} ${uses} could not be resolved` : '';
  const next = cursor === null ? '' : `; more with --cursor ${cursor}`;
  if (total > 0) return `${edges.length} of ${exact ? total : `at least ${total}`} ${relation}${open}${next}`;
  if (unsupported.length > 0)
    return `no ${relation} found${open}: they are not read in ${unsupported.join(', ')}`;
  return open + next === '' ? `no ${relation}` : `no ${relation} found${open}${next}`;
}
