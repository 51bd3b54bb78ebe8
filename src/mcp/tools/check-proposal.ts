import { z } from 'zod';
import { root, words } from '../arguments.ts';
import { defineTool, readContract } from '../tool.ts';

export const checkProposal = defineTool({
  contract: readContract('check_proposal'),
  title: 'Check a proposal',
  description:
    'Whether what you want to propose repeats a decision that was rejected here or goes against an accepted one, with the reason. Ask before a design or a dependency.',
  input: z.strictObject({ proposal: words('What you want to do, in a sentence or more.', 20_000), root }),
  index: 'unused',
  cached: false,
  redact: true,
  command: 'decisions',
  run: async ({ proposal }, { context }) => {
    const [warnings, known] = await Promise.all([
      context.decisions.check(proposal),
      context.decisions.list(),
    ]);
    const rows = warnings.map(({ kind, message, decision, score }) => ({
      kind,
      message,
      decision: decision.id,
      score,
    }));
    const none =
      known.length === 0
        ? 'No decisions are recorded yet, so nothing speaks against it.'
        : `None of the ${known.length} recorded decisions speaks against it.`;
    return {
      data: { warnings: rows, decisions: known.length },
      text: rows.length === 0 ? none : rows.map(({ kind, message }) => `${kind}: ${message}`).join('\n'),
    };
  },
});
