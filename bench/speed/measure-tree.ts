import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnv, type Measured, runChecked } from './run-measured.ts';
import type { SessionInput, SessionResult } from './session.ts';
import { type Sample, type Timing, timingOf } from './spread.ts';
import { taskTexts } from './task-texts.ts';

export interface TreeInput {
  readonly name: string;
  readonly root: string;
  /** Folder of the build. */
  readonly dist: string;
  /** Folder for the index and for what passes between processes. */
  readonly work: string;
  readonly edits: number;
  readonly texts: number;
  /** Work tree that the texts come from: of copies, the original. */
  readonly textsFrom: string;
  readonly say: (line: string) => void;
}

/** Bytes, milliseconds. */
export interface TreeResult {
  readonly name: string;
  readonly files: number;
  readonly lines: number;
  readonly chunks: number;
  readonly languages: readonly string[];
  readonly full: FullIndex;
  readonly commands: Readonly<Record<CommandName, Timing>>;
  readonly session: SessionResult;
}

export interface FullIndex {
  readonly sourceBytes: number;
  readonly commits: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
  readonly indexBytes: number;
  /** The run shown is the one of median time. */
  readonly runs: number;
}

export type CommandName = 'node' | 'version' | 'query' | 'queryFresh' | 'unchanged' | 'gitStatus';

const SHORT_RUN_MS = 20_000;
const COMMAND_RUNS = 11;
const SESSION = fileURLToPath(new URL('./session.js', import.meta.url));

export async function measureTree(input: TreeInput): Promise<TreeResult> {
  const { name, root, say } = input;
  const store = join(input.work, 'store');
  const ctx = commandLine(input, store);
  say(`${name}: full index`);
  const full = await measureFull(ctx, root, store);
  const status = JSON.parse((await ctx('status', '--json')).stdout) as Status;
  const texts = taskTexts(input.textsFrom, input.texts);
  if (texts.questions.length < 6 || texts.issues.length < 6)
    throw new Error(`${name}: too few texts in its history and documents`);
  say(`${name}: ${status.chunks} chunks in ${Math.round(full.wallMs / 100) / 10} s; command line`);
  const commands = await measureCommands(ctx, root, store, texts.questions);
  say(`${name}: calls and edits in one process`);
  const session = await runSession({ dist: input.dist, root, store, texts, edits: input.edits }, input.work);
  const { languages } = status;
  return {
    name,
    files: Object.values(status.files).reduce((sum, count) => sum + count, 0),
    lines: languages.reduce((sum, { lines }) => sum + lines, 0),
    chunks: status.chunks,
    languages: languages.slice(0, 3).map(({ language }) => language),
    full,
    commands,
    session,
  };
}

interface Status {
  readonly files: Readonly<Record<string, number>>;
  readonly languages: readonly { readonly language: string; readonly lines: number }[];
  readonly chunks: number;
}

type CommandLine = (...args: readonly string[]) => Promise<Measured>;

function commandLine({ dist, root }: TreeInput, store: string): CommandLine {
  const main = join(dist, 'main.js');
  return (...args) =>
    runChecked([process.execPath, main, '--quiet', '--root', root, ...args], {
      cwd: root,
      env: cleanEnv({ CTX_DIR: store }),
    });
}

async function measureFull(ctx: CommandLine, root: string, store: string): Promise<FullIndex> {
  const runs: FullIndex[] = [];
  do {
    rmSync(store, { recursive: true, force: true });
    const { wallMs, cpuMs, peakBytes, stdout } = await ctx('index', '--json');
    const { bytes, commits } = JSON.parse(stdout) as { readonly bytes: number; readonly commits: number };
    runs.push({
      sourceBytes: bytes,
      commits,
      wallMs: Math.round(wallMs),
      cpuMs,
      peakBytes,
      indexBytes: indexBytes(store),
      runs: 0,
    });
  } while (runs.length < 3 && (runs[0]?.wallMs ?? 0) < SHORT_RUN_MS);
  runs.sort((a, b) => a.wallMs - b.wallMs);
  const middle = runs[runs.length >> 1];
  if (middle === undefined) throw new Error(`${root} was not indexed`);
  return { ...middle, runs: runs.length };
}

function indexBytes(store: string): number {
  return ['index.db', 'index.db-wal'].reduce(
    (sum, name) => sum + (statSync(join(store, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** One after the other in rounds, so that all meet the same machine. */
async function measureCommands(
  ctx: CommandLine,
  root: string,
  store: string,
  questions: readonly string[],
): Promise<TreeResult['commands']> {
  const question = (round: number): string => questions[round % questions.length] ?? '';
  const env = cleanEnv({ CTX_DIR: store });
  const commands: Readonly<Record<CommandName, (round: number) => Promise<Measured>>> = {
    node: () => runChecked([process.execPath, '-e', '0'], { env }),
    version: () => ctx('--version'),
    query: (round) => ctx('query', '--no-sync', '--', question(round)),
    queryFresh: (round) => ctx('query', '--', question(round)),
    unchanged: () => ctx('index'),
    gitStatus: () => runChecked(['git', '-C', root, 'status', '--porcelain'], { env }),
  };
  const names = Object.keys(commands) as CommandName[];
  const samples = new Map<CommandName, Sample[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= COMMAND_RUNS; round++)
    for (const name of names) {
      const sample = await commands[name](round);
      if (round > 0) samples.get(name)?.push(sample); // The first round warms up.
    }
  const timing = (name: CommandName): Timing => timingOf(samples.get(name) ?? []);
  return {
    node: timing('node'),
    version: timing('version'),
    query: timing('query'),
    queryFresh: timing('queryFresh'),
    unchanged: timing('unchanged'),
    gitStatus: timing('gitStatus'),
  };
}

async function runSession(input: SessionInput, work: string): Promise<SessionResult> {
  const file = join(work, 'session.json');
  writeFileSync(file, JSON.stringify(input));
  const { stdout } = await runChecked([process.execPath, SESSION, file], { cwd: work });
  return JSON.parse(stdout) as SessionResult;
}

/** Chunks that a work tree has, counted by indexing it. */
export async function countChunks(input: TreeInput): Promise<number> {
  const ctx = commandLine(input, join(input.work, 'count'));
  await ctx('index');
  const { chunks } = JSON.parse((await ctx('status', '--json')).stdout) as Status;
  return chunks;
}
