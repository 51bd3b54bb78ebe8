import { type Command, InvalidArgumentError } from 'commander';
import type { FileReading, TextReading } from '../../index.ts';
import { type FreshOptions, nonEmpty, positive, present, withFreshness } from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { printable, printableLines } from '../untrusted-text.ts';

interface Options extends FreshOptions {
  readonly lines?: { readonly startLine: number; readonly endLine?: number };
  readonly symbol?: string;
  readonly head?: number;
  readonly tail?: number;
  readonly maxLines?: number;
  readonly maxBytes?: number;
  readonly maxTokens?: number;
}

export function define(command: Command, open: OpenSession): void {
  withFreshness(command)
    .argument('<path>', 'file below the root, or the address of a long output: ctx://artifact/HASH', nonEmpty)
    .option('--lines <first[-last]>', 'these lines', parseLines)
    .option('--symbol <name>', 'the definition with this name, exactly')
    .option('--head <count>', 'the first lines', positive)
    .option('--tail <count>', 'the last lines', positive)
    .option('--max-lines <count>', 'lines at most', positive)
    .option('--max-bytes <count>', 'bytes at most', positive)
    .option('--max-tokens <count>', 'tokens at most', positive)
    .action((path: string, options: Options) =>
      open((session) => {
        const [, hash] = /^ctx:\/\/artifact\/([0-9a-f]{32})$/.exec(path) ?? [];
        return hash === undefined ? read(session, path, options) : readArtifact(session, hash);
      }),
    );
}

function parseLines(text: string): { readonly startLine: number; readonly endLine?: number } {
  const [, first, dash, last] = /^(\d{1,9})(-(\d{1,9})?)?$/.exec(text) ?? [];
  if (first === undefined || Number(first) < 1)
    throw new InvalidArgumentError('It must be like 10, 10-20 or 10-.');
  if (dash === undefined) return { startLine: Number(first), endLine: Number(first) };
  return last === undefined
    ? { startLine: Number(first) }
    : { startLine: Number(first), endLine: Number(last) };
}

async function read(session: Session, path: string, options: Options): Promise<void> {
  const { context, answer, say, reading } = session;
  const { lines, symbol, head, tail, maxLines, maxBytes, maxTokens } = options;
  const found = await context.readFile(path, {
    ...present({ range: lines, symbol, head, tail, maxLines, maxBytes, maxTokens }),
    ...reading(options),
  });
  answer(found, () => readingText(found));
  if (found.is !== 'text') return;
  if (found.stale) say('The file changed since its symbols were found: check the lines.');
  if (found.next !== null) {
    const { startLine, endLine } = found.next;
    say(`${found.linesLeft} lines are left: ctx read ${path} --lines ${startLine}-${endLine}`);
  }
}

function readingText(found: FileReading): string {
  if (found.is !== 'text') return `${printable(found.path)}: ${found.what}, ${found.bytes} bytes`;
  return numbered(found) || `${printable(found.path)} is empty.`;
}

function numbered({ lines, startLine }: TextReading): string {
  return lines.map((line, i) => `${startLine + i}\t${printableLines(line)}`).join('\n');
}

async function readArtifact({ context, answer }: Session, hash: string): Promise<void> {
  const text = await context.artifacts.get(hash);
  answer({ hash, text }, () => printableLines(text));
}
