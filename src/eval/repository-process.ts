/** A process of its own for one repository: takes the job as its first message, sends events, ends. */
import type { RepositoryJob } from './run-repository.ts';
import { runRepository } from './run-repository.ts';

/** The last message of a process that did all it was asked. */
export type ProcessEnd = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly message: string };

process.once('message', (job: RepositoryJob) => {
  void answer(job).then((end) => {
    process.send?.(end, () => process.disconnect());
  });
});

async function answer(job: RepositoryJob): Promise<ProcessEnd> {
  try {
    await runRepository(job, (event) => process.send?.(event));
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
