import type { Command } from 'commander';
import type { IgnoreAnswer } from '../../index.ts';
import type { OpenSession } from '../session.ts';
import { printable } from '../untrusted-text.ts';

export function define(command: Command, open: OpenSession): void {
  command.argument('<path>', 'path below the root').action((path: string) =>
    open(async ({ context, answer }) => {
      const found = await context.explainIgnore(path);
      answer(found, () => printable(answerText(found)));
    }),
  );
}

function answerText({ ignored, reason, rule }: IgnoreAnswer): string {
  const by = rule === null ? '' : ` (${rule.file}:${rule.line}: ${rule.pattern})`;
  return `${ignored ? 'left out' : 'taken in'}: ${reason}${by}`;
}
