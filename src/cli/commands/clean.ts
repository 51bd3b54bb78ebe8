import type { Command } from 'commander';
import type { OpenSession } from '../session.ts';

export function define(command: Command, open: OpenSession): void {
  command
    .option('--memory', 'also delete the traces')
    .action(({ memory = false }: { readonly memory?: boolean }) =>
      open(async ({ context, answer }) => {
        const bytes = await context.clean({ memory });
        answer({ bytes }, () => `${(bytes / 1e6).toFixed(1)} MB freed`);
      }),
    );
}
