import { readdirSync, readFileSync } from 'node:fs';

/** Ends the processes that were started with `home` as their HOME and still run; how many. Linux only. */
export function endLeftovers(home: string): number {
  const left = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(`HOME=${home}`))
    .map(Number);
  for (const pid of left) end(pid);
  return left.length;
}

function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // It has ended, or belongs to someone else.
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
