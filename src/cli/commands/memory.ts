import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MemoryEntry, MemoryKind, MemoryScope, RecalledMemory } from '../../index.ts';
import { usageError } from '../failure.ts';
import { withMemoryNote } from '../memory-note.ts';
import { nonEmpty, positive, present } from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { printable } from '../untrusted-text.ts';

interface AddOptions {
  readonly kind: MemoryKind;
  readonly scope: MemoryScope;
  readonly source?: string;
  readonly ttl?: number;
  readonly confidence?: number;
}

const KINDS: Readonly<Record<MemoryKind, true>> = { semantic: true, procedural: true, episodic: true };
const SCOPES: Readonly<Record<MemoryScope, true>> = {
  user: true,
  machine: true,
  repository: true,
  branch: true,
};

export function define(command: Command, openSession: OpenSession): void {
  const open = withMemoryNote(openSession);
  command
    .command('add')
    .description('remember something, unless the gate refuses it')
    .argument('<subject>', 'what it is about: entries with one subject can conflict', nonEmpty)
    .argument('<text...>', 'a fact, a preference, a way of doing things; - for standard input')
    .addOption(new Option('--kind <kind>', 'what it is').choices(Object.keys(KINDS)).default('semantic'))
    .addOption(
      new Option('--scope <scope>', 'where it holds').choices(Object.keys(SCOPES)).default('repository'),
    )
    .option('--source <text>', 'who or what said it; default: user')
    .option('--ttl <seconds>', 'seconds until it is forgotten', positive)
    .option('--confidence <share>', 'above 0, at most 1; default 0.9', share)
    .action((subject: string, words: readonly string[], options: AddOptions) =>
      open((session) => add(session, subject, words, options)),
    );
  command
    .command('list', { isDefault: true })
    .description('all that is remembered, oldest first')
    .action(() => open(list));
  command
    .command('recall')
    .description('what is remembered about a question, as clues to verify')
    .argument('<question...>', 'words of the task; - for standard input')
    .option('-n, --limit <count>', 'at most so many', positive)
    .action((words: readonly string[], { limit }: { readonly limit?: number }) =>
      open(async ({ context, input, answer, paint }) => {
        const recalled = await context.memories.recall(await input.words(words), limit);
        answer({ recalled }, () =>
          recalled.length === 0
            ? 'Nothing is remembered about that.'
            : recalled.map((each) => clue(each, paint)).join('\n'),
        );
      }),
    );
  command
    .command('forget')
    .description('delete an entry')
    .argument('<id>', 'id, or the beginning of one', nonEmpty)
    .action((id: string) =>
      open(async ({ context, answer, paint }) => {
        const entry = await context.memories.forget(id);
        answer({ entry }, () => `forgotten: ${line(entry, paint)}`);
      }),
    );
}

function share(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 1) return value;
  throw new InvalidArgumentError('It must be above 0 and at most 1.');
}

async function add(
  { context, input, answer, say, paint }: Session,
  subject: string,
  words: readonly string[],
  { kind, scope, source, ttl, confidence }: AddOptions,
): Promise<void> {
  const text = await input.words(words);
  const given = { subject, text, kind, scope, ...present({ source, ttl, confidence }) };
  const { entry, verdict } = await context.memories.remember(given);
  if (!verdict.ok) throw usageError(verdict.message);
  for (const { winner, loser, rule } of verdict.conflicts)
    say(`${winner} and ${loser} say different things: ${winner} holds (${rule.replace('-', ' ')}).`);
  answer({ entry, replaces: verdict.replaces, conflicts: verdict.conflicts }, () => line(entry, paint));
}

async function list({ context, answer, paint }: Session): Promise<void> {
  const entries = await context.memories.list();
  answer({ entries }, () =>
    entries.length === 0
      ? 'Nothing is remembered yet: `ctx memory add` writes something down.'
      : entries.map((entry) => line(entry, paint)).join('\n'),
  );
}

function line({ id, kind, scope, subject, text }: MemoryEntry, paint: Session['paint']): string {
  return `${paint.strong(id)}  ${kind}, ${scope}  ${printable(subject)}: ${printable(text)}`;
}

function clue({ entry, label, checks, stale }: RecalledMemory, paint: Session['paint']): string {
  const { source, at } = entry;
  const gone = checks.filter(({ exists }) => exists === false).map(({ name }) => name);
  const state = stale ? `; gone: ${gone.join(', ')}` : '';
  return `${line(entry, paint)}\n    ${label}: said by ${printable(source)} on ${at.slice(0, 10)}${printable(state)}`;
}
