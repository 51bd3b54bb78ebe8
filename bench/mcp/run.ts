/** A session over MCP, the latency of its tools, and the tokens they return; `--help` tells how. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cloneTree, git } from '../speed/work-trees.ts';
import { startServer } from './client.ts';
import { measureLatency } from './latency.ts';
import { measureServers } from './measure-servers.ts';
import { type Count, measureTask, type Task, type TaskRow, tokenTable } from './returned-tokens.ts';
import { serversText, type TreeServers } from './servers-report.ts';
import { runSession } from './session.ts';
import { questionsOf } from './tree-questions.ts';

const HELP = `npm run bench:mcp -- --repos DIR --tasks FILE   a session, its latency, tokens returned
npm run bench:mcp -- --repos DIR --peers        the same questions to the servers of peers
--repos DIR     folder of git directories, DIR/<mirror>/repo; only read
--tasks FILE    JSONL: id, mirror, base_commit, query, gold_files
--limit N       tasks, 20
--rounds N      calls of each tool, 20
--tree MIRROR   with --peers: a repository to ask about; again for more; google+gson and cli+cli
--packages DIR  with --peers: where npm installs them, kept for the next run; a temporary folder
--out FILE      bench/results/mcp-session.md, or mcp-peers.md with --peers`;

const SESSION_MIRROR = 'google+gson';
const TASK_MIRRORS = ['pallets+flask', 'jqlang+jq', 'gin-gonic+gin', 'google+gson'];

const { values } = parseArgs({
  options: {
    repos: { type: 'string' },
    tasks: { type: 'string' },
    limit: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '20' },
    peers: { type: 'boolean', default: false },
    tree: { type: 'string', multiple: true, default: ['google+gson', 'cli+cli'] },
    packages: { type: 'string', default: join(tmpdir(), 'ctx-bench-peers') },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);

if (values.help || values.repos === undefined || !(values.peers || values.tasks)) console.log(HELP);
else await main(resolve(values.repos), values.tasks);

async function main(repos: string, tasksFile: string | undefined): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'ctx-bench-mcp-'));
  try {
    if (values.peers) await comparePeers(work, repos);
    else if (tasksFile !== undefined) await measureOwn(work, repos, tasksFile);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function measureOwn(work: string, repos: string, tasksFile: string): Promise<void> {
  const clone = (mirror: string): string => {
    const folder = join(work, mirror);
    if (!existsSync(folder)) cloneTree(join(repos, mirror, 'repo'), folder);
    return folder;
  };
  const folder = clone(SESSION_MIRROR);
  const server = await startServer(folder);
  const session = await runSession(server);
  const latency = await measureLatency(server, folder, rounds);
  await server.close();
  const where = `${nameOf(SESSION_MIRROR, folder)}; ${machine()}`;
  const out = resolve(values.out ?? 'bench/results/mcp-session.md');
  // Written after each task: a run that is cut short leaves what it has measured.
  await measureTokens(readTasks(tasksFile), clone, (rows) => {
    writeFileSync(out, report({ where, session, latency, rows }));
  });
}

async function comparePeers(work: string, repos: string): Promise<void> {
  const out = resolve(values.out ?? 'bench/results/mcp-peers.md');
  const trees: TreeServers[] = [];
  const count = await tokenCount();
  for (const mirror of values.tree) {
    console.log(mirror);
    const source = join(repos, mirror, 'repo');
    const folder = join(work, mirror);
    const plain = join(folder, 'questions');
    cloneTree(source, plain);
    const results = await measureServers({
      source,
      dist: resolve('dist/lib'),
      work: folder,
      packages: resolve(values.packages),
      questions: questionsOf(plain, rounds + 1),
      count,
      say: console.log,
    });
    trees.push({ tree: nameOf(mirror, plain), results });
    writeFileSync(out, peersReport(trees));
    rmSync(folder, { recursive: true, force: true });
  }
}

function nameOf(mirror: string, folder: string): string {
  return `${mirror.replace('+', '/')} at ${git(folder, ['rev-parse', 'HEAD']).slice(0, 10)}`;
}

function machine(): string {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${cpus().length} cores, Node ${process.versions.node}, load ${load}`;
}

function peersReport(trees: readonly TreeServers[]): string {
  return [
    '# MCP servers side by side',
    '',
    `\`npm run bench:mcp -- --repos DIR --peers\` on ${machine()}; ${rounds} calls each after one to warm up.`,
    'Each server has a work tree of its own, indexed before it starts, and is asked by the same client over stdio, one',
    'call after the other: names that one line of the tree defines, and first lines of its commit messages. Milliseconds',
    'as the client sees them; tokens (o200k) of the text of an answer. With a load above the number of cores the figures',
    'say how the rows compare, not how long a call takes on a free machine. A tool may answer fast because it finds',
    'nothing: read the time beside the tokens.',
    '',
    ...trees.map(serversText),
  ].join('\n');
}

interface Results {
  readonly where: string;
  readonly session: string;
  readonly latency: string;
  readonly rows: readonly TaskRow[];
}

function report({ where, session, latency, rows }: Results): string {
  return [
    '# A session over MCP',
    '',
    `\`npm run bench:mcp -- --repos DIR --tasks FILE\` on ${where}.`,
    'Statuses, figures and places only: the code that was answered is not repeated.',
    '\n## Transcript\n',
    session,
    `\n## Latency, warm, ${rounds} calls each\n`,
    'As the client sees it, the check for changed files included. With a load above the number of cores the figures say',
    'how the rows compare, not how long a call takes on a free machine.',
    '',
    latency,
    `\n## Tokens returned on ${rows.length} development tasks\n`,
    'One call of pack_context with 5 000 tokens, against rg for the longest words of the task (200 lines of it) and the',
    'five files with most of them, read whole. Seen: files of the real fix that stand in what was returned,',
    'in a pack perhaps by their heads only.',
    '',
    tokenTable(rows),
    '',
  ].join('\n');
}

function readTasks(file: string): readonly Task[] {
  const tasks = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Task]));
  return TASK_MIRRORS.flatMap((mirror) => tasks.filter((task) => task.mirror === mirror)).slice(
    0,
    Number(values.limit),
  );
}

async function measureTokens(
  tasks: readonly Task[],
  clone: (mirror: string) => string,
  onRow: (rows: readonly TaskRow[]) => void,
): Promise<void> {
  const count = await tokenCount();
  const rows: TaskRow[] = [];
  for (const mirror of new Set(tasks.map((task) => task.mirror))) {
    const folder = clone(mirror);
    const server = await startServer(folder);
    for (const task of tasks.filter((each) => each.mirror === mirror)) {
      rows.push(await measureTask(server, folder, task, count));
      onRow(rows);
    }
    await server.close();
  }
}

async function tokenCount(): Promise<Count> {
  const library = (await import(pathToFileURL(resolve('dist/lib/index.js')).href)) as {
    readonly createTokenCounter: (name: string) => Promise<{ readonly count: Count }>;
  };
  const { count } = await library.createTokenCounter('o200k_base');
  return count;
}
