import { type Command, Option } from 'commander';
import type { Pack, PackFormat, Phase, Task, TokenizerName } from '../../index.ts';
import { usageError } from '../failure.ts';
import { readHandoff } from '../handoff-file.ts';
import { checkLanguages } from '../language-check.ts';
import {
  collect,
  type FilterOptions,
  type FreshOptions,
  filterOf,
  positive,
  present,
  withFilter,
  withFreshness,
} from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { printableLines } from '../untrusted-text.ts';

interface Options extends FilterOptions, FreshOptions {
  readonly phase: Phase;
  readonly budget?: number;
  readonly format?: PackFormat;
  readonly tokenizer?: TokenizerName;
  readonly failures?: string;
  readonly diff?: boolean;
  readonly handoff?: string;
  readonly accept?: readonly string[];
}

const PHASES: Readonly<Record<Phase, true>> = { explore: true, edit: true, debug: true, verify: true };
const FORMATS: Readonly<Record<PackFormat, true>> = { markdown: true, xml: true, json: true };
const TOKENIZERS: Readonly<Record<TokenizerName, true>> = {
  o200k_base: true,
  cl100k_base: true,
  estimate: true,
};

export function define(command: Command, open: OpenSession): void {
  withFreshness(withFilter(command))
    .argument('[task...]', 'what the agent is about to do (else the handoff says it); - for standard input')
    .addOption(
      new Option('--phase <phase>', 'where the agent is').choices(Object.keys(PHASES)).default('explore'),
    )
    .option('--budget <tokens>', 'tokens that the pack may take', positive)
    .addOption(new Option('--format <format>', 'how it is written').choices(Object.keys(FORMATS)))
    .addOption(new Option('--tokenizer <name>', 'how tokens are counted').choices(Object.keys(TOKENIZERS)))
    .option('--failures <file>', 'output of a failing test or build; - for standard input')
    .option('--diff', 'take the working diff into account')
    .option('--accept <criterion>', 'acceptance criterion; again for more', collect)
    .option(
      '--handoff <file>',
      'handoff of an earlier session, Markdown or JSON: goal, constraints, plan, decisions, files',
    )
    .action((words: readonly string[], options: Options) =>
      open(async (session) => {
        const pack = await packOf(session, await taskOf(session, words, options), options);
        report(session, pack);
      }),
    );
}

async function taskOf({ input }: Session, words: readonly string[], options: Options): Promise<Task> {
  const { failures, diff, accept, handoff } = options;
  const earlier = handoff === undefined ? null : await taskIn(await input.file(handoff));
  const goal = words.length === 0 ? (earlier?.goal ?? '') : await input.words(words);
  if (goal === '') throw usageError('Name the task, or a handoff file that has a goal.');
  return {
    ...earlier,
    goal,
    ...(failures !== undefined && { failures: await input.file(failures) }),
    ...(diff && { diff: 'auto' as const }),
    ...(accept && { acceptance: [...(earlier?.acceptance ?? []), ...accept] }),
  };
}

async function taskIn(text: string): Promise<Task> {
  const { handoffTask } = await import('../../index.ts');
  return handoffTask(await readHandoff(text));
}

async function packOf({ context, reading }: Session, task: Task, options: Options): Promise<Pack> {
  const { budget, format, tokenizer } = options;
  const pack = await context.pack(task, options.phase, {
    ...reading(options),
    ...filterOf(options),
    ...present({ budget, format, tokenizer }),
  });
  await checkLanguages(context, options.lang);
  return pack;
}

function report({ streams, answer, say, checkState }: Session, pack: Pack): void {
  checkState(pack.index);
  // Byte for byte as it was counted, except on a terminal, which would act on control characters in it.
  answer(pack, () => (streams.stdout.isTTY ? printableLines(pack.text) : pack.text));
  say(
    `${pack.tokens} of ${pack.budget} tokens (${pack.tokenizer}), ${pack.snippets.length} snippets; why: ctx explain ${pack.traceId}`,
  );
}
