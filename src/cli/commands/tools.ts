import type { Command } from 'commander';
import type { OpenSession } from '../session.ts';

export function define(command: Command, open: OpenSession): void {
  command.action(() =>
    open(async ({ answer, paint }) => {
      const { toolList } = await import('../../mcp/index.ts');
      const tools = await toolList();
      answer({ tools }, () =>
        tools
          .map(
            ({ name, effect, idempotency, command: same, title }) =>
              `${paint.strong(name)}  ${effect}, ${idempotency}; ${title} (${same})`,
          )
          .join('\n'),
      );
    }),
  );
}
