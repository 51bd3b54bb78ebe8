import type { DecisionRecord } from './core/index.ts';
import { type CheckOptions, checkProposal as checkWith, type ProposalWarning } from './handoff/index.ts';
import { createStaticEmbed } from './indexes/embedders/static.ts';

/**
 * Decisions that a proposal repeats or goes against, best match first: by words, names, and the likeness that the
 * built-in embedder sees, unless another one is given.
 */
export function checkProposal(
  proposal: string,
  decisions: readonly DecisionRecord[],
  options: CheckOptions = {},
): readonly ProposalWarning[] {
  return checkWith(proposal, decisions, { similarity: createSimilarity(), ...options });
}

/** Cosine of two texts; each text is embedded once. */
function createSimilarity(): (a: string, b: string) => number {
  const embed = createStaticEmbed();
  const known = new Map<string, Float32Array>();
  const vectorOf = (text: string): Float32Array => {
    const vector = known.get(text) ?? embed(text);
    known.set(text, vector);
    return vector;
  };
  return (a, b) => {
    const [left, right] = [vectorOf(a), vectorOf(b)];
    return left.reduce((sum, value, i) => sum + value * (right[i] ?? 0), 0);
  };
}
