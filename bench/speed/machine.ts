import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

export interface Machine {
  readonly date: string;
  readonly node: string;
  readonly git: string;
  readonly platform: string;
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGb: number;
  /** Of the last minute, before the run. */
  readonly load: number;
}

/** Above this the figures say more about the neighbours than about the programs. */
export const MAX_LOAD = 1.5;

export function describeMachine(now: Date): Machine {
  return {
    date: now.toISOString().slice(0, 16).replace('T', ' '),
    node: process.version,
    git: execFileSync('git', ['--version'], { encoding: 'utf8' }).trim().replace('git version ', ''),
    platform: `${process.platform}-${process.arch}`,
    cores: availableParallelism(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    load: loadNow(),
  };
}

export function loadNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}
