/** A session over MCP, the latency of its tools, and the tokens they return; `--help` tells how. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startServer } from './client.ts';
import { measureLatency } from './latency.ts';
import { measureTask, type Task, type TaskRow, tokenTable } from './returned-tokens.ts';
import { runSession } from './session.ts';

const HELP = `node run.js --repos DIR --tasks FILE   (from the root of the package, after a build)
--repos DIR     folder of git directories, DIR/<mirror>/repo; only read
--tasks FILE    JSONL: id, mirror, base_commit, query, gold_files
--limit N       tasks, 20
--rounds N      calls of each tool, 20
--out FILE      bench/results/mcp-session.md`;

const SESSION_MIRROR = 'google+gson';
const TASK_MIRRORS = ['pallets+flask', 'jqlang+jq', 'gin-gonic+gin', 'google+gson'];

const { values } = parseArgs({
  options: {
    repos: { type: 'string' },
    tasks: { type: 'string' },
    limit: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '20' },
    out: { type: 'string', default: 'bench/results/mcp-session.md' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || values.repos === undefined || values.tasks === undefined) console.log(HELP);
else await main(values.repos, values.tasks);

async function main(repos: string, tasksFile: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'ctx-bench-mcp-'));
  const clone = (mirror: string): string => {
    const folder = join(work, mirror);
    if (!existsSync(folder))
      execFileSync('git', ['clone', '-q', '--shared', join(repos, mirror, 'repo'), folder]);
    return folder;
  };
  try {
    const folder = clone(SESSION_MIRROR);
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
    const server = await startServer(folder);
    const session = await runSession(server);
    const latency = await measureLatency(server, folder, Number(values.rounds));
    await server.close();
    const load = (loadavg()[0] ?? 0).toFixed(1);
    const machine = `${cpus().length} cores, Node ${process.versions.node}, load ${load}`;
    const where = `${SESSION_MIRROR.replace('+', '/')} at ${commit.slice(0, 10)}; ${machine}`;
    // Written after each task: a run that is cut short leaves what it has measured.
    await measureTokens(readTasks(tasksFile), clone, (rows) => {
      writeFileSync(resolve(values.out), report({ where, session, latency, rows }));
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
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
    `\n## Latency, warm, ${values.rounds} calls each\n`,
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
  const library = (await import(pathToFileURL(resolve('dist/lib/index.js')).href)) as {
    readonly createTokenCounter: (name: string) => Promise<{ readonly count: (text: string) => number }>;
  };
  const { count } = await library.createTokenCounter('o200k_base');
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
