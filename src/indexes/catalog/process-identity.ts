import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Tells a process from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, where the system says it; '' elsewhere. */
  readonly started: string;
  readonly host: string;
}

let own: ProcessIdentity | null = null;

export function thisProcess(): ProcessIdentity {
  own ??= { pid: process.pid, started: startTime(process.pid), host: hostname() };
  return own;
}

/** Whether a process of this host still runs. */
export function isRunning({ pid, started }: Pick<ProcessIdentity, 'pid' | 'started'>): boolean {
  return isAlive(pid) && startTime(pid) === started;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command name may hold spaces and brackets: fields are counted after its closing bracket.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
