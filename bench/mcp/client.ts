import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** What of an answer's envelope the measurements look at. */
export interface Answer {
  readonly text: string;
  readonly status: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: { readonly kind: string; readonly message: string } | null;
  readonly tokens: number;
  /** As the client saw it. */
  readonly milliseconds: number;
  readonly traceId: string | null;
  readonly page: { readonly cursor: string | null; readonly total: number; readonly shown: number } | null;
}

export interface Server {
  readonly call: (name: string, args: Record<string, unknown>) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface ServerCommand {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const START_MS = 120_000;

/** A started server with the real client at the other end. */
export async function connectServer({ command, cwd, env }: ServerCommand): Promise<Client> {
  const [program = '', ...args] = command;
  const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const client = new Client({ name: 'ctx-bench', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: program,
      args,
      cwd,
      env: Object.fromEntries(set),
      stderr: 'ignore',
    }),
    { timeout: START_MS },
  );
  return client;
}

/** The built server in a folder, once its first index is there. */
export async function startServer(cwd: string): Promise<Server> {
  const { PATH, HOME } = process.env;
  const command = [process.execPath, resolve('dist/lib/main.js'), 'mcp', '--quiet'];
  const client = await connectServer({ command, cwd, env: { PATH, HOME } });
  const call: Server['call'] = async (name, args) => {
    const start = performance.now();
    const result = await client.callTool({ name, arguments: args }, { timeout: 600_000 });
    const milliseconds = performance.now() - start;
    const [first] = result.content;
    const envelope = result.structuredContent as {
      readonly status: string;
      readonly data?: Answer['data'];
      readonly error?: Answer['error'];
      readonly metrics: { readonly output_tokens: number };
      readonly trace_id?: string;
      readonly page?: Answer['page'];
    };
    return {
      text: first?.type === 'text' ? first.text : '',
      status: envelope.status,
      data: envelope.data ?? {},
      error: envelope.error ?? null,
      tokens: envelope.metrics.output_tokens,
      milliseconds,
      traceId: envelope.trace_id ?? null,
      page: envelope.page ?? null,
    };
  };
  for (;;) {
    const { data } = await call('index_status', {});
    if (data['ready'] === true) break;
    await new Promise((done) => setTimeout(done, 200));
  }
  return { call, close: () => client.close() };
}
