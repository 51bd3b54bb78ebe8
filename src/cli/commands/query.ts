import { type Command, Option } from 'commander';
import type { QueryAnswer, QueryMode } from '../../index.ts';
import { checkLanguages } from '../language-check.ts';
import {
  type FilterOptions,
  type FreshOptions,
  filterOf,
  positive,
  present,
  withFilter,
  withFreshness,
} from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { printable } from '../untrusted-text.ts';

interface Options extends FilterOptions, FreshOptions {
  readonly mode: QueryMode;
  readonly limit: number;
  readonly cursor?: string;
}

const MODES: Readonly<Record<QueryMode, true>> = {
  hybrid: true,
  lexical: true,
  symbol: true,
  semantic: true,
  regex: true,
};

export function define(command: Command, open: OpenSession): void {
  withFreshness(withFilter(command))
    .argument('<text...>', 'question, issue text or expression; - reads it from standard input')
    .addOption(
      new Option('--mode <mode>', 'which index answers').choices(Object.keys(MODES)).default('hybrid'),
    )
    .option('-n, --limit <count>', 'hits', positive, 10)
    .option('--cursor <cursor>', 'go on where an earlier answer to the same text ended')
    .action((words: readonly string[], options: Options) =>
      open(async (session) => report(session, await ask(session, words, options))),
    );
}

async function ask(
  { context, input, reading }: Session,
  words: readonly string[],
  options: Options,
): Promise<QueryAnswer> {
  const answer = await context.query(await input.words(words), {
    mode: options.mode,
    limit: options.limit,
    ...present({ cursor: options.cursor }),
    ...reading(options),
    ...filterOf(options),
  });
  await checkLanguages(context, options.lang);
  return answer;
}

function report(session: Session, answer: QueryAnswer): void {
  session.checkState(answer.index);
  for (const note of answer.notes) session.say(note);
  session.answer(answer, () => answerText(answer, session));
  session.detail(`milliseconds: ${JSON.stringify(answer.timings)}`);
  if (answer.cursor !== null) session.say(`more: the same with --cursor ${answer.cursor}`);
  else if (answer.unlisted > 0)
    session.say(`${answer.unlisted} more are not listed: narrow it with --include, --lang or other words`);
}

function answerText({ hits, total, traceId, mode }: QueryAnswer, { paint }: Session): string {
  if (hits.length === 0) return 'No hits.';
  const rows = hits.flatMap(({ path, startLine, endLine, symbol, reasons, preview }) => {
    const place = paint.path(printable(`${path}:${startLine}${endLine > startLine ? `-${endLine}` : ''}`));
    const name = symbol === null ? '' : `  ${paint.strong(printable(symbol.name))}`;
    return mode === 'regex'
      ? [`${place}  ${printable(preview)}`]
      : [`${place}${name}`, `    ${printable(preview)}`, `    ${paint.dim(printable(reasons.join('; ')))}`];
  });
  const tail =
    mode === 'regex'
      ? `${total} lines match`
      : `${hits.length} of ${total} candidates; why: ctx explain ${traceId}`;
  return [...rows, paint.dim(tail)].join('\n');
}
