import type { Readable } from 'node:stream';

interface Output {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Where a command reads and writes: data on stdout, talk on stderr. A process is one. */
export interface Streams {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly on: (event: 'SIGINT', listener: () => void) => unknown;
  readonly off: (event: 'SIGINT', listener: () => void) => unknown;
}
