import type { Command } from 'commander';
import { positive } from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { printableLines } from '../untrusted-text.ts';
import { indexNow, reportText } from './index-command.ts';

const TASK = 'How does the packer keep the rendered text within the token budget?';
/** The file that holds the question answers nothing. */
const OWN_FILE = 'src/cli/commands/demo.ts';
const BUDGET = 3_000;
const EXPLAINED_ROWS = 24;

export function define(command: Command, open: OpenSession): void {
  command
    .argument('[task]', 'task to pack', TASK)
    .option('--budget <tokens>', 'tokens that the pack may take', positive, BUDGET)
    .action((task: string, { budget }: { readonly budget: number }) =>
      open((session) => demonstrate(session, task, budget)),
    );
}

async function demonstrate(session: Session, task: string, budget: number): Promise<void> {
  const { context, signal, paint, json, answer } = session;
  const show = (text: string): void => {
    if (!json) session.print(text);
  };
  show(paint.strong('ctx index'));
  const index = await indexNow(session);
  show(reportText(index));
  show(paint.strong(`\nctx pack "${task}" --budget ${budget}`));
  const pack = await context.pack(task, 'explore', {
    budget,
    signal,
    freshness: 'stored',
    exclude: [OWN_FILE],
  });
  show(printableLines(pack.text));
  show(paint.strong(`\nctx explain ${pack.traceId}`));
  const explained = await context.explain(pack.traceId);
  const rows = printableLines(explained).split('\n');
  show(rows.slice(0, EXPLAINED_ROWS).join('\n'));
  show(paint.dim(`⋯ ${Math.max(0, rows.length - EXPLAINED_ROWS)} more rows`));
  answer({ index, pack, explained }, () => NEXT);
}

const NEXT = `
Where to go next:
  ctx query "<question>"                 ranked places, with reasons
  ctx pack "<task>" --phase debug --failures output.txt
  ctx symbol NAME, ctx refs NAME, ctx callers NAME
  ctx map, ctx status, ctx doctor
  ctx --help                             everything else`;
