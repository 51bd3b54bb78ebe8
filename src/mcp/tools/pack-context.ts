import { z } from 'zod';
import { PHASES, type Task } from '../../index.ts';
import { count, globs, languagesOf, present, root, words } from '../arguments.ts';
import { DATA_LABEL } from '../fence.ts';
import { defineTool, readContract } from '../tool.ts';

const MAX_BUDGET = 60_000;
/** A token has seldom more bytes of source; the budget is the limit, this one catches what is out of all proportion. */
const MAX_BYTES = 400_000;

export const packContext = defineTool({
  contract: {
    ...readContract('pack_context'),
    result: { maxInlineBytes: MAX_BYTES, fullOutput: 'artifact' },
  },
  title: 'Pack context for a task',
  description:
    'The code, rules, tests, failures, diff and history that matter most for the next step of a task, within a token budget, each with place and reason. Start a task with it, and call it again when the phase changes or something fails. For one place or one file use search_code or read_file.',
  input: z.strictObject({
    task: words('What you are about to do, in the words of the issue or the user.'),
    phase: z
      .enum(PHASES)
      .default('explore')
      .describe('explore to understand, edit to change, debug when something fails, verify to check.'),
    budget: count('Tokens that the pack may take.', MAX_BUDGET).default(5_000),
    failures: z.string().max(200_000).optional().describe('Raw output of the failing test or build.'),
    diff: z.boolean().optional().describe('Take the uncommitted changes into account.'),
    acceptance: globs('What must hold in the end.'),
    constraints: globs('Prohibitions and limits, word for word.'),
    open_files: globs('Files that you have open.'),
    path: globs('Only paths that match one of these globs.'),
    lang: z.string().max(40).optional().describe('Only files of this language.'),
    seen: z
      .union([z.literal('session'), z.array(z.string().max(500)).max(2_000)])
      .optional()
      .describe('"session" leaves out what packs have sent you before; or the keys from their data.sent.'),
    root,
  }),
  index: 'needed',
  cached: true,
  redact: false,
  inlineCharacters: MAX_BYTES,
  dependsOn: ({ seen }, { sent }) => (seen === 'session' ? [...sent] : null),
  command: 'pack',
  run: async (args, { context, reading, memory }) => {
    memory.task = args.task;
    const task: Task = {
      goal: args.task,
      ...present({
        failures: args.failures,
        acceptance: args.acceptance,
        constraints: args.constraints,
        openFiles: args.open_files,
      }),
      ...(args.diff && { diff: 'auto' as const }),
    };
    const seen = args.seen === 'session' ? [...memory.sent] : args.seen;
    const pack = await context.pack(task, args.phase, {
      ...reading,
      budget: args.budget,
      ...present({ seen, include: args.path }),
      ...languagesOf(args.lang),
    });
    for (const key of pack.sent) memory.sent.add(key);
    const { text, tokens, budget, snippets, omitted, matched, redactions, sent, index, traceId } = pack;
    return {
      data: {
        content_is: DATA_LABEL,
        content: text,
        tokens,
        budget,
        matched,
        redactions,
        places: snippets.flatMap(({ path, spans, role, detail }) =>
          path === null
            ? []
            : [{ path, lines: spans.map((span) => [span.startLine, span.endLine]), role, detail }],
        ),
        left_out: omitted.slice(0, 20).map(({ path, span, because }) => ({
          path,
          lines: span && [span.startLine, span.endLine],
          because,
        })),
        sent,
        index: index.completeness,
      },
      text,
      traceId,
      stale: index.stale,
    };
  },
});
