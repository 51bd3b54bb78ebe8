import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the benchmark uses of the built library; any build that has it can be measured. */
export interface CtxLibrary {
  readonly openContext: (
    root: string,
    options: { readonly env: Readonly<Record<string, string | undefined>> },
  ) => Promise<OpenContext>;
}

export interface OpenContext {
  readonly sync: () => Promise<{ readonly changed: boolean }>;
  readonly query: (
    task: string,
    options: { readonly freshness: 'sync' | 'stored' },
  ) => Promise<{ readonly traceId: string | null }>;
  readonly pack: (
    task: string,
    phase: 'explore' | 'edit',
    options: { readonly freshness: 'sync' | 'stored'; readonly budget: number },
  ) => Promise<{ readonly traceId: string }>;
  readonly trace: (id: string) => Promise<{ readonly timings: Readonly<Record<string, number>> }>;
  readonly close: () => Promise<void>;
}

/** @param dist the folder of the build */
export async function loadLibrary(dist: string): Promise<CtxLibrary> {
  return (await import(pathToFileURL(resolve(dist, 'index.js')).href)) as CtxLibrary;
}
