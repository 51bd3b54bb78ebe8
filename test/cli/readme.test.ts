import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandName } from '../../src/cli/commands.ts';
import { withCommon, withFormat } from '../../src/cli/options.ts';

const README = resolve(import.meta.dirname, '../../README.md');

interface Shown {
  readonly line: string;
  readonly verb: string;
  readonly flags: readonly string[];
}

/** Command lines in fenced shell blocks: `ctx …`, `npx ctx …`, with or without a prompt. */
function shownCommands(markdown: string): readonly Shown[] {
  const blocks = [...markdown.matchAll(/^```(?:sh|bash|console|shell)\n([\s\S]*?)^```/gm)];
  return blocks.flatMap(([, block = '']) => block.split('\n').flatMap(readLine));
}

function readLine(line: string): readonly Shown[] {
  const [, rest] = /^(?:\$ )?(?:npx )?ctx (.*)$/.exec(line) ?? [];
  if (rest === undefined) return [];
  const words =
    rest
      .replace(/\s#.*$/, '')
      .replace(/"[^"]*"|'[^']*'/g, 'TEXT')
      .split(/\s+[|>]/)[0]
      ?.replace(/[[\]]/g, ' ')
      .trim()
      .split(/\s+/) ?? [];
  const flags = words.flatMap((word) => /^(--?[a-zA-Z][\w-]*)/.exec(word)?.[1] ?? []);
  const verb = words.find((word) => Object.hasOwn(COMMANDS, word)) ?? words[0] ?? '';
  return [{ line, verb, flags }];
}

async function flagsOf(name: CommandName): Promise<ReadonlySet<string>> {
  const program = withCommon(new Command('ctx'));
  const command = program.command(name);
  const { define } = await COMMANDS[name].load();
  define(command, async () => {});
  withFormat(command);
  return new Set(
    [...program.options, ...command.options].flatMap(({ short, long }) => [short ?? '', long ?? '']),
  );
}

async function mistakes(shown: readonly Shown[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { line, verb, flags } of shown) {
    if (verb === 'help' || verb === '--help' || verb === '--version') continue;
    if (!Object.hasOwn(COMMANDS, verb)) found.push(`${line}: no command ${verb}`);
    else {
      const known = await flagsOf(verb as CommandName);
      found.push(...flags.filter((flag) => !known.has(flag)).map((flag) => `${line}: no flag ${flag}`));
    }
  }
  return found;
}

describe('commands shown in a text', () => {
  it('are read from shell blocks, and mistakes are found', async () => {
    const markdown = [
      '```sh',
      'ctx -C repo query "why --so?" --mode regex | head',
      '$ npx ctx pack "x" --phase debug [--failures FILE|-] # --not',
      'ctx qurey x',
      'ctx index --ful',
      'npm test --nothing',
      '```',
      '```ts',
      'ctx status --nothing',
      '```',
    ].join('\n');
    const shown = shownCommands(markdown);
    expect(shown.map(({ verb, flags }) => [verb, ...flags])).toEqual([
      ['query', '-C', '--mode'],
      ['pack', '--phase', '--failures'],
      ['qurey'],
      ['index', '--ful'],
    ]);
    expect(await mistakes(shown)).toEqual([
      'ctx qurey x: no command qurey',
      'ctx index --ful: no flag --ful',
    ]);
  });

  it.runIf(existsSync(README))('exist, with their flags, in the README', async () => {
    const shown = shownCommands(readFileSync(README, 'utf8'));
    expect(shown.length).toBeGreaterThan(0);
    expect(await mistakes(shown)).toEqual([]);
  });
});
