import type { Command } from 'commander';
import type { ToolUse } from '../../index.ts';
import type { OpenSession } from '../session.ts';

export function define(command: Command, open: OpenSession): void {
  command.action(() =>
    open(async ({ context, answer, paint }) => {
      await context.calls.interruptAbandoned();
      const tools = await context.calls.use();
      answer({ tools }, () =>
        tools.length === 0
          ? 'No calls yet: tools that an agent calls through `ctx mcp` are counted here.'
          : tools.map((use) => `${paint.strong(use.tool)}  ${useText(use)}`).join('\n'),
      );
    }),
  );
}

function useText(use: ToolUse): string {
  const { calls, failed, cancelled, interrupted, repeated, cached, outputTokens } = use;
  const ends = Object.entries({ failed, cancelled, interrupted, repeated, cached })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `, ${count} ${name}`);
  const times =
    use.medianMilliseconds === null
      ? ''
      : `; ${Math.round(use.medianMilliseconds)} ms median, ${Math.round(use.p95Milliseconds ?? 0)} ms p95`;
  return `${calls} calls${ends.join('')}; ${outputTokens} tokens returned${times}`;
}
