import type { Command } from 'commander';
import type { OpenSession } from '../session.ts';
import { printable } from '../untrusted-text.ts';

export function define(command: Command, open: OpenSession): void {
  command.action(() =>
    open(async ({ context, answer, paint, finish }) => {
      const checks = await context.doctor();
      answer({ checks }, () =>
        checks
          .flatMap(({ name, state, detail, fix }) => [
            `${(state === 'ok' ? paint.good : paint.bad)(state.padEnd(8))} ${name}: ${printable(detail)}`,
            ...(fix === '' ? [] : [`         ${fix}`]),
          ])
          .join('\n'),
      );
      if (checks.some(({ state }) => state === 'failed')) finish(1);
    }),
  );
}
