import type { Command } from 'commander';
import type { OpenSession } from '../session.ts';

export function define(command: Command, open: OpenSession): void {
  command
    .option('--memory', 'also delete what cannot be made again: decisions, memories, handoffs and traces')
    .action(({ memory = false }: { readonly memory?: boolean }) =>
      open(async ({ context, answer }) => {
        const bytes = await context.clean({ memory });
        answer({ bytes }, () => `${(bytes / 1e6).toFixed(1)} MB freed`);
      }),
    );
}
