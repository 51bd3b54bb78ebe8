import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { PHASES, type Phase } from '../../index.ts';
import { collect, positive } from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { printableLines } from '../untrusted-text.ts';
import { defineCompression } from './eval-compression.ts';

interface Options {
  readonly repos: string;
  readonly out: string;
  readonly work?: string;
  readonly limit?: number;
  readonly where?: readonly string[];
  readonly kind?: readonly TaskKind[];
  readonly without?: readonly string[];
  readonly only?: readonly string[];
  readonly set?: readonly string[];
  readonly phase?: Phase;
  readonly budgets: readonly number[];
  /** False with `--no-packs`. */
  readonly packs: boolean;
  readonly decoys?: boolean;
  readonly compare?: readonly string[];
  readonly jobs: number;
  readonly features?: string;
  readonly html?: string;
}

const KINDS = ['issue', 'commit', 'failure', 'query'] as const;
type TaskKind = (typeof KINDS)[number];

const BUDGETS = [2_000, 4_000, 8_000, 16_000];

export function define(command: Command, open: OpenSession): void {
  defineCompression(command, open);
  command
    .command('retrieval')
    .description('how well queries and packs find the answers of real tasks')
    .argument(
      '<tasks>',
      'JSONL file of tasks: id, repo, mirror, base_commit, language, kind, query, gold_files, gold_spans, …',
    )
    .requiredOption('--repos <dir>', 'folder of git directories, <dir>/<mirror>/repo; only read')
    .option('--out <dir>', 'folder of results; a run goes on from what is there', 'ctx-eval-retrieval')
    .option('--work <dir>', 'folder that keeps work trees and indexes for the next run')
    .option('-n, --limit <count>', 'the first tasks only', positive)
    .addOption(
      new Option('--where <key=value>', 'only tasks with this field; again for more').argParser(collect),
    )
    .addOption(new Option('--kind <kind...>', 'only tasks of these kinds').choices(KINDS))
    .addOption(
      new Option('--without <signals>', 'also without these, comma-separated; again for more').argParser(
        collect,
      ),
    )
    .addOption(new Option('--only <signals>', 'also with these alone; again for more').argParser(collect))
    .addOption(
      new Option(
        '--set <signal=weight>',
        'also with other weights, name:signal=weight,…; again for more',
      ).argParser(collect),
    )
    .addOption(new Option('--phase <phase>', 'phase of every task').choices(PHASES))
    .addOption(
      new Option('--budgets <tokens>', 'budgets of packs')
        .argParser(readBudgets)
        .default(BUDGETS, BUDGETS.join(',')),
    )
    .option('--no-packs', 'measure queries alone')
    .option('--decoys', 'plant stale, legacy and vendored copies of the answers, and count those that get in')
    .addOption(
      new Option('--compare <file>', 'predictions of another system; again for more').argParser(collect),
    )
    .option('-j, --jobs <count>', 'repositories at once', positive, availableParallelism())
    .option('--features <file>', 'append the signals of every candidate, JSONL')
    .option('--html <file>', 'write a report with plots')
    .action((tasks: string, options: Options) => open((session) => evaluate(session, tasks, options)));
}

async function evaluate(session: Session, tasks: string, options: Options): Promise<void> {
  const { runRetrieval, summaryHtml, summaryText } = await import('../../eval/index.ts');
  const { signal, say } = session;
  const { summary } = await runRetrieval({
    tasks,
    repos: options.repos,
    out: options.out,
    work: options.work ?? null,
    where: options.where ?? [],
    kinds: options.kind ?? [],
    limit: options.limit ?? null,
    without: options.without ?? [],
    only: options.only ?? [],
    set: options.set ?? [],
    phase: options.phase ?? null,
    budgets: options.budgets,
    packs: options.packs,
    decoys: options.decoys ?? false,
    compare: options.compare ?? [],
    jobs: options.jobs,
    features: options.features ?? null,
    signal,
    say,
  });
  if (options.html !== undefined)
    writeFileSync(options.html, summaryHtml(summary, `ctx eval retrieval ${tasks}`));
  session.answer(summary, () => printableLines(summaryText(summary)));
}

function readBudgets(text: string): readonly number[] {
  const budgets = text.split(',').map(Number);
  if (budgets.some((budget) => !Number.isInteger(budget) || budget < 500))
    throw new InvalidArgumentError('They must be whole numbers of at least 500, comma-separated.');
  return [...new Set(budgets)].sort((a, b) => a - b);
}
