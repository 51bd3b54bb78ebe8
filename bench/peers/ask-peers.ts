import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type EvalTask,
  findGitDirectory,
  groupByRepository,
  openWorkTree,
  type Prediction,
  parsePredictions,
  parseTasks,
  selectTasks,
} from '../../src/eval/index.ts';
import { type Installed, installPeer } from '../speed/install-peer.ts';
import { endLeftovers } from '../speed/leftovers.ts';
import type { PeerCommand, PeerPlace } from '../speed/peers.ts';
import { cleanEnv, runChecked } from '../speed/run-measured.ts';
import { ASKED_PEERS, type AskedPeer } from './asked-peers.ts';

const USAGE =
  'usage: TASKS.jsonl --repos DIR --packages DIR --work DIR --out DIR [--peer NAME]… [--every N] [--where key=value]';

const RUN_MS = 600_000;

interface PeerRun {
  readonly asked: AskedPeer;
  readonly installed: Installed;
  readonly repos: string;
  readonly work: string;
  readonly emit: (prediction: Prediction) => void;
}

/**
 * Asks peers the tasks of a file, by their public command lines, and writes `<out>/<peer>.jsonl`, predictions for
 * `ctx eval retrieval --compare`. Goes on from what is there.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      repos: { type: 'string' },
      packages: { type: 'string' },
      work: { type: 'string' },
      out: { type: 'string' },
      peer: { type: 'string', multiple: true, default: [] },
      every: { type: 'string', default: '1' },
      where: { type: 'string', multiple: true, default: [] },
    },
  });
  const [file] = positionals;
  const { repos, packages, work, out, peer: names, every, where } = values;
  if ([file, repos, packages, work, out].includes(undefined)) {
    console.error(USAGE);
    return 2;
  }
  const all = parseTasks(readFileSync(String(file), 'utf8'), String(file));
  const tasks = selectTasks(all, { where, kinds: [], limit: null }).filter((_, n) => n % Number(every) === 0);
  mkdirSync(String(out), { recursive: true });
  for (const asked of ASKED_PEERS) {
    const { name } = asked.peer;
    if (names.length > 0 && !names.includes(name)) continue;
    const installed = installPeer(asked.peer, resolve(String(packages)));
    if ('failure' in installed) {
      console.error(`${name} ${installed.failure}`);
      continue;
    }
    console.error(`${name} ${installed.version}`);
    const results = join(String(out), `${name}.jsonl`);
    const answered = existsSync(results)
      ? new Set(parsePredictions(readFileSync(results, 'utf8'), results).keys())
      : new Set();
    const open = tasks.filter(({ id }) => !answered.has(id));
    const emit = (prediction: Prediction): void => {
      appendFileSync(results, `${JSON.stringify(prediction)}\n`);
      console.error(`${name} ${prediction.id} ${prediction.error ?? prediction.ranked.length}`);
    };
    const run = { asked, installed, repos: String(repos), work: join(resolve(String(work)), name), emit };
    for (const [mirror, group] of groupByRepository(open)) await askRepository(run, mirror, group);
  }
  return 0;
}

/** Each commit is indexed once, from nothing. */
async function askRepository(run: PeerRun, mirror: string, tasks: readonly EvalTask[]): Promise<void> {
  const folder = join(run.work, mirror);
  const home = join(folder, 'home');
  const at: PeerPlace = { root: join(folder, 'tree'), out: join(folder, 'out'), bin: run.installed.bin };
  for (const made of [home, at.out]) mkdirSync(made, { recursive: true });
  const tree = await openWorkTree(findGitDirectory(run.repos, mirror), at.root);
  let indexed: string | null = null;
  try {
    for (const task of tasks) {
      try {
        if (indexed !== task.baseCommit) {
          indexed = null;
          await tree.checkOut(task.baseCommit);
          const command = run.asked.peer.index?.(at);
          if (command !== undefined) await call(command, at.root, home);
          indexed = task.baseCommit;
        }
        run.emit(await ask(run, task, at, home));
      } catch (error) {
        const because = error instanceof Error ? error.message : String(error);
        run.emit({ id: task.id, ranked: [], error: because });
      }
    }
  } finally {
    endLeftovers(home);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(
  { asked }: PeerRun,
  { id, query, root }: EvalTask,
  at: PeerPlace,
  home: string,
): Promise<Prediction> {
  const { stdout, wallMs } = await call(asked.ask(at, query), at.root, home);
  const inRoot = root === '' ? '' : `${root}/`;
  const ranked = asked.spansOf(stdout, at.root).filter(({ path }) => path.startsWith(inRoot));
  return { id, ranked, ms: Math.round(wallMs) };
}

function call({ command, env }: PeerCommand, cwd: string, home: string): ReturnType<typeof runChecked> {
  return runChecked(command, {
    cwd,
    env: cleanEnv({ HOME: home, DO_NOT_TRACK: '1', NO_COLOR: '1', ...env }),
    timeoutMs: RUN_MS,
  });
}
