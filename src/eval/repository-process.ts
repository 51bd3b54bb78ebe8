/** A process of its own for one repository: takes the job as its first message, sends events, ends. */
import type { RepositoryEvent, RepositoryJob } from './run-repository.ts';
import { runRepository } from './run-repository.ts';

/** The last message of a process that did all it was asked. */
export type ProcessEnd = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly message: string };

/** Whatever ended the parent, its answers are not wanted any more: the index is let go of for the next run. */
const orphaned = new AbortController();
process.once('disconnect', () => orphaned.abort());

process.once('message', (job: RepositoryJob) => {
  void answer(job).then((end) => tell(end, () => process.connected && process.disconnect()));
});

async function answer(job: RepositoryJob): Promise<ProcessEnd> {
  try {
    await runRepository(job, (event) => tell(event), orphaned.signal);
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** A message that nobody takes is lost, and that is all: with a callback a closed channel throws nothing. */
function tell(message: RepositoryEvent | ProcessEnd, told: () => unknown = () => {}): void {
  process.send?.(message, told);
}
