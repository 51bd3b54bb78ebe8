import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CtxError, type Edge, type RelationAnswer, type SymbolRelation } from '../../index.ts';
import { count, cursor, pathGlobs, present, root, words } from '../arguments.ts';
import { DATA_LABEL, fenced, oneLine } from '../fence.ts';
import { symbolRow, symbolText } from '../symbol-rows.ts';
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
    'Resolved uses of exactly this symbol: all references, its callers, what it calls, or what implements or extends it; each with how surely it was resolved. Says how many uses could not be resolved: only with none of them is "no callers" certain.',
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
    const { edges, symbols, suggestions, total, unresolved, index } = found;
    return {
      data: {
        relation,
        symbols: symbols.map(symbolRow),
        candidates: suggestions.map(symbolRow),
        uses: edges.map(edgeRow),
        unresolved,
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

function edgeRow({ site, targets, provenance, confidence }: Edge) {
  return {
    path: site.file.path,
    line: site.line,
    kind: site.kind,
    name: site.name,
    in: site.enclosing?.qualifiedName ?? null,
    targets: targets.map(({ file, qualifiedName, nameLine }) => ({
      path: file.path,
      line: nameLine,
      name: qualifiedName,
    })),
    provenance,
    confidence,
  };
}

/** None, none found with some unresolved, and a part of many are different answers. */
function answerText(name: string, answer: RelationAnswer): string {
  const { relation, symbols, suggestions, edges, total, unresolved } = answer;
  if (symbols.length === 0 && edges.length === 0) {
    const near = suggestions.map(symbolText).join('\n');
    return `No symbol is named ${JSON.stringify(name)}.${near === '' ? '' : ` Near names, none of them what was asked for:\n${fenced(near)}`}`;
  }
  const open = unresolved > 0 ? `; ${unresolved} uses of the name could not be resolved` : '';
  const heads = symbols.map(symbolText);
  const rows = edges.map((edge) => oneLine(useText(edge, relation)));
  const count =
    total === 0
      ? unresolved > 0
        ? `No ${relation} found`
        : `No ${relation}`
      : `${edges.length} of ${total} ${relation}`;
  return `${count}${open}; ${DATA_LABEL}\n${fenced([...heads, ...rows.map((row) => `  ${row}`)].join('\n'))}`;
}

function useText({ site, targets, provenance }: Edge, relation: SymbolRelation): string {
  const from = site.enclosing === null ? '' : ` in ${site.enclosing.qualifiedName}`;
  const [target] = targets;
  const to =
    relation === 'callees' && target
      ? ` → ${target.qualifiedName} (${target.file.path}:${target.nameLine})`
      : '';
  return `${site.file.path}:${site.line}  ${site.kind} ${site.name}${from}${to}  ${provenance}`;
}
