import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CtxError } from '../index.ts';
import type { ProcessEnd } from './repository-process.ts';
import type { RepositoryEvent, RepositoryJob } from './run-repository.ts';

// A process needs JavaScript: from the sources, as tests run them, the built file is used.
const ENTRY = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/eval/repository-process.js', import.meta.url)
  : new URL('./repository-process.js', import.meta.url);

/** As `runRepository`, in another process. Fails with RUNTIME when that process dies. */
export function forkRepository(
  job: RepositoryJob,
  emit: (event: RepositoryEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(ENTRY), [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      ...(signal && { signal }),
    });
    let end: ProcessEnd | null = null;
    child.on('message', (message: RepositoryEvent | ProcessEnd) => {
      if (message.kind === 'done' || message.kind === 'failed') end = message;
      else emit(message);
    });
    child.once('error', reject);
    child.once('exit', (code, killedBy) => {
      if (end?.kind === 'done') resolve();
      else {
        const because = end?.message ?? `its process ended with ${killedBy ?? code}`;
        reject(new CtxError('RUNTIME', `${job.mirror}: ${because}`, { mirror: job.mirror }));
      }
    });
    child.send(job);
  });
}
