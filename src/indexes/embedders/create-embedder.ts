import type { Embedder } from '../../core/index.ts';
import type { EmbedderConfig } from './embedder-config.ts';

/**
 * The embedder of the configuration, ready to use; code of the other kinds is not loaded. Fails with
 * CONFIG_INVALID or EMBEDDER_UNAVAILABLE.
 */
export async function createEmbedder(config: EmbedderConfig): Promise<Embedder> {
  switch (config.kind) {
    case 'static': {
      const { createStaticEmbedder } = await import('./static.ts');
      return createStaticEmbedder(config);
    }
    case 'transformers': {
      const { createTransformersEmbedder } = await import('./transformers.ts');
      return createTransformersEmbedder(config);
    }
    case 'http': {
      const { createHttpEmbedder } = await import('./http.ts');
      return createHttpEmbedder(config);
    }
  }
}
