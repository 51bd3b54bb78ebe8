import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { followMemory } from './process-memory.ts';

export interface Measured {
  /** Null where it was ended by a signal: at the deadline, mostly. */
  readonly code: number | null;
  readonly wallMs: number;
  /** User and system time of the process and of all its children that ended before it. */
  readonly cpuMs: number;
  readonly peakBytes: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 3_600_000;

// `times` of the shell is the one portable account of children that have ended; its step is 10 ms.
const SCRIPT = '"$@" 3>&-; code=$?; times >&3; exit $code';

/** Runs a command to its end. Fails only where no process can be started. */
export async function runMeasured(command: readonly string[], options: RunOptions = {}): Promise<Measured> {
  const started = performance.now();
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...command], {
    cwd: options.cwd,
    env: options.env ?? cleanEnv(),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that the deadline ends the children as well.
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`Cannot start ${command.join(' ')}`);
  const memory = followMemory(pid);
  const timer = setTimeout(() => process.kill(-pid, 'SIGKILL'), options.timeoutMs ?? TIMEOUT_MS);
  const ended = new Promise<{ code: number | null; wallMs: number }>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, wallMs: performance.now() - started }));
  });
  try {
    const [{ code, wallMs }, stdout, stderr, times] = await Promise.all([
      ended,
      text(child.stdout as Readable),
      text(child.stderr as Readable),
      text(child.stdio[3] as Readable),
    ]);
    return { code, wallMs, cpuMs: childTimes(times), peakBytes: memory.stop(), stdout, stderr };
  } finally {
    clearTimeout(timer);
    memory.stop();
  }
}

/** The same, failing with what the command said where it did not end well. */
export async function runChecked(command: readonly string[], options: RunOptions = {}): Promise<Measured> {
  const measured = await runMeasured(command, options);
  if (measured.code !== 0) {
    const said = (measured.stderr || measured.stdout).trim().slice(-600);
    throw new Error(`${command.join(' ').slice(0, 200)} ended with ${measured.code}: ${said}`);
  }
  return measured;
}

/** Milliseconds, of the second line that `times` prints: `0m1.230000s 0m0.040000s`. */
export function childTimes(printed: string): number {
  const children = printed.trim().split('\n')[1] ?? '';
  const parts = [...children.matchAll(/(\d+)m(\d+(?:[.,]\d+)?)s/g)];
  const seconds = parts.map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest?.replace(',', '.')));
  return Math.round(seconds.reduce((sum, value) => sum + value, 0) * 1000);
}

/** The environment without what would slow a child down or change what it does. */
export function cleanEnv(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_|npm_|CTX_|GIT_(DIR|WORK_TREE|INDEX_FILE)$)/.test(name),
  );
  return { ...Object.fromEntries(kept), ...extra };
}
