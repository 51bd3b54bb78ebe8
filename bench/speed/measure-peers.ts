import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { editFile, filesToEdit } from './edits.ts';
import { type Installed, installPeer, reasonIn, versionIn } from './install-peer.ts';
import { endLeftovers } from './leftovers.ts';
import { PEERS, type Peer, type PeerCommand, type PeerPlace } from './peers.ts';
import { cleanEnv, type Measured, runMeasured } from './run-measured.ts';
import { taskTexts } from './task-texts.ts';
import { cloneTree } from './work-trees.ts';

export interface PeerRow {
  readonly peer: string;
  readonly version: string;
  readonly index: Cost | null;
  readonly unchanged: Cost | null;
  readonly changed: Cost | null;
  readonly ask: Cost | null;
  readonly note: string;
}

/** Milliseconds, bytes. */
export interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
}

export interface PeersInput {
  readonly source: string;
  readonly dist: string;
  readonly work: string;
  /** Folder that packages are installed into, once. */
  readonly packages: string;
  readonly say: (line: string) => void;
}

const RUN_MS = 900_000;

/** Ours first, by its command line, as the others. */
const OURS = 'ctx';

/** A row for each peer; one that cannot be installed or fails says so. */
export async function measurePeers(input: PeersInput): Promise<readonly PeerRow[]> {
  const rows: PeerRow[] = [
    await measurePeer(
      ours(input.dist),
      { version: versionIn(join(input.dist, '../..')), bin: (name) => name },
      input,
    ),
  ];
  for (const peer of PEERS) {
    input.say(`  ${peer.name}`);
    const installed = installPeer(peer, input.packages);
    if ('failure' in installed)
      rows.push({ ...NOTHING, peer: peer.name, version: '', note: installed.failure });
    else rows.push(await measurePeer(peer, installed, input));
  }
  return rows;
}

const NOTHING = { index: null, unchanged: null, changed: null, ask: null } as const;

/** The build in a folder, as a peer of the others. */
export function ours(dist: string): Peer {
  const main = join(dist, 'main.js');
  const run = ({ root, out }: PeerPlace, ...args: readonly string[]): PeerCommand => ({
    command: [process.execPath, main, '--quiet', '--root', root, ...args],
    env: { CTX_DIR: out },
  });
  return {
    name: OURS,
    install: { npm: OURS },
    index: (at) => run(at, 'index'),
    update: null,
    ask: (at, question) => run(at, 'query', '--', question),
    note: 'lexical, graph, vectors, history',
  };
}

async function measurePeer(peer: Peer, installed: Installed, input: PeersInput): Promise<PeerRow> {
  const folder = join(input.work, peer.name);
  const at: PeerPlace = { root: join(folder, 'tree'), out: join(folder, 'out'), bin: installed.bin };
  const home = join(folder, 'home');
  for (const made of [at.out, home]) mkdirSync(made, { recursive: true });
  cloneTree(input.source, at.root);
  const row: { -readonly [K in keyof PeerRow]: PeerRow[K] } = {
    ...NOTHING,
    peer: peer.name,
    version: installed.version,
    note: peer.note,
  };
  const run = async (step: keyof typeof NOTHING, command: PeerCommand | undefined): Promise<void> => {
    if (command === undefined) return;
    const measured = await runMeasured(command.command, {
      cwd: at.root,
      env: cleanEnv({ HOME: home, DO_NOT_TRACK: '1', NO_COLOR: '1', ...command.env }),
      timeoutMs: RUN_MS,
    });
    if (measured.code === 0) row[step] = costOf(measured);
    else row.note += `; ${step} ended with ${measured.code ?? 'a signal'}: ${reasonIn(measured.stderr)}`;
  };
  const update = peer.update ?? peer.index;
  await run('index', peer.index?.(at));
  await run('unchanged', update?.(at));
  for (const file of filesToEdit(at.root, 1)) editFile(at.root, file, 1);
  await run('changed', update?.(at));
  await run('ask', peer.ask?.(at, taskTexts(at.root, 1).questions[0] ?? ''));
  const left = endLeftovers(home);
  if (left > 0) row.note += `; left ${left} processes running`;
  return row;
}

function costOf({ wallMs, cpuMs, peakBytes }: Measured): Cost {
  return { wallMs: Math.round(wallMs), cpuMs, peakBytes };
}
