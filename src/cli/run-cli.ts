import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { COMMANDS, type CommandName } from './commands.ts';
import { misread, reportFailure } from './failure.ts';
import { withCommon, withFormat } from './options.ts';
import { withSession } from './session.ts';
import type { Streams } from './streams.ts';

/** Runs one command line; gives the exit code. Only the command that is asked for is loaded. */
export async function runCli(args: readonly string[], streams: Streams): Promise<number> {
  let code = 0;
  let asked: string | null = null;
  const finish = (result: number): void => {
    code = result;
  };
  const program = createProgram(streams);
  for (const [name, { summary }] of Object.entries(COMMANDS)) {
    program.command(name).summary(summary).description(summary);
  }
  program
    .command('help')
    .argument('[command]')
    .description('how a command is used')
    .action(async (name?: string) => {
      code = await runCli(name === undefined ? ['--help'] : [name, '--help'], streams);
    });
  program.hook('preSubcommand', async (_, command) => {
    const name = command.name();
    if (!isCommandName(name)) return;
    asked = name;
    command.hook('preSubcommand', (_, inner) => {
      asked = `${name} ${inner.name()}`;
    });
    const { define } = await COMMANDS[name].load();
    define(command, (run) => withSession({ streams, options: command.optsWithGlobals(), finish }, run));
    withFormat(command);
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return await reportFailure(error, args, streams);
    return error.exitCode === 0 ? 0 : await reportFailure(misread(error, asked), args, streams);
  }
}

function createProgram({ stdout, stderr }: Streams): Command {
  return withCommon(new Command('ctx'))
    .description(
      'Context engine for coding agents: index a repository, query it, pack what matters, explain why.',
    )
    .version(packageVersion())
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // Failures are reported in one place, in one form.
      outputError: () => {},
    });
}

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function packageVersion(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
