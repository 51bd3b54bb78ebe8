import { z } from 'zod';
import { DECISION_STATUSES } from '../../index.ts';
import { globs, present, root, words } from '../arguments.ts';
import { defineTool, writeContract } from '../tool.ts';

export const recordDecision = defineTool({
  contract: writeContract('record_decision', 'decisions'),
  title: 'Record a decision',
  description:
    'Writes down what was decided, rejected ideas too, with the reason: later packs and agents are warned before they propose it again. Kept under .ctx, outside the code.',
  input: z.strictObject({
    claim: words('What is decided on, as one would propose it: "Cache tokens in Redis".', 2_000),
    status: z.enum(DECISION_STATUSES),
    reason: words('Why.', 4_000),
    revisit_if: z.string().max(2_000).optional().describe('When to think again.'),
    paths: globs('Files or folders that it is about.'),
    symbols: globs('Names of code that it is about.'),
    topics: globs('Topics that it is about.'),
    evidence: globs('Commits, paths or issues that show it.'),
    supersedes: z.string().max(100).optional().describe('Id of the decision that this one replaces.'),
    root,
  }),
  index: 'unused',
  cached: false,
  redact: true,
  command: 'decisions',
  run: async ({ revisit_if: revisitIf, supersedes, root: _, ...given }, { context }) => {
    const { claim, status, reason, ...scope } = given;
    const decision = { claim, status, reason, ...present({ ...scope, revisitIf }) };
    const record = await (supersedes === undefined
      ? context.decisions.record(decision)
      : context.decisions.supersede(supersedes, decision));
    return { data: { decision: record }, text: `Recorded ${record.id} (${record.status}): ${record.claim}` };
  },
});
