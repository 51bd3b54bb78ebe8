import { type Command, InvalidArgumentError, Option } from 'commander';
import { usageError } from '../failure.ts';
import { positive, present } from '../options.ts';
import { type OpenSession, repoPath, type Session } from '../session.ts';
import { printable, printableLines } from '../untrusted-text.ts';

interface Place {
  readonly path: string;
  readonly line?: number;
}

interface Options {
  readonly whyNot?: Place;
  readonly diff?: string;
  readonly limit: number;
}

export function define(command: Command, open: OpenSession): void {
  command
    .argument('[id]', 'trace of a query or a pack; without it the last traces are listed')
    .option('--why-not <path[:line]>', 'what kept a place out', parsePlace)
    .addOption(new Option('--diff <other>', 'what differs from another trace').conflicts('whyNot'))
    .option('-n, --limit <count>', 'traces in the list', positive, 20)
    .action((id: string | undefined, options: Options) =>
      open((session) => (id === undefined ? list(session, options) : explain(session, id, options))),
    );
}

function parsePlace(text: string): Place {
  const [, path = '', line] = /^(.+?)(?::(\d+))?$/s.exec(text) ?? [];
  if (path === '') throw new InvalidArgumentError('It must be a path, or a path and a line as path:line.');
  return line === undefined ? { path } : { path, line: Number(line) };
}

async function list({ context, answer, paint }: Session, { whyNot, diff, limit }: Options): Promise<void> {
  if (whyNot ?? diff) throw usageError('Name the trace: `ctx explain` lists the last ones.');
  const traces = await context.traces(limit);
  answer({ traces }, () =>
    traces.length === 0
      ? 'No traces yet: every `ctx query` and `ctx pack` leaves one.'
      : traces
          .map(
            ({ id, at, call, task }) =>
              `${paint.strong(id)}  ${at}  ${call}  ${printable(task.split('\n')[0] ?? '')}`,
          )
          .join('\n'),
  );
}

async function explain(
  { context, answer, json }: Session,
  id: string,
  { whyNot, diff }: Options,
): Promise<void> {
  const place = whyNot && { ...whyNot, path: repoPath(context, whyNot.path) };
  const text = await context.explain(id, present({ whyNot: place, diff }));
  const data = json ? { trace: await context.trace(id), text } : {};
  answer(data, () => printableLines(text));
}
