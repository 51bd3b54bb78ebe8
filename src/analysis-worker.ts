/** Entry of a worker thread: answers each job with its batch, or with the message of what went wrong. */
import { parentPort, workerData } from 'node:worker_threads';
import { analyzeFiles, type FileText } from './analyze-files.ts';
import type { AnalyzedBatch } from './core/index.ts';
import { createStaticEmbed, type StaticModel } from './indexes/embedders/static.ts';
import { createParserPool } from './parse/index.ts';

export interface AnalysisJob {
  readonly id: number;
  readonly files: readonly FileText[];
}

/** `ready` comes first: from there on a failure is a matter of the files. */
export type AnalysisReply =
  | 'ready'
  | { readonly id: number; readonly batch: AnalyzedBatch }
  | { readonly id: number; readonly error: string };

export interface AnalysisWorkerData {
  /** The static embedding, or null where vectors are made later. */
  readonly embed: StaticModel | null;
}

const { embed: model } = workerData as AnalysisWorkerData;
const parsers = createParserPool();
const embed = model === null ? null : createStaticEmbed(model);

async function answer(job: AnalysisJob): Promise<AnalysisReply> {
  try {
    return { id: job.id, batch: await analyzeFiles(job.files, parsers, embed) };
  } catch (error) {
    return { id: job.id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage('ready' satisfies AnalysisReply);
parentPort?.on('message', (job: AnalysisJob) => {
  void answer(job).then((reply) => parentPort?.postMessage(reply));
});
