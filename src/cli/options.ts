import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FileFilter, Freshness } from '../index.ts';

/** Options that every command has. */
export interface CommonOptions {
  readonly root: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** False with `--no-color`. */
  readonly color: boolean;
  readonly embedder?: string;
}

/** On the program itself: they may stand before or after the verb. */
export function withCommon(program: Command): Command {
  return program
    .option('-C, --root <dir>', 'folder in the repository', '.')
    .option('--force', 'accept / or the home folder as a root')
    .option('--json', 'one JSON object with schemaVersion on stdout')
    .option('-q, --quiet', 'no talk on stderr')
    .option('-v, --verbose', 'more talk: timings, stacks')
    .option('--no-color', 'plain text; NO_COLOR does the same')
    .addOption(
      new Option(
        '--embedder <which>',
        'static, transformers:[FOLDER#]MODEL or http://HOST[/PATH]#MODEL; its key in CTX_EMBEDDER_KEY',
      ).env('CTX_EMBEDDER'),
    );
}

/** `--format json` is `--json`, except where a command has formats of its own. */
export function withFormat(command: Command): void {
  if (command.options.some(({ long }) => long === '--format')) return;
  command
    .addOption(new Option('--format <format>', 'how the answer is written').choices(['text', 'json']))
    .hook('preAction', () => {
      if (command.getOptionValue('format') === 'json') command.setOptionValue('json', true);
    });
}

/** Options of commands that read the index. */
export interface FreshOptions {
  readonly sync: boolean;
  readonly strict?: boolean;
}

export function withFreshness(command: Command): Command {
  return command
    .option('--no-sync', 'answer from the index as it is')
    .option('--strict', 'exit with 4 where the index is stale or partial');
}

/** What is to be strict about has to be known: then changes are looked for also where they are not indexed. */
export function freshnessOf({ sync, strict }: FreshOptions): Freshness {
  if (sync) return 'sync';
  return strict ? 'check' : 'stored';
}

export interface FilterOptions {
  readonly lang?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export function withFilter(command: Command): Command {
  return command
    .addOption(new Option('--lang <language>', 'only files of a language; again for more').argParser(collect))
    .addOption(new Option('--include <glob>', 'only paths that match; again for more').argParser(collect))
    .addOption(new Option('--exclude <glob>', 'no paths that match; again for more').argParser(collect));
}

export function filterOf({ lang, include, exclude }: FilterOptions): FileFilter {
  return present({ languages: lang?.map((language) => language.toLowerCase()), include, exclude });
}

/** A number of one or more. */
export function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}

/** A text that says something. */
export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

/** Gathers an option that is given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
