/** The same questions to every server that installs and starts: warm calls by the real client, one after the other. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { type Installed, installPeer, reasonIn, versionIn } from '../speed/install-peer.ts';
import { endLeftovers } from '../speed/leftovers.ts';
import { ours } from '../speed/measure-peers.ts';
import type { PeerCommand, PeerPlace } from '../speed/peers.ts';
import { cleanEnv, runMeasured } from '../speed/run-measured.ts';
import { cloneTree } from '../speed/work-trees.ts';
import { connectServer, type ServerCommand } from './client.ts';
import { ASKS, type Ask, PEER_SERVERS, type PeerServer } from './peers.ts';
import type { Count } from './returned-tokens.ts';
import { ripgrep } from './ripgrep.ts';
import type { Question, Questions } from './tree-questions.ts';

export interface AskResult {
  readonly tool: string;
  /** Milliseconds as the client sees them; one a call that was answered. */
  readonly times: readonly number[];
  /** In the text of each answer. */
  readonly tokens: readonly number[];
  readonly failed: number;
  /** Answers that name the file that defines the symbol; null where no file is known to be right. */
  readonly right: number | null;
}

export interface ServerResult {
  readonly name: string;
  readonly version: string;
  readonly note: string;
  readonly asks: Readonly<Partial<Record<Ask, AskResult>>>;
}

export interface ServersInput {
  /** A git folder; only read. */
  readonly source: string;
  readonly dist: string;
  readonly work: string;
  /** Folder that packages are installed into, once. */
  readonly packages: string;
  readonly questions: Questions;
  readonly count: Count;
  readonly say: (line: string) => void;
}

const INDEX_MS = 900_000;
const CALL_MS = 60_000;

/** Ours, ripgrep, then each peer; one that does not install, index or start says so. */
export async function measureServers(input: ServersInput): Promise<readonly ServerResult[]> {
  const { dist } = input;
  const here: Installed = { version: versionIn(join(dist, '../..')), bin: (name) => name };
  const results = [await measureServer(ownServer(dist), here, input), measureRipgrep(input)];
  for (const server of PEER_SERVERS) {
    const { name } = server.peer;
    input.say(`  ${name}`);
    const installed = installPeer(server.peer, input.packages);
    results.push(
      'failure' in installed
        ? { name, version: '', note: installed.failure, asks: {} }
        : await measureServer(server, installed, input),
    );
  }
  return results;
}

function ownServer(dist: string): PeerServer {
  return {
    peer: ours(dist),
    serve: ({ root, out }) => ({
      command: [process.execPath, join(dist, 'main.js'), 'mcp', '--quiet', '--root', root],
      env: { CTX_DIR: out },
    }),
    calls: {
      'find-symbol': (name) => ({ tool: 'find_symbol', args: { name } }),
      references: (symbol) => ({ tool: 'find_references', args: { symbol } }),
      search: (query) => ({ tool: 'search_code', args: { query } }),
      context: (task) => ({ tool: 'pack_context', args: { task } }),
    },
    note: 'every call checks for changed files first',
  };
}

async function measureServer(
  server: PeerServer,
  { version, bin }: Installed,
  input: ServersInput,
): Promise<ServerResult> {
  const { name, index } = server.peer;
  const folder = join(input.work, name);
  const at: PeerPlace = { root: join(folder, 'tree'), out: join(folder, 'out'), bin };
  const home = join(folder, 'home');
  for (const made of [at.out, home]) mkdirSync(made, { recursive: true });
  cloneTree(input.source, at.root);
  const placed = ({ command, env = {} }: PeerCommand) => ({
    command,
    cwd: at.root,
    env: cleanEnv({ HOME: home, DO_NOT_TRACK: '1', NO_COLOR: '1', ...env }),
  });
  try {
    if (index !== null) await makeIndex(placed(index(at)));
    const client = await connectServer(placed(server.serve(at)));
    const asks = await askServer(client, server, at, input);
    await client.close();
    return { name, version, note: server.note, asks };
  } catch (error) {
    const reason = reasonIn(error instanceof Error ? error.message : String(error));
    return { name, version, note: `does not serve: ${reason}`, asks: {} };
  } finally {
    endLeftovers(home);
  }
}

async function makeIndex({ command, cwd, env }: ServerCommand): Promise<void> {
  const { code, stderr } = await runMeasured(command, { cwd, env, timeoutMs: INDEX_MS });
  if (code !== 0) throw new Error(`its index ended with ${code ?? 'a signal'}: ${reasonIn(stderr)}`);
}

async function askServer(
  client: Client,
  { calls }: PeerServer,
  at: PeerPlace,
  { questions, count }: ServersInput,
): Promise<ServerResult['asks']> {
  const asks: Partial<Record<Ask, AskResult>> = {};
  for (const ask of ASKS) {
    const callFor = calls[ask];
    if (callFor === null) continue;
    const call = async (text: string): Promise<string | null> => {
      const { tool, args } = callFor(text, at);
      const answer = await client.callTool({ name: tool, arguments: { ...args } }, { timeout: CALL_MS });
      const texts = answer.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      return answer.isError === true ? null : texts.join('\n');
    };
    asks[ask] = { tool: callFor('', at).tool, ...(await askAll(questions[ask], call, count)) };
  }
  return asks;
}

/** The first question is asked to warm up, and not measured. */
async function askAll(
  questions: readonly Question[],
  call: (text: string) => Promise<string | null>,
  count: Count,
): Promise<Omit<AskResult, 'tool'>> {
  const times: number[] = [];
  const tokens: number[] = [];
  let failed = 0;
  let right = 0;
  for (const [at, { text, path }] of questions.entries()) {
    const start = performance.now();
    const answer = await call(text).catch(() => null);
    const milliseconds = performance.now() - start;
    if (at === 0) continue;
    if (answer === null) {
      failed++;
      continue;
    }
    times.push(milliseconds);
    tokens.push(count(answer));
    if (path !== null && answer.includes(path)) right++;
  }
  return { times, tokens, failed, right: questions.some(({ path }) => path !== null) ? right : null };
}

/** What an agent without any of them does: a process for each question. */
function measureRipgrep({ source, work, questions, count }: ServersInput): ServerResult {
  const cwd = join(work, 'rg', 'tree');
  cloneTree(source, cwd);
  const ask = (asked: readonly Question[], argsFor: (text: string) => readonly string[]): AskResult => {
    const times: number[] = [];
    const tokens: number[] = [];
    for (const { text } of asked.slice(1)) {
      const start = performance.now();
      const shown = ripgrep(cwd, argsFor(text));
      times.push(performance.now() - start);
      tokens.push(count(shown));
    }
    return { tool: 'rg', times, tokens, failed: 0, right: null };
  };
  const words = (text: string): readonly string[] =>
    (text.match(/\w{4,}/g) ?? [text]).flatMap((word) => ['-e', word]);
  return {
    name: 'rg',
    version: '',
    note: 'the one that comes with ctx, a process for each question; search looks for all words of four letters or more',
    asks: {
      references: ask(questions.references, (name) => ['-w', '-F', '-e', name]),
      search: ask(questions.search, (text) => ['-i', '-F', ...words(text)]),
    },
  };
}
