import type { Readable } from 'node:stream';
import { usageError } from './failure.ts';
import type { Streams } from './streams.ts';

const MAX_BYTES = 16_000_000;

/** Texts that come as arguments, from files and from standard input. */
export interface Input {
  /** The arguments joined, or all of standard input for a single `-`. Fails with USAGE where it is blank. */
  readonly words: (words: readonly string[]) => Promise<string>;
  /** A file's text, or standard input for `-`. Fails with USAGE where it cannot be read. */
  readonly file: (name: string) => Promise<string>;
}

export function createInput(
  { stdin, stderr }: Streams,
  say: (text: string) => void,
  signal: AbortSignal,
): Input {
  let taken = false;
  const readStdin = async (): Promise<string> => {
    if (taken) throw usageError('Standard input can be read once: only one argument can be -.');
    taken = true;
    if (stdin.isTTY && stderr.isTTY) say('Reading from the terminal; Ctrl-D ends the text.');
    return readAll(stdin, say, signal);
  };
  return {
    words: async (words) => {
      const text = words.length === 1 && words[0] === '-' ? await readStdin() : words.join(' ');
      if (text.trim() === '') throw usageError('The text is empty. Say what to look for.');
      return text;
    },
    file: (name) => (name === '-' ? readStdin() : readTextFile(name)),
  };
}

async function readAll(stdin: Readable, say: (text: string) => void, signal: AbortSignal): Promise<string> {
  const { addAbortSignal } = await import('node:stream');
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of addAbortSignal(signal, stdin)) {
    pieces.push(Buffer.from(piece));
    size += piece.length;
    if (size > MAX_BYTES) {
      say(`Standard input is longer than ${MAX_BYTES / 1e6} MB: the rest of it is not read.`);
      break;
    }
  }
  return decode(Buffer.concat(pieces));
}

async function readTextFile(name: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  try {
    return decode(await readFile(name));
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    throw usageError(`${name} could not be read: ${because}`, error);
  }
}

/** A byte order mark is no text. */
function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes);
}
