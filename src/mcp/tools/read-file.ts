import { z } from 'zod';
import { CtxError, type FileReading, type TextReading } from '../../index.ts';
import { count, present, root } from '../arguments.ts';
import { artifactHash, readArtifact } from '../artifact.ts';
import { DATA_LABEL, fenced, oneLine } from '../fence.ts';
import { defineTool, readContract, type ToolAnswer } from '../tool.ts';

export const readFile = defineTool({
  contract: readContract('read_file'),
  title: 'Read file',
  description:
    'Lines of one file with their numbers: all, a range, the head, the tail, or one definition by its name. Says what is left and how to read on; describes binaries, archives, images, minified and lock files. Also reads pieces of an earlier output that was too long, by its ctx://artifact/… address.',
  input: z.strictObject({
    path: z.string().min(1).max(4_096).describe('Path below the root, or an address ctx://artifact/HASH.'),
    range: z
      .strictObject({ start: z.int().min(1), end: z.int().min(1).optional() })
      .optional()
      .describe('First and last line, from 1.'),
    symbol: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Name or qualified name of a definition in the file, exactly.'),
    head: count('The first lines.', 100_000).optional(),
    tail: count('The last lines.', 100_000).optional(),
    max_lines: count('Lines shown at most; default 600.', 5_000).optional(),
    max_bytes: count('Bytes shown at most; default 24 000.', 100_000).optional(),
    max_tokens: count('Tokens shown at most; default 8 000.', 30_000).optional(),
    root,
  }),
  index: 'unused',
  cached: false,
  redact: false,
  command: 'read',
  run: async (args, { context, reading, signal, readiness }) => {
    const { range, head, tail, symbol } = args;
    if (symbol !== undefined && readiness.state === 'building')
      throw new CtxError(
        'NO_INDEX',
        'The first index is being made: until then symbols are not known. Give a range.',
      );
    const options = {
      ...present({
        range: range && { startLine: range.start, ...present({ endLine: range.end }) },
        head,
        tail,
        symbol,
        maxLines: args.max_lines,
        maxBytes: args.max_bytes,
        maxTokens: args.max_tokens,
      }),
      ...reading,
      signal,
    };
    const hash = artifactHash(args.path);
    if (hash !== null) return readArtifact(context, hash, options);
    const read = await context.readFile(args.path, options);
    return read.is === 'text' ? textAnswer(read) : described(read);
  },
});

function described(read: Exclude<FileReading, { readonly is: 'text' }>): ToolAnswer {
  const { path, is, what, bytes } = read;
  const more = is === 'lock' || is === 'minified' ? ' Give a range to see lines of it.' : '';
  return { data: { ...read }, text: `${oneLine(path)}: ${what}, ${bytes} bytes; not shown.${more}` };
}

function textAnswer(read: TextReading): ToolAnswer {
  const { path, startLine, endLine, lines, totalLines, linesLeft, next, cut, symbol, stale } = read;
  const { lines: _, next: __, ...about } = read;
  const body = lines.map((line, i) => `${startLine + i}\t${line}`).join('\n');
  const facts = [
    read.kind,
    read.language ?? 'no language',
    read.encoding + (read.bom ? ' with byte order mark' : ''),
    `${read.newline} newlines`,
    `hash ${read.hash?.slice(0, 12)}`,
    ...(read.redactions > 0 ? [`${read.redactions} secrets redacted`] : []),
    ...(read.clipped > 0 ? [`${read.clipped} long lines clipped`] : []),
    ...(stale ? ['the file changed since its symbols were found: check the lines'] : []),
  ];
  const head = `${oneLine(path)}:${startLine}-${endLine} of ${totalLines} lines${symbol === null ? '' : `, ${symbol.kind} ${oneLine(symbol.name)}`} (${facts.join(', ')}); ${DATA_LABEL}`;
  const empty = lines.length === 0;
  return {
    data: { ...about, content_is: DATA_LABEL, content: body },
    text: empty ? `${oneLine(path)} is empty.` : `${head}\n${fenced(body)}`,
    truncated: next !== null,
    ...(next !== null && {
      page: { cursor: null, total: linesLeft + lines.length, shown: lines.length },
      next: `${linesLeft} lines are left (cut by the limit of ${cut}): read_file with path ${JSON.stringify(path)} and range {"start": ${next.startLine}, "end": ${next.endLine}}`,
    }),
    ...(stale && { stale: [path] }),
  };
}
