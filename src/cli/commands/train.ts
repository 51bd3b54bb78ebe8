import type { Command } from 'commander';
import type { HeldBackComparison } from '../../eval/index.ts';
import type { OpenSession, Session } from '../session.ts';

interface Options {
  readonly reset?: boolean;
}

export function define(command: Command, open: OpenSession): void {
  command
    .option('--reset', 'delete what was learned and use the default embedder again')
    .action(({ reset = false }: Options) => open((session) => (reset ? forget(session) : train(session))));
}

async function forget({ context, answer }: Session): Promise<void> {
  const removed = await context.training.reset();
  answer({ removed }, () => (removed ? 'The trained table is gone.' : 'There was no trained table.'));
}

/** Trains, asks for the files of held-back commits with and without, and keeps the table only where that is better. */
async function train({ context, signal, streams, answer, say }: Session): Promise<void> {
  const { compareOnHeldBack } = await import('../../eval/index.ts');
  let tenths = 0;
  const training = await context.training.run({
    signal,
    onProgress: ({ step, done, total }) => {
      if (step === 'pairs') say('Reading the history and the code …');
      const reached = total === 0 ? 0 : Math.floor((10 * done) / total);
      if (reached > tenths) say(`Training … ${reached * 10} %`);
      tenths = reached;
    },
  });
  let kept = false;
  try {
    say(`Asking for the files of ${training.heldBack.length} commits that nothing was learned from …`);
    const comparison = await compareOnHeldBack(context.root, training, { env: streams.env, signal });
    kept = comparison.helped;
    answer({ ...comparison, pairs: training.pairs, kept }, () => trainText(training.pairs, comparison));
  } finally {
    training.settle(kept ? 'keep' : 'discard');
  }
}

function trainText(
  pairs: { readonly history: number; readonly code: number },
  { commits, untrained, trained, difference, helped }: HeldBackComparison,
): string {
  const [low, high] = difference.interval ?? [Number.NaN, Number.NaN];
  return [
    `Learned from ${pairs.history} changes of past commits and ${pairs.code} definitions.`,
    `NDCG@10 of the files of ${commits} held-back commits, history left out: ${untrained.toFixed(3)} before, ` +
      `${trained.toFixed(3)} after; difference ${signed(difference.mean)} [${signed(low)}, ${signed(high)}].`,
    helped
      ? 'That is a clear gain: the table is used from now on. ctx train --reset undoes it.'
      : 'That is no clear gain: the table is not used.',
  ].join('\n');
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
