import type { Command } from 'commander';
import type { IndexReport, WatchHandle } from '../../index.ts';
import type { OpenSession, Session } from '../session.ts';

interface Options {
  readonly watch?: boolean;
  readonly full?: boolean;
}

export function define(command: Command, open: OpenSession): void {
  command
    .option('--full', 'look at every file again, whatever its time stamps')
    .option('--watch', 'stay and follow changes until Ctrl-C')
    .action(({ full = false, watch = false }: Options) =>
      open(async (session) => {
        report(session, await indexNow(session, full));
        if (watch) await follow(session);
      }),
    );
}

/** Indexes, telling of it where it takes long. */
export function indexNow({ context, signal, onProgress }: Session, full = false): Promise<IndexReport> {
  return context.index({ full, signal, ...(onProgress && { onProgress }) });
}

function report({ answer, say, detail }: Session, result: IndexReport): void {
  for (const note of result.notes) say(note);
  const { bytes, commits, vectors } = result;
  detail(`${(bytes / 1e6).toFixed(1)} MB of source, ${commits} commits read, ${vectors} vectors made later`);
  answer(result, () => reportText(result));
}

async function follow(session: Session): Promise<void> {
  const { context, signal, say } = session;
  const watcher: WatchHandle = await context.watch({
    onSync: (result) => {
      if (result.changed) report(session, result);
    },
    onError: (error) => {
      if (!signal.aborted) say(error instanceof Error ? error.message : String(error));
    },
  });
  say('Following changes. Ctrl-C ends it.');
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await watcher.close();
}

/** `812 files indexed (3 parsed, 1 removed) in 0.4 s; skipped: 9 binary, …` */
export function reportText(result: IndexReport): string {
  const { files, parsed, reused, removed, milliseconds, skipped } = result;
  const seconds = (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1);
  const work = result.changed
    ? `${parsed} parsed${reused > 0 ? `, ${reused} known already` : ''}${removed > 0 ? `, ${removed} removed` : ''}`
    : 'nothing changed';
  const skips = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  const tail = skips.length > 0 ? `; skipped: ${skips.join(', ')}` : '';
  return `${files} files indexed (${work}) in ${seconds} s${tail}`;
}
