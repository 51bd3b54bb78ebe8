import { z } from 'zod';
import { SYMBOL_KINDS } from '../../index.ts';
import { count, pathGlobs, present, root, words } from '../arguments.ts';
import { DATA_LABEL, fenced } from '../fence.ts';
import { noSymbolText, symbolRow, symbolText } from '../symbol-rows.ts';
import { defineTool, readContract } from '../tool.ts';

export const findSymbol = defineTool({
  contract: readContract('find_symbol'),
  title: 'Find a definition',
  description:
    'Where a function, class, method, type or constant with exactly this name is defined, with its signature. Where there is none, near names are candidates only: nothing is put in its place. For words in code or a question use search_code; for uses of it find_references.',
  input: z.strictObject({
    name: words('Name, or qualified name such as Cache.refresh, exactly.', 500),
    kind: z.enum(SYMBOL_KINDS).optional(),
    path: z.string().max(500).optional().describe('Only below this folder, or paths that match this glob.'),
    limit: count('Definitions.', 200).default(30),
    root,
  }),
  index: 'needed',
  cached: true,
  redact: false,
  command: 'symbol',
  run: async ({ name, kind, path, limit }, { context, reading }) => {
    const asked = { ...reading, ...pathGlobs(path), ...present({ kind }) };
    // One more than is shown tells whether there are more.
    const { found, suggestions, index } = await context.symbols.find(name, { ...asked, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const isMore = found.length > limit;
    return {
      data: {
        exact: shown.map(symbolRow),
        candidates: suggestions.map(symbolRow),
        index: index.completeness,
      },
      text:
        shown.length > 0
          ? `${shown.length}${isMore ? ' or more' : ''} named ${JSON.stringify(name)}; ${DATA_LABEL}\n${fenced(shown.map(symbolText).join('\n'))}`
          : noSymbolText(name, suggestions),
      truncated: isMore,
      ...(isMore && { next: 'find_symbol with a kind, a path, or a larger limit' }),
      stale: index.stale,
    };
  },
});
