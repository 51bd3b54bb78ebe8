import type { IndexProgress } from '../index.ts';
import type { Streams } from './streams.ts';

const QUIET_MS = 1_000;
const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 20;
const DEFAULT_COLUMNS = 80;

const STEPS: Readonly<Record<IndexProgress['step'], string>> = {
  scan: 'scanning',
  files: 'indexing files',
  history: 'reading history',
  vectors: 'embedding',
  merge: 'merging',
};

export interface ProgressView {
  readonly update: (progress: IndexProgress) => void;
  /** Removes the bar. */
  readonly end: () => void;
}

/** Shows work that takes over a second: a bar with rate and remaining time on a terminal, plain lines elsewhere. */
export function createProgress(stderr: Streams['stderr'], now: () => number = Date.now): ProgressView {
  const { isTTY = false, columns = DEFAULT_COLUMNS } = stderr;
  const startedAt = now();
  const every = isTTY ? BAR_EVERY_MS : LINE_EVERY_MS;
  let shownAt = startedAt + QUIET_MS - every;
  /** A step starts with the last report of the one before it: its own first report comes after some work. */
  let step: { readonly name: string; readonly at: number } = { name: '', at: startedAt };
  let reportedAt = startedAt;
  let drawn = false;
  return {
    update: (progress) => {
      const at = now();
      if (step.name !== progress.step) step = { name: progress.step, at: reportedAt };
      reportedAt = at;
      if (at - startedAt < QUIET_MS || at - shownAt < every) return;
      shownAt = at;
      const text = progressText(progress, at - step.at, isTTY);
      stderr.write(isTTY ? `\r\u001b[K${text.slice(0, columns - 1)}` : `${text}\n`);
      drawn = isTTY;
    },
    end: () => {
      if (drawn) stderr.write('\r\u001b[K');
      drawn = false;
    },
  };
}

/** `indexing files ████░░ 120/400 (80/s, 4 s left)`; the bar only on a terminal. */
function progressText({ step, done, total }: IndexProgress, elapsedMs: number, withBar: boolean): string {
  if (total <= 1) return STEPS[step];
  const rate = elapsedMs > 0 ? (done / elapsedMs) * 1000 : 0;
  const left = rate > 0 ? `, ${durationText((total - done) / rate)} left` : '';
  const bar = withBar ? `${barOf(done / total)} ` : '';
  return `${STEPS[step]} ${bar}${done}/${total} (${Math.round(rate)}/s${left})`;
}

function durationText(seconds: number): string {
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

function barOf(share: number): string {
  const filled = Math.round(Math.min(1, share) * BAR_WIDTH);
  return '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
}
