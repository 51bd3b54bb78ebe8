import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CtxError, type Embedder, isCtxError } from './core/index.ts';
import { createEmbedder, type EmbedderConfig } from './indexes/embedders/index.ts';

/** After a failure it is not asked again for this long: a dead server must not slow every query down. */
const PAUSE_MS = 30_000;

/** Id of the stand-in for an embedder that could not be opened: no stored vectors are of it. */
export const UNAVAILABLE = 'unavailable';

export interface EmbedderSource {
  /** The embedder, or a stand-in that says why there is none and is replaced later. Fails with CONFIG_INVALID. */
  readonly get: () => Promise<Embedder>;
  readonly close: () => Promise<void>;
}

/** What `ctx train` leaves in the folder of the store. */
export const TRAINED_TABLE = 'embedder.bin';

/** The configured embedder; where that is the static one as it comes, with the table trained for this repository. */
export function withTrainedTable(config: EmbedderConfig, store: string): EmbedderConfig {
  if (config.kind !== 'static' || config.dimensions !== undefined || config.table !== undefined)
    return config;
  const table = join(store, TRAINED_TABLE);
  return existsSync(table) ? { ...config, table } : config;
}

/** Opens the configured embedder when it is first needed, and again after a pause where that failed. */
export function embedderSource(configured: () => Promise<EmbedderConfig>, now: () => number): EmbedderSource {
  let opened: { readonly embedder: Promise<Embedder>; readonly until: number } | null = null;

  const open = async (): Promise<Embedder> => {
    try {
      return pausing(await createEmbedder(await configured()), now);
    } catch (error) {
      if (!isCtxError(error, 'EMBEDDER_UNAVAILABLE')) throw error;
      opened = opened && { ...opened, until: now() + PAUSE_MS };
      return unavailable(error);
    }
  };

  return {
    get: () => {
      if (opened === null || now() >= opened.until) {
        opened = { embedder: Promise.resolve().then(open), until: Number.POSITIVE_INFINITY };
      }
      return opened.embedder;
    },
    close: async () => {
      await (await opened?.embedder.catch(() => null))?.close();
    },
  };
}

/** Repeats the last failure, without asking, until the pause is over. */
function pausing(embedder: Embedder, now: () => number): Embedder {
  if (embedder.cost === 'inline') return embedder;
  let failure: { readonly error: CtxError; readonly until: number } | null = null;
  return {
    ...embedder,
    embed: async (texts, purpose, signal) => {
      if (failure !== null && now() < failure.until) throw failure.error;
      failure = null;
      try {
        return await embedder.embed(texts, purpose, signal);
      } catch (error) {
        if (isCtxError(error, 'EMBEDDER_UNAVAILABLE')) failure = { error, until: now() + PAUSE_MS };
        throw error;
      }
    },
    close: () => embedder.close(),
  };
}

function unavailable(error: CtxError): Embedder {
  return {
    id: UNAVAILABLE,
    dimensions: 1,
    label: error.message,
    cost: 'background',
    embed: () => Promise.reject(new CtxError(error.code, error.message, error.details, error)),
    close: async () => {},
  };
}
