import type { CommanderError } from 'commander';
import type { ErrorCode } from '../index.ts';
import type { Streams } from './streams.ts';
import { jsonLine, printableLines } from './untrusted-text.ts';

/** What a failure says, whoever found it; an error of the engine has this shape. */
interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly exitCode: number;
}

/** A failure found before the engine is loaded, or one that it does not know. */
class CliError extends Error implements Failure {
  override readonly name = 'CliError';
  readonly code: ErrorCode;
  readonly exitCode: number;
  readonly details = {};

  constructor(code: ErrorCode, exitCode: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.exitCode = exitCode;
  }
}

export function usageError(message: string, cause?: unknown): CliError {
  return new CliError('USAGE', 2, message, cause);
}

/** The exit code of shells for a program that Ctrl-C ended. */
const INTERRUPTED = 130;

export function interrupted(cause: unknown): CliError {
  const message = 'Stopped. The index keeps all that was finished; `ctx index` goes on from there.';
  return new CliError('ABORTED', INTERRUPTED, message, cause);
}

/** A command line that could not be read, with what to do about it. */
export function misread(error: CommanderError, command: string | null): CliError {
  if (error.code === 'commander.help') return usageError('Name a command.');
  const message = error.message.replace(/^error: /, '').replace(/\n/g, ' ');
  const dash =
    error.code === 'commander.unknownOption' && !message.includes('Did you mean')
      ? '. Put -- before a text that starts with a dash.'
      : '';
  return usageError(`${message}${dash}\nRun \`ctx ${command ? `${command} ` : ''}--help\` for usage.`, error);
}

/**
 * Says on stderr what failed, with `--json` also as an object on stdout; gives the exit code. Messages repeat what was
 * asked for: secrets in them are replaced.
 */
export async function reportFailure(
  error: unknown,
  args: readonly string[],
  { stdout, stderr }: Streams,
): Promise<number> {
  const { code, message: said, details: known, exitCode } = describe(error);
  const stack = (isVerbose(args) && error instanceof Error && error.stack) || '';
  const { message, details, trail } = await withoutSecrets({ message: said, details: known, trail: stack });
  if (wantsJson(args)) {
    stdout.write(`${jsonLine({ schemaVersion: 1, error: { code, message, details } })}\n`);
  }
  stderr.write(`ctx: ${printableLines(message)}\n`);
  if (trail) stderr.write(`${printableLines(trail)}\n`);
  return exitCode;
}

async function withoutSecrets<T>(texts: T): Promise<T> {
  const engine = await import('../index.ts').catch(() => null);
  // An engine that cannot be loaded is what failed: then nothing was asked of it.
  return engine === null ? texts : engine.redactTexts(texts);
}

function describe(error: unknown): Failure {
  if (isFailure(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new CliError('RUNTIME', 1, `${message} (run again with -v for the stack)`);
}

/** By shape: the engine's class is not loaded before a command needs it. */
function isFailure(error: unknown): error is Error & Failure {
  return error instanceof Error && 'code' in error && 'exitCode' in error && 'details' in error;
}

/** From the raw arguments: those of a command line that cannot be read count too. */
function wantsJson(args: readonly string[]): boolean {
  return /(^|\n)(--json|--format[\n=]json)(\n|$)/.test(beforeDashes(args).join('\n'));
}

function isVerbose(args: readonly string[]): boolean {
  return beforeDashes(args).some((arg) => arg === '-v' || arg === '--verbose');
}

function beforeDashes(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}
