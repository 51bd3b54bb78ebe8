import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { AnalysisJob, AnalysisReply, AnalysisWorkerData } from './analysis-worker.ts';
import type { FileText } from './analyze-files.ts';
import { type AnalyzedBatch, CtxError } from './core/index.ts';
import { holdV8Flag } from './hold-v8-flag.ts';

/** Workers that analyse files; started on first use, replaced when they die or hang. */
export interface AnalysisPool {
  readonly size: number;
  /** Says how much source is about to come, in bytes. */
  readonly expect: (bytes: number) => void;
  /** Fails with PARSER_FAILED when a worker died, hung or threw on these files. */
  readonly analyze: (files: readonly FileText[]) => Promise<AnalyzedBatch>;
  readonly close: () => Promise<void>;
}

export interface AnalysisPoolOptions extends AnalysisWorkerData {
  readonly size?: number;
  /** Longest time for one job, in milliseconds. */
  readonly deadlineMs?: number;
}

/** A worker is replaced after this much source: WebAssembly memory never shrinks. */
const RECYCLE_CHARACTERS = 256_000_000;
const DEADLINE_MS = 120_000;
/** Source at once for which the fastest code of the grammars pays for its making. */
const TIER_UP_BYTES = 16_000_000;
const HEAP_MB = 1_024;

// Threads need JavaScript: from the sources, as tests run them, the built file is used.
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../dist/analysis-worker.js', import.meta.url)
  : new URL('./analysis-worker.js', import.meta.url);

interface Slot {
  readonly worker: Worker;
  processed: number;
  ready: boolean;
}

interface Waiting {
  readonly files: readonly FileText[];
  readonly resolve: (batch: AnalyzedBatch) => void;
  readonly reject: (error: unknown) => void;
}

export function createAnalysisPool(options: AnalysisPoolOptions): AnalysisPool {
  const size = options.size ?? Math.max(1, Math.min(8, availableParallelism()));
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const idle: Slot[] = [];
  const queue: Waiting[] = [];
  const live = new Set<Worker>();
  let nextId = 1;
  let expected = 0;
  let closed = false;

  const start = (): Slot => {
    const workerData: AnalysisWorkerData = { embed: options.embed };
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
    // Flags of the program that uses the library are not the thread's: with some of them none would start.
    const worker = new Worker(WORKER, { workerData, resourceLimits, execArgv: [] });
    const slot: Slot = { worker, processed: 0, ready: false };
    worker.unref();
    live.add(worker);
    // Without a listener an error between two jobs would end the process.
    worker.on('error', () => {});
    worker.once('message', () => {
      slot.ready = true;
    });
    worker.once('exit', () => {
      live.delete(worker);
      const at = idle.indexOf(slot);
      if (at >= 0) idle.splice(at, 1);
    });
    return slot;
  };

  const stop = (slot: Slot): void => {
    live.delete(slot.worker);
    void slot.worker.terminate();
  };

  const run = async (slot: Slot, { files, resolve, reject }: Waiting): Promise<void> => {
    const characters = files.reduce((sum, file) => sum + file.text.length, 0);
    const release = expected < TIER_UP_BYTES ? holdV8Flag('wasm-tier-up-filter') : () => {};
    try {
      resolve(await ask(slot.worker, { id: nextId++, files }, deadlineMs));
      slot.processed += characters;
      if (slot.processed < RECYCLE_CHARACTERS) idle.push(slot);
      else stop(slot);
    } catch (error) {
      stop(slot);
      reject(closed ? ended() : slot.ready ? error : unstartable(error));
    } finally {
      release();
    }
    next();
  };

  const next = (): void => {
    while (queue.length > 0) {
      const slot = idle.pop() ?? (live.size < size ? start() : null);
      const job = slot === null ? undefined : queue.shift();
      if (slot === null || job === undefined) return;
      void run(slot, job);
    }
  };

  return {
    size,
    expect: (bytes) => {
      expected = bytes;
    },
    analyze: (files) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(ended());
        queue.push({ files, resolve, reject });
        next();
      }),
    close: async () => {
      closed = true;
      for (const { reject } of queue.splice(0)) reject(ended());
      await Promise.all([...live].map((worker) => worker.terminate()));
      live.clear();
    },
  };
}

function ended(): CtxError {
  return new CtxError('ABORTED', 'The analysis was stopped.');
}

/** No fault of the files: they must not be taken for poison. */
function unstartable(cause: unknown): CtxError {
  const because = cause instanceof Error ? cause.message : String(cause);
  return new CtxError('RUNTIME', `No analysis thread could be started: ${because}`, {}, cause);
}

/** One job, one reply; a death, an error or a passed deadline is a failure. */
function ask(worker: Worker, job: AnalysisJob, deadlineMs: number): Promise<AnalyzedBatch> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => settle(() => reject(new CtxError('PARSER_FAILED', message)));
    const timer = setTimeout(() => fail(`No answer within ${deadlineMs} ms.`), deadlineMs);
    const onMessage = (reply: AnalysisReply) => {
      if (reply === 'ready' || reply.id !== job.id) return;
      if ('batch' in reply) settle(() => resolve(reply.batch));
      else fail(reply.error);
    };
    const onError = (error: Error) => fail(error.message);
    const onExit = (code: number) => fail(`The analysis thread ended with code ${code}.`);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      end();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}
