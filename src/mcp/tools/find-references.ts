import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  CtxError,
  edgeRow,
  type RelationAnswer,
  relationCount,
  type SymbolRelation,
  useText,
} from '../../index.ts';
import { count, cursor, pathGlobs, present, root, words } from '../arguments.ts';
import { DATA_LABEL, fenced, oneLine } from '../fence.ts';
import { noSymbolText, symbolRow, symbolText } from '../symbol-rows.ts';
import { defineTool, readContract } from '../tool.ts';

const RELATIONS = [
  'references',
  'callers',
  'callees',
  'implementations',
] as const satisfies readonly SymbolRelation[];

export const findReferences = defineTool({
  contract: readContract('find_references'),
  title: 'Find uses of a symbol',
  description:
    'Resolved uses of exactly this symbol: all references, its callers, what it calls, or what implements or extends it; each with how surely it was resolved. Says how many uses could not be resolved, and how many other lines hold a name that nothing uses: only with none of them is "no callers" certain.',
  input: z.strictObject({
    symbol: words('Name or qualified name, exactly.', 500),
    relation: z.enum(RELATIONS).default('references'),
    path: z
      .string()
      .max(500)
      .optional()
      .describe('Only symbols defined below this folder, or in paths that match this glob.'),
    limit: count('Uses on one page.', 500).default(40),
    cursor,
    root,
  }),
  index: 'needed',
  cached: true,
  redact: false,
  command: 'refs',
  run: async ({ symbol, relation, path, limit, cursor: given }, { context, reading }) => {
    const before = given === undefined ? null : readCursor(given);
    const found = await context.symbols.related(symbol, relation, {
      ...reading,
      ...pathGlobs(path),
      ...present({ cursor: before?.inner }),
      limit,
    });
    const mark = markOf(found);
    if (before !== null && before.mark !== mark)
      throw new CtxError('EXPIRED', 'The definitions changed since this cursor was given: begin again.');
    const next = found.cursor === null ? null : `${mark}.${found.cursor}`;
    const { edges, symbols, suggestions, total, exact, unresolved, unsupported, index } = found;
    const { elsewhere, omitted } = found;
    return {
      data: {
        relation,
        symbols: symbols.map(symbolRow),
        candidates: suggestions.map(symbolRow),
        uses: edges.map(edgeRow),
        unresolved,
        exact,
        unsupported,
        elsewhere,
        omitted,
        index: index.completeness,
      },
      text: answerText(symbol, found),
      truncated: next !== null,
      page: { cursor: next, total, shown: edges.length },
      ...(next !== null && { next: `find_references with cursor "${next}" for the next ones` }),
      stale: index.stale,
    };
  },
});

/** Names the symbols whose uses are listed: with others the place in the list would mean something else. */
function markOf({ symbols }: RelationAnswer): string {
  const names = symbols.map(({ file, qualifiedName, kind }) => `${file.path}\n${kind}\n${qualifiedName}`);
  return createHash('sha256').update(names.join('\n\n')).digest('hex').slice(0, 12);
}

function readCursor(cursor: string): { readonly mark: string; readonly inner: string } {
  const [, mark, inner] = /^([0-9a-f]{12})\.(.+)$/s.exec(cursor) ?? [];
  if (mark === undefined || inner === undefined)
    throw new CtxError(
      'USAGE',
      'That is no cursor of find_references. Pass the one that the answer before had.',
    );
  return { mark, inner };
}

function answerText(name: string, answer: RelationAnswer): string {
  const { relation, symbols, suggestions, edges } = answer;
  if (symbols.length === 0 && edges.length === 0) return noSymbolText(name, suggestions);
  const rows = edges.map(
    (edge) => `  ${edge.site.file.path}:${edge.site.line}  ${useText(edge, relation)}  ${edge.provenance}`,
  );
  const body = [...symbols.map(symbolText), ...rows.map(oneLine)];
  return `${relationCount(answer)}; ${DATA_LABEL}\n${fenced(body.join('\n'))}`;
}
