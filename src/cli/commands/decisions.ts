import { type Command, Option } from 'commander';
import type { DecisionRecord, DecisionStatus, NewDecision, ProposalWarning } from '../../index.ts';
import { withMemoryNote } from '../memory-note.ts';
import { collect, nonEmpty, present } from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { printable } from '../untrusted-text.ts';

interface DecisionOptions {
  readonly status: DecisionStatus;
  readonly reason?: string;
  readonly path?: readonly string[];
  readonly symbol?: readonly string[];
  readonly topic?: readonly string[];
  readonly revisitIf?: string;
  readonly evidence?: readonly string[];
}

interface ListOptions {
  readonly status?: DecisionStatus;
  readonly all?: boolean;
}

const STATUSES: Readonly<Record<DecisionStatus, true>> = { accepted: true, rejected: true, tentative: true };

export function define(command: Command, openSession: OpenSession): void {
  const open = withMemoryNote(openSession);
  withDecision(command.command('add').description('write a decision down'))
    .argument('<claim>', 'what is decided on, as one would propose it', nonEmpty)
    .action((claim: string, options: DecisionOptions) =>
      open(async (session) => {
        const decision = await session.context.decisions.record(decisionOf(claim, options));
        session.answer({ decision }, () => describe(decision, session));
      }),
    );
  command
    .command('list', { isDefault: true })
    .description('the decisions in force, oldest first')
    .addOption(statusOption('only these'))
    .option('--all', 'also those that another one replaced')
    .action((options: ListOptions) => open((session) => list(session, options)));
  command
    .command('show')
    .description('all that is known of a decision')
    .argument('<id>', 'id, or the beginning of one', nonEmpty)
    .action((id: string) =>
      open(async (session) => {
        const decision = await session.context.decisions.get(id);
        session.answer({ decision }, () => describe(decision, session));
      }),
    );
  withDecision(command.command('supersede').description('decide anew on what was decided before'))
    .argument('<id>', 'the decision that is replaced', nonEmpty)
    .argument('<claim>', 'what is decided on instead', nonEmpty)
    .action((id: string, claim: string, options: DecisionOptions) =>
      open(async (session) => {
        const decision = await session.context.decisions.supersede(id, decisionOf(claim, options));
        session.answer({ decision }, () => describe(decision, session));
      }),
    );
  command
    .command('check')
    .description('whether a proposal repeats a rejected decision or goes against an accepted one')
    .argument('<proposal...>', 'what is proposed; - for standard input')
    .action((words: readonly string[]) =>
      open(async (session) => {
        const warnings = await session.context.decisions.check(await session.input.words(words));
        session.answer({ warnings }, () => findingText(warnings));
      }),
    );
}

function withDecision(command: Command): Command {
  return command
    .addOption(statusOption('how it was decided').default('accepted'))
    .option('--reason <text>', 'why')
    .option('--revisit-if <condition>', 'when to think again')
    .option('--path <path>', 'file or folder that it is about; again for more', collect)
    .option('--symbol <name>', 'name of code that it is about; again for more', collect)
    .option('--topic <words>', 'topic that it is about; again for more', collect)
    .option('--evidence <reference>', 'commit, path or issue that shows it; again for more', collect);
}

function statusOption(description: string): Option {
  return new Option('--status <status>', description).choices(Object.keys(STATUSES));
}

function decisionOf(claim: string, options: DecisionOptions): NewDecision {
  const { status, reason, path, symbol, topic, revisitIf, evidence } = options;
  return {
    claim,
    status,
    ...present({ reason, paths: path, symbols: symbol, topics: topic, revisitIf, evidence }),
  };
}

async function list({ context, answer, paint }: Session, { status, all = false }: ListOptions) {
  const decisions = await context.decisions.list({ superseded: all, ...present({ status }) });
  answer({ decisions }, () =>
    decisions.length === 0
      ? 'No decisions yet: `ctx decisions add` writes one down.'
      : decisions
          .map((each) => `${paint.strong(each.id)}  ${each.status}  ${printable(each.claim)}`)
          .join('\n'),
  );
}

function describe(decision: DecisionRecord, { paint }: Session): string {
  const { id, status, claim, reason, revisit_if, scope, evidence_refs, supersedes, at } = decision;
  const rows: readonly (readonly [string, string])[] = [
    ['reason', reason],
    ['revisit if', revisit_if ?? ''],
    ['paths', scope.paths.join(', ')],
    ['symbols', scope.symbols.join(', ')],
    ['topics', scope.topics.join(', ')],
    ['evidence', evidence_refs.join(', ')],
    ['supersedes', supersedes ?? ''],
    ['at', at ?? ''],
  ];
  return [
    `${paint.strong(id)}  ${status}  ${printable(claim)}`,
    ...rows
      .filter(([, text]) => text !== '')
      .map(([name, text]) => `    ${name.padEnd(10)}  ${printable(text)}`),
  ].join('\n');
}

function findingText(warnings: readonly ProposalWarning[]): string {
  if (warnings.length === 0) return 'Nothing that was decided speaks against it.';
  return warnings.map(({ kind, message }) => `${kind.replace('-', ' ')}: ${printable(message)}`).join('\n');
}
