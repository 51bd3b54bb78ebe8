import { z } from 'zod';
import {
  type Context,
  CtxError,
  type Handoff,
  parseHandoff,
  renderHandoff,
  writeHandoff,
} from '../../index.ts';
import { count, globs, root } from '../arguments.ts';
import { defineTool, type ToolAnswer, writeContract } from '../tool.ts';

const LISTED = 20;
/** Stands for the event that a session would name. */
const SAID = 'said by the agent';

export const handoff = defineTool({
  contract: {
    ...writeContract('handoff', 'handoffs'),
    result: { maxInlineBytes: 60_000, fullOutput: 'artifact' },
  },
  title: 'Hand the work over',
  description:
    'The state of the work for the agent that goes on from here. save keeps what you say of it, create makes it from the messages of a session, show gives one back (default: the latest), list names them, check says what in one is stale or contradicts itself.',
  input: z.strictObject({
    action: z.enum(['save', 'create', 'show', 'list', 'check']),
    id: z
      .string()
      .max(100)
      .optional()
      .describe('For show and check: id or its beginning; default the latest.'),
    goal: z.string().max(20_000).optional().describe('For save: what is to be reached.'),
    acceptance: globs('For save: what must hold in the end.'),
    constraints: globs('For save: prohibitions and limits, word for word.'),
    done: globs('For save: what is finished.'),
    next_actions: globs('For save: what comes next, first things first.'),
    open_questions: globs('For save: what is not known yet.'),
    must_reread: globs('For save: files that the next agent has to see.'),
    session: z
      .string()
      .max(900_000)
      .optional()
      .describe('For create: messages or transcript of an agent, as JSON or JSON lines.'),
    limit: count('For list.', 200).optional(),
    root,
  }),
  index: 'unused',
  cached: false,
  redact: true,
  command: 'handoff',
  inlineCharacters: 30_000,
  run: (args, { context }) => ACTIONS[args.action](args, context),
});

interface Arguments {
  readonly id?: string | undefined;
  readonly goal?: string | undefined;
  readonly acceptance?: readonly string[] | undefined;
  readonly constraints?: readonly string[] | undefined;
  readonly done?: readonly string[] | undefined;
  readonly next_actions?: readonly string[] | undefined;
  readonly open_questions?: readonly string[] | undefined;
  readonly must_reread?: readonly string[] | undefined;
  readonly session?: string | undefined;
  readonly limit?: number | undefined;
}

type Action = 'save' | 'create' | 'show' | 'list' | 'check';

const ACTIONS: Readonly<Record<Action, (args: Arguments, context: Context) => Promise<ToolAnswer>>> = {
  save: async (
    { goal, acceptance, constraints, done, next_actions, open_questions, must_reread },
    context,
  ) => {
    if (goal === undefined) throw new CtxError('USAGE', 'To save a handoff, say its goal.');
    const decisions = await context.decisions.list();
    const plan = next_actions?.map((text) => ({ text, source: SAID }));
    const fields = {
      acceptance,
      active_constraints: constraints,
      done,
      next_actions: plan,
      open_questions,
      must_reread,
    };
    const kept = parseHandoff(JSON.stringify({ goal, ...fields, decisions }));
    return shown(await context.handoffs.save({ handoff: kept, artifacts: [] }), kept);
  },
  create: async ({ session }, context) => {
    if (session === undefined) throw new CtxError('USAGE', 'To create a handoff, give the session.');
    const written = await writeHandoff(session, { root: context.root });
    return shown(await context.handoffs.save(written), written.handoff);
  },
  show: async ({ id = 'latest' }, context) => shown(id, await context.handoffs.get(id)),
  list: async ({ limit = LISTED }, context) => {
    const handoffs = await context.handoffs.list(limit);
    const rows = handoffs.map(({ id, at, goal }) => `${id}  ${at}  ${goal.split('\n')[0]}`);
    return { data: { handoffs }, text: rows.length === 0 ? 'No handoffs are kept yet.' : rows.join('\n') };
  },
  check: async ({ id = 'latest' }, context) => {
    const findings = await context.handoffs.check(await context.handoffs.get(id));
    const rows = findings.map(({ kind, place, message }) => `${kind}  ${place}: ${message}`);
    return { data: { findings }, text: rows.length === 0 ? 'Nothing is wrong with it.' : rows.join('\n') };
  },
};

function shown(id: string, kept: Handoff): ToolAnswer {
  return { data: { id, handoff: kept }, text: `Handoff ${id}\n\n${renderHandoff(kept)}` };
}
