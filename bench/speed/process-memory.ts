import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 25;

export interface MemoryProbe {
  /** Ends the sampling; the largest sum of resident memory that was seen, in bytes. */
  readonly stop: () => number;
}

/**
 * Follows the memory of all descendants of a process. Threads share the memory of their process. Processes
 * that live at the same time are added up, pages that they share once for each. A process alone counts with
 * the peak that the kernel recorded, which no sampling misses. Linux only.
 */
export function followMemory(pid: number): MemoryProbe {
  let peak = 0;
  const sample = (): void => {
    const sizes = descendantsOf(pid).map(memoryOf);
    const sum = sizes.reduce((total, { resident }) => total + resident, 0);
    peak = Math.max(peak, sum, ...sizes.map(({ highest }) => highest));
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function descendantsOf(pid: number): readonly number[] {
  const children = tasksOf(pid).flatMap((task) => numbersIn(`/proc/${pid}/task/${task}/children`));
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function tasksOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // It has ended.
  }
}

function numbersIn(file: string): readonly number[] {
  return (readOrNull(file) ?? '').split(' ').filter(Boolean).map(Number);
}

interface Memory {
  readonly resident: number;
  readonly highest: number;
}

function memoryOf(pid: number): Memory {
  return parseMemory(readOrNull(`/proc/${pid}/status`) ?? '');
}

/** Bytes, of the text of `/proc/<pid>/status`; zero where it says nothing. */
export function parseMemory(status: string): Memory {
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { resident: bytes('VmRSS'), highest: bytes('VmHWM') };
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
