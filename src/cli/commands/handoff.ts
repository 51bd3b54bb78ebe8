import { type Command, Option } from 'commander';
import type { FieldDiff, Handoff, HandoffFinding, SessionFormat } from '../../index.ts';
import { readHandoff } from '../handoff-file.ts';
import { present } from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { printable, printableLines } from '../untrusted-text.ts';

interface CreateOptions {
  readonly from: string;
  readonly sessionFormat?: SessionFormat;
  readonly previous?: string;
}

type CheckOptions = Partial<Pick<CreateOptions, 'from' | 'previous'>>;

const SESSION_FORMATS: Readonly<Record<SessionFormat, true>> = {
  'openai-chat': true,
  'openai-responses': true,
  anthropic: true,
  'claude-code': true,
  codex: true,
  gemini: true,
};

export function define(command: Command, open: OpenSession): void {
  const given = 'handoff as Markdown or JSON; - for standard input';
  command
    .addOption(new Option('--format <format>', 'how it is written').choices(['markdown', 'json']))
    .hook('preAction', () => {
      if (command.getOptionValue('format') === 'json') command.setOptionValue('json', true);
    });
  command
    .command('create')
    .description('write the state of a session down, to go on from it')
    .requiredOption('--from <session>', 'messages or transcript of an agent; - for standard input')
    .addOption(
      new Option('--session-format <format>', 'default: found from the session').choices(
        Object.keys(SESSION_FORMATS),
      ),
    )
    .option('--previous <file>', 'handoff that the session began with')
    .action((options: CreateOptions) => open((session) => create(session, options)));
  command
    .command('show')
    .description('a handoff in nine sections')
    .argument('<file>', given)
    .action((file: string) => open(async (session) => show(session, await handoffIn(session, file))));
  command
    .command('check')
    .description('what in a handoff is not in its session, is stale, or contradicts itself')
    .argument('<file>', given)
    .option('--from <session>', 'session that it was made from; - for standard input')
    .option('--previous <file>', 'handoff that the session began with')
    .action((file: string, options: CheckOptions) => open((session) => check(session, file, options)));
  command
    .command('schema')
    .description('the JSON Schema of a handoff')
    .action(() => open(schema));
  command
    .command('diff')
    .description('what a second handoff gained, lost and changed')
    .argument('<before>', given)
    .argument('<after>', given)
    .action((before: string, after: string) => open((session) => diff(session, before, after)));
}

async function handoffIn({ input }: Session, file: string): Promise<Handoff> {
  return readHandoff(await input.file(file));
}

async function create(session: Session, { from, previous, sessionFormat }: CreateOptions): Promise<void> {
  const { context, input, say } = session;
  const { writeHandoff } = await import('../../index.ts');
  const written = await writeHandoff(await input.file(from), {
    root: context.root,
    previous: previous === undefined ? null : await handoffIn(session, previous),
    ...present({ format: sessionFormat }),
  });
  const id = await context.handoffs.save(written);
  await show(session, written.handoff);
  const { events, opaque } = written.session;
  const unread = opaque === 0 ? '' : ` (${opaque} of no known kind)`;
  say(`${id}: ${events} events${unread}, ${written.tokensBefore} → ${written.tokensAfter} tokens`);
  if (written.inflated) say('It is not smaller than its session: the messages themselves serve better.');
}

async function show({ answer, streams }: Session, handoff: Handoff): Promise<void> {
  const { renderHandoff } = await import('../../index.ts');
  // As it is read back, except on a terminal, which would act on control characters in it.
  answer(handoff, () => {
    const text = renderHandoff(handoff);
    return streams.stdout.isTTY ? printableLines(text) : text;
  });
}

async function check(session: Session, file: string, { from, previous }: CheckOptions): Promise<void> {
  const { context, input, answer } = session;
  const handoff = await handoffIn(session, file);
  const findings = await context.handoffs.check(
    handoff,
    present({
      session: from === undefined ? undefined : await input.file(from),
      previous: previous === undefined ? undefined : await handoffIn(session, previous),
    }),
  );
  answer({ findings }, () => findingText(findings));
}

function findingText(findings: readonly HandoffFinding[]): string {
  if (findings.length === 0) return 'Nothing is wrong with it.';
  return findings
    .map(({ kind, place, message }) => `${kind}  ${printable(place)}: ${printable(message)}`)
    .join('\n');
}

async function schema({ print }: Session): Promise<void> {
  const { handoffSchema } = await import('../../index.ts');
  print(JSON.stringify(handoffSchema(), null, 2));
}

async function diff(session: Session, before: string, after: string): Promise<void> {
  const { diffHandoffs } = await import('../../index.ts');
  const fields = diffHandoffs(await handoffIn(session, before), await handoffIn(session, after));
  session.answer({ fields }, () => diffText(fields));
}

function diffText(fields: readonly FieldDiff[]): string {
  if (fields.length === 0) return 'They are the same.';
  const rows = (sign: string, names: readonly string[]) =>
    names.map((name) => `  ${sign} ${printable(name)}`);
  return fields
    .flatMap(({ field, added, removed, changed }) => [
      field,
      ...rows('+', added),
      ...rows('-', removed),
      ...rows('~', changed),
    ])
    .join('\n');
}
