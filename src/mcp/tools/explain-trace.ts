import { z } from 'zod';
import { present, root, words } from '../arguments.ts';
import { DATA_LABEL, fenced } from '../fence.ts';
import { defineTool, readContract } from '../tool.ts';

export const explainTrace = defineTool({
  contract: readContract('explain_trace'),
  title: 'Explain an answer',
  description:
    'Why an earlier pack or search holds what it holds: signals, weights, roles, what was left out. With why_not, what kept one place out.',
  input: z.strictObject({
    id: words('trace_id of a pack_context or search_code answer.', 40),
    why_not: z
      .strictObject({ path: z.string().min(1).max(4_096), line: z.int().min(1).optional() })
      .optional()
      .describe('A place that you expected in it.'),
    root,
  }),
  index: 'unused',
  cached: false,
  redact: true,
  command: 'explain',
  run: async ({ id, why_not: whyNot }, { context }) => {
    const place = whyNot && { path: whyNot.path, ...present({ line: whyNot.line }) };
    const text = await context.explain(id, present({ whyNot: place }));
    return {
      data: { content_is: DATA_LABEL, content: text },
      text: `${DATA_LABEL}\n${fenced(text)}`,
    };
  },
});
