import type { Command } from 'commander';
import type { CallRecord } from '../../index.ts';
import { positive } from '../options.ts';
import type { OpenSession } from '../session.ts';
import { printable } from '../untrusted-text.ts';

const ARGS_LENGTH = 100;

export function define(command: Command, open: OpenSession): void {
  command
    .option('-n, --limit <count>', 'calls', positive, 20)
    .action(({ limit }: { readonly limit: number }) =>
      open(async ({ context, answer }) => {
        await context.calls.interruptAbandoned();
        const calls = await context.calls.list(limit);
        answer({ calls }, () =>
          calls.length === 0
            ? 'No calls yet: tools that an agent calls through `ctx mcp` are listed here.'
            : calls.map(callText).join('\n'),
        );
      }),
    );
}

function callText({
  id,
  at,
  tool,
  status,
  error,
  milliseconds,
  outputTokens,
  cached,
  args,
}: CallRecord): string {
  const end = error === null ? status : `${status} ${error}`;
  const work =
    status === 'open'
      ? ''
      : `  ${Math.round(milliseconds)} ms, ${outputTokens} tokens${cached ? ', cached' : ''}`;
  return printable(`${id}  ${at}  ${tool}  ${end}${work}  ${args.slice(0, ARGS_LENGTH)}`);
}
