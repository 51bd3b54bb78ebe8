import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Envelope } from '../../src/mcp/call-result.ts';

export const MAIN = resolve(import.meta.dirname, '../../dist/lib/main.js');

/**
 * Longer than any test may take. How long calls take is the machine's affair: on a busy one the last of hundreds is not
 * answered within the 60 seconds that the client and the dispatch give by default.
 */
export const NO_DEADLINE_MS = 3_600_000;

export interface Connection {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** Tells the server of other work trees. */
  readonly offer: (roots: readonly string[]) => Promise<void>;
  readonly call: (name: string, args?: Record<string, unknown>, signal?: AbortSignal) => Promise<Called>;
}

export interface Called {
  readonly text: string;
  readonly envelope: Envelope;
  readonly isError: boolean;
}

export interface ConnectOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly roots?: readonly string[];
}

/** No setting of the machine reaches the server. */
export function serverEnv(env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...env,
  };
}

/** The built server in a folder, with the real client at the other end. */
export async function connect(
  cwd: string,
  { args = [], env, roots }: ConnectOptions = {},
): Promise<Connection> {
  if (!existsSync(MAIN)) throw new Error('dist/lib/main.js is not there: run `npm run build` first.');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', ...args],
    cwd,
    env: serverEnv(env),
    stderr: 'pipe',
  });
  let offered = roots ?? [];
  const capabilities = roots === undefined ? {} : { roots: { listChanged: true } };
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (roots !== undefined) {
    client.setRequestHandler('roots/list', () => ({
      roots: offered.map((folder) => ({ uri: pathToFileURL(folder).href, name: folder })),
    }));
  }
  await client.connect(transport);
  return {
    client,
    transport,
    offer: async (next) => {
      offered = next;
      await client.sendRootsListChanged();
    },
    call: async (name, callArgs = {}, signal) => {
      const options = { timeout: NO_DEADLINE_MS, ...(signal && { signal }) };
      const result = await client.callTool({ name, arguments: callArgs }, options);
      const [first] = result.content;
      return {
        text: first?.type === 'text' ? first.text : '',
        envelope: result.structuredContent as unknown as Envelope,
        isError: result.isError === true,
      };
    },
  };
}

/** The data of an answer that has some. */
export function dataOf({ envelope }: Called): Readonly<Record<string, unknown>> {
  if (!('data' in envelope)) throw new Error(`It failed: ${JSON.stringify(envelope.error)}`);
  return envelope.data;
}

/** Calls until the first index is there. */
export async function indexed(connection: Connection): Promise<void> {
  for (;;) {
    const { envelope } = await connection.call('index_status');
    if ('data' in envelope && envelope.data['ready'] === true) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}
