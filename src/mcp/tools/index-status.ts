import { z } from 'zod';
import { root } from '../arguments.ts';
import { oneLine } from '../fence.ts';
import { defineTool, readContract } from '../tool.ts';

export const indexStatus = defineTool({
  contract: readContract('index_status'),
  title: 'State of the index',
  description:
    'Whether the index is ready and fresh, what is in it and what was skipped. Rarely needed: every answer says when it is not.',
  input: z.strictObject({ root }),
  index: 'unused',
  cached: false,
  redact: false,
  command: 'status',
  run: async (_, { context, readiness }) => {
    const report = await context.status();
    const ready = readiness.state === 'ready';
    const { root: folder, git, index, files, languages, skipped, chunks, embedder, store } = report;
    const progress = readiness.state === 'building' ? readiness.progress : null;
    const head = ready
      ? `Ready: ${index?.completeness ?? 'no index'}, tiers ${index?.tiers.join(', ')}`
      : `The first index is being made${progress === null ? '' : `: ${progress.step} ${progress.done} of ${progress.total}`}`;
    const counts = Object.entries(files).map(([kind, number]) => `${number} ${kind}`);
    return {
      data: { ready, progress, root: folder, git, index, files, languages, skipped, chunks, embedder, store },
      text: `${head}. ${oneLine(folder)}: ${counts.join(', ') || 'no files yet'}; ${chunks} chunks; ${embedder.label}`,
      stale: index?.stale ?? [],
    };
  },
});
