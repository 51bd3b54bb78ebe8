import { z } from 'zod';
import { QUERY_MODES, type QueryAnswer, type QueryHit } from '../../index.ts';
import { count, cursor, languagesOf, pathGlobs, present, root, words } from '../arguments.ts';
import { DATA_LABEL, fenced, oneLine } from '../fence.ts';
import { defineTool, readContract, type ToolScope } from '../tool.ts';

const CONTEXT_LINES = 12;

export const searchCode = defineTool({
  contract: readContract('search_code'),
  title: 'Search code',
  description:
    'Ranked places in the repository for a question, an issue text or an error, with reasons; or exact lines with mode "regex" (Rust syntax). Shows where things are: read_file then shows the code, pack_context gives everything for a task at once. Use find_symbol for a definition whose name you know.',
  input: z.strictObject({
    query: words('A question, issue text, error message or names; the expression with mode "regex".'),
    mode: z
      .enum(QUERY_MODES)
      .default('hybrid')
      .describe('hybrid ranks by everything that is known; regex matches lines.'),
    path: z.string().max(500).optional().describe('Only below this folder, or paths that match this glob.'),
    lang: z.string().max(40).optional().describe('Only files of this language, e.g. "python".'),
    limit: count('Places on one page.', 100).default(10),
    context: z
      .int()
      .min(0)
      .max(CONTEXT_LINES)
      .default(0)
      .describe('Lines shown around the first line of each place.'),
    cursor,
    root,
  }),
  index: 'used',
  cached: true,
  redact: false,
  command: 'query',
  run: async (args, scope) => {
    const answer = await ask(args, scope);
    const files = await byFile(answer.hits, args.context, scope);
    const { total, hits, traceId, index } = answer;
    const notes = [...answer.notes, ...(hits.length === 0 ? await languageNote(args.lang, scope) : [])];
    const page = { cursor: answer.cursor, total, shown: hits.length };
    const next = nextCall(answer);
    return {
      data: { files, mode: answer.mode, index: index.completeness, notes },
      text: textOf(args.query, files, { ...answer, notes }),
      truncated: next !== null,
      page,
      ...present({ traceId: traceId ?? undefined }),
      stale: index.stale,
      ...(next !== null && { next }),
    };
  },
});

function nextCall({ cursor, unlisted }: QueryAnswer): string | null {
  if (cursor !== null) return `search_code with cursor "${cursor}" for the next ones`;
  return unlisted > 0
    ? `search_code with a path, a lang or other words: ${unlisted} more are not listed`
    : null;
}

/** A language that no file is in must not pass for a search that found nothing. */
async function languageNote(lang: string | undefined, { context }: ToolScope): Promise<readonly string[]> {
  if (lang === undefined) return [];
  const { languages } = await context.status();
  const known = languages.map(({ language }) => language);
  return known.includes(lang.toLowerCase())
    ? []
    : [`No indexed file is in the language ${lang}. Languages here: ${known.join(', ')}.`];
}

interface SearchArguments {
  readonly query: string;
  readonly mode: QueryAnswer['mode'];
  readonly path?: string | undefined;
  readonly lang?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

function ask(
  args: SearchArguments,
  { context, reading, readiness, memory, signal }: ToolScope,
): Promise<QueryAnswer> {
  const { query, mode, path, lang, limit } = args;
  if (mode !== 'regex') memory.task = query;
  const options = {
    mode,
    limit,
    ...pathGlobs(path),
    ...languagesOf(lang),
    ...present({ cursor: args.cursor }),
  };
  return readiness.state === 'building'
    ? context.searchLive(query, { ...options, signal })
    : context.query(query, { ...options, ...reading });
}

interface FoundFile {
  readonly path: string;
  readonly language: string | null;
  readonly kind: string;
  readonly places: readonly {
    readonly lines: readonly [number, number];
    readonly symbol: string | null;
    readonly reasons: readonly string[];
    readonly text: string;
  }[];
}

/** In the order of each file's best place; one row a line or a run of lines. */
async function byFile(
  hits: readonly QueryHit[],
  context: number,
  scope: ToolScope,
): Promise<readonly FoundFile[]> {
  const files = new Map<string, QueryHit[]>();
  for (const hit of hits) {
    const known = files.get(hit.path);
    if (known === undefined) files.set(hit.path, [hit]);
    else if (!known.some(({ startLine, endLine }) => startLine === hit.startLine && endLine === hit.endLine))
      known.push(hit);
  }
  const found: FoundFile[] = [];
  for (const [path, own] of files) {
    const places: FoundFile['places'][number][] = [];
    for (const hit of own) {
      const text = context === 0 ? hit.preview : await around(hit, context, scope);
      places.push({
        lines: [hit.startLine, hit.endLine],
        symbol: hit.symbol?.name ?? null,
        reasons: hit.reasons,
        text,
      });
    }
    const [first] = own;
    found.push({ path, language: first?.language ?? null, kind: first?.kind ?? 'code', places });
  }
  return found;
}

async function around(
  { path, startLine, preview }: QueryHit,
  lines: number,
  { context }: ToolScope,
): Promise<string> {
  const range = { startLine: Math.max(1, startLine - lines), endLine: startLine + lines };
  const read = await context.readFile(path, { range, freshness: 'stored' }).catch(() => null);
  if (read?.is !== 'text') return preview;
  return read.lines.map((line, i) => `${read.startLine + i}\t${line}`).join('\n');
}

function textOf(
  query: string,
  files: readonly FoundFile[],
  { total, hits, notes, mode }: QueryAnswer,
): string {
  const remarks = notes.map((note) => `Note: ${note}`);
  if (files.length === 0) {
    const none = `No hits for ${JSON.stringify(query.slice(0, 200))}: nothing in the searched files matches.`;
    return [none, ...remarks].join('\n');
  }
  const rows = files.flatMap(({ path, places }) => [
    oneLine(path),
    ...places.flatMap(({ lines: [start, end], symbol, reasons, text }) => [
      `  ${start === end ? start : `${start}-${end}`}${symbol === null ? '' : `  ${oneLine(symbol)}`}${mode === 'regex' ? '' : `  (${oneLine(reasons.join('; '))})`}`,
      ...text.split('\n').map((line) => `    ${line}`),
    ]),
  ]);
  const unit = mode === 'regex' ? 'matching lines' : 'candidates';
  return [`${hits.length} of ${total} ${unit}; ${DATA_LABEL}`, fenced(rows.join('\n')), ...remarks].join(
    '\n',
  );
}
