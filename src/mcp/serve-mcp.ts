/** The server: one client over two streams, until it goes away. */
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { isCtxError, type OpenOptions } from '../index.ts';
import { chosenTools } from './chosen-tools.ts';
import { createClientMemory, createDispatch } from './dispatch.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { createLineGuard } from './line-guard.ts';
import { listPrompts, renderPrompt } from './prompts.ts';
import { listResources, listTemplates, readResource } from './resources.ts';
import type { Tool } from './tool.ts';
import { inputSchema, resultSchema } from './tool-list.ts';
import { createWorkspaces, type Workspaces } from './workspaces.ts';

export interface ServeOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Folders to answer for where the client offers none. */
  readonly roots: readonly string[];
  readonly version: string;
  /** CTX_MCP_TOOLS: names of the tools to list, comma-separated. */
  readonly toolNames?: string | undefined;
  readonly open?: OpenOptions;
  readonly watch: boolean;
  /** Ends the server. */
  readonly signal?: AbortSignal;
  /** For people: nothing but the protocol goes to stdout. */
  readonly say: (text: string) => void;
}

const MAX_LINE_BYTES = 8_000_000;
const ROOTS_TIMEOUT_MS = 5_000;

/** Serves until the client closes its end, cannot be written to, or the signal fires. */
export async function serveMcp(options: ServeOptions): Promise<void> {
  const { stdin, stdout, say } = options;
  const tools = chosenTools(options.toolNames);
  const workspaces = createWorkspaces({
    start: options.roots,
    watch: options.watch,
    onNote: say,
    ...(options.open && { open: options.open }),
  });
  const gone = new Promise<void>((resolve) => {
    stdin
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
    stdout.once('error', () => resolve()).once('close', resolve);
    if (options.signal?.aborted) resolve();
    options.signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  const guarded = stdin.pipe(
    createLineGuard(MAX_LINE_BYTES, ({ id }) => {
      const error = {
        code: -32600,
        message: `A message holds at most ${MAX_LINE_BYTES} bytes: ask for less at once.`,
      };
      stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
    }),
  );
  const calls = new AbortController();
  const handle = serveStdio(() => createServer({ options, tools, workspaces, calls: calls.signal }), {
    transport: new StdioServerTransport(guarded, stdout, { maxBufferSize: 4 * MAX_LINE_BYTES }),
    onerror: (error) => say(error.message),
  });
  // The index is begun before the first call.
  workspaces.get().catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
  await gone;
  calls.abort();
  await handle.close();
  await workspaces.close();
}

interface ServerParts {
  readonly options: ServeOptions;
  readonly tools: Readonly<Partial<Record<string, Tool>>>;
  readonly workspaces: Workspaces;
  /** Fires when the server ends. */
  readonly calls: AbortSignal;
}

function createServer({ options, tools, workspaces, calls }: ServerParts): Server {
  const server = new Server(
    { name: 'ctx', title: 'ctx: repository context', version: options.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  const dispatch = createDispatch({ tools, workspaces });
  const memory = createClientMemory();
  const listed = Object.values(tools).flatMap((tool) => (tool === undefined ? [] : [listing(tool)]));
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const signal = AbortSignal.any([mcpReq.signal, calls]);
    const { envelope, text } = await dispatch.call(params.name, params.arguments, { signal, memory });
    return {
      content: [{ type: 'text' as const, text }],
      structuredContent: { ...envelope },
      isError: 'error' in envelope,
    };
  });
  server.setRequestHandler('resources/list', () => ({ resources: listResources() }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: listTemplates() }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    const found = await readResource(workspaces, params.uri).catch(asProtocolError);
    if (found === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Nothing is at ${params.uri}.`);
    return { contents: [found] };
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    try {
      return renderPrompt(params.name, params.arguments);
    } catch (error) {
      return asProtocolError(error);
    }
  });
  const takeRoots = async (): Promise<void> => {
    // Clients of the newest revision name work trees in their calls instead.
    if (server.getClientCapabilities()?.roots === undefined) return;
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS });
    await workspaces.setRoots(roots.flatMap(({ uri }) => folderOf(uri) ?? []));
  };
  const roots = (): void => {
    takeRoots().catch((error: unknown) =>
      options.say(error instanceof Error ? error.message : String(error)),
    );
  };
  server.oninitialized = roots;
  server.setNotificationHandler('notifications/roots/list_changed', roots);
  return server;
}

function asProtocolError(error: unknown): never {
  const code = isCtxError(error) ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  throw new ProtocolError(code, error instanceof Error ? error.message : String(error));
}

function folderOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

function listing({ contract, title, description, input }: Tool) {
  const isRead = contract.effect === 'READ';
  return {
    name: contract.name,
    title,
    description,
    inputSchema: inputSchema(input),
    outputSchema: resultSchema(),
    annotations: {
      title,
      readOnlyHint: isRead,
      destructiveHint: contract.approvalRisk === 'high',
      idempotentHint: contract.idempotency !== 'additive',
      openWorldHint: contract.effect === 'NETWORK',
    },
  };
}
