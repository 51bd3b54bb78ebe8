import type { CtxConfig } from '../index.ts';
import { usageError } from './failure.ts';

/**
 * The embedder that `--embedder` or CTX_EMBEDDER names: `static`, `transformers:MODEL` (from the hub's cache),
 * `transformers:FOLDER#MODEL`, or the address of an OpenAI-compatible server with `#MODEL`.
 */
export function parseEmbedder(text: string, apiKey: string | undefined): CtxConfig['embedder'] {
  if (text === 'static') return { kind: 'static' };
  const hash = text.lastIndexOf('#');
  const place = text.slice(0, Math.max(hash, 0));
  const model = text.slice(hash + 1);
  if (model !== '' && /^https?:\/\//.test(place)) return { kind: 'http', url: place, model, apiKey };
  const [, kept] = /^transformers:(.+)$/.exec(text) ?? [];
  if (kept === undefined || model === '') {
    throw usageError(
      `There is no embedder ${text}. Give static, transformers:MODEL, transformers:FOLDER#MODEL or http://HOST#MODEL.`,
    );
  }
  return hash < 0
    ? { kind: 'transformers', model: kept }
    : { kind: 'transformers', model, localPath: place.slice('transformers:'.length) };
}
