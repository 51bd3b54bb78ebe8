import type { TokenCounter, TokenizerName } from '../../core/index.ts';
import { estimateTokens } from './estimate.ts';

const LOADERS: Readonly<Record<TokenizerName, () => Promise<TokenCounter>>> = {
  o200k_base: async () => (await import('./exact-counter.ts')).createExactCounter('o200k_base'),
  cl100k_base: async () => (await import('./exact-counter.ts')).createExactCounter('cl100k_base'),
  estimate: async () => ({ name: 'estimate', count: estimateTokens }),
};

const counters = new Map<TokenizerName, Promise<TokenCounter>>();

/** The counter of an encoding, loaded once a process (about 100 ms for an exact one), and again where that failed. */
export function createTokenCounter(name: TokenizerName): Promise<TokenCounter> {
  const known = counters.get(name);
  if (known !== undefined) return known;
  const loading = LOADERS[name]();
  counters.set(name, loading);
  loading.catch(() => counters.delete(name));
  return loading;
}
