import { setImmediate } from 'node:timers/promises';
import { createRandom, throwIfAborted } from '../../../core/index.ts';
import { encodeTable, type TableRow } from '../token-table.ts';
import { BATCH, batchesOf } from './batches.ts';
import { createContrast } from './contrast.ts';
import { type EncodedPairs, encodePairs, unitOf } from './encode-pairs.ts';
import type { TextPair } from './symbol-pairs.ts';

export interface TrainOptions {
  readonly seed: number;
  /** Times that every pair is seen; 3, more where that are few batches. */
  readonly epochs?: number;
  /** Scale of the steps; 0.03. Smaller ones stay nearer to the hashed vectors. */
  readonly rate?: number;
  /** Sub-words that get a row, most frequent first; 20 000. */
  readonly rows?: number;
  readonly onProgress?: (progress: TrainProgress) => void;
  readonly signal?: AbortSignal;
}

export interface TrainProgress {
  readonly epoch: number;
  readonly epochs: number;
  readonly batch: number;
  readonly batches: number;
  /** Mean of the epoch so far. */
  readonly loss: number;
}

const DIMENSIONS = 128;
const EPOCHS = 3;
/** Batches that a small set of pairs is gone through for. */
const MIN_STEPS = 400;
const MAX_EPOCHS = 40;
const ROWS = 20_000;
const RATE = 0.03;

/**
 * The file of a table learned from pairs: contrastive (InfoNCE in both directions, the other pairs of a batch are
 * the negatives; van den Oord et al. 2018), one vector a frequent sub-word, the sum of a text's as in `static.ts`,
 * row-wise Adagrad from the hashed vectors. Same pairs and seed, same bytes. Fails with ABORTED.
 *
 * @param groups pairs of one source each: a batch takes runs of one source, so that it must tell apart what stands
 * in one repository.
 */
export async function trainTable(
  groups: readonly (readonly TextPair[])[],
  { seed, rows = ROWS, rate = RATE, onProgress, signal, ...rest }: TrainOptions,
): Promise<Uint8Array> {
  const pairs = encodePairs(groups, { dimensions: DIMENSIONS, rows });
  const random = createRandom(seed);
  const learn = createContrast(pairs, DIMENSIONS, rate);
  const epochs = rest.epochs ?? epochsFor(pairs.groups.at(-1) ?? 0);
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const batches = batchesOf(pairs.groups, random);
    let total = 0;
    for (const [i, batch] of batches.entries()) {
      // Lets a signal through.
      await setImmediate();
      throwIfAborted(signal);
      total += learn(batch);
      onProgress?.({ epoch, epochs, batch: i + 1, batches: batches.length, loss: total / (i + 1) });
    }
  }
  return encodeTable(rowsOf(pairs), DIMENSIONS);
}

function epochsFor(pairs: number): number {
  const batches = Math.max(1, Math.ceil(pairs / BATCH));
  return Math.min(MAX_EPOCHS, Math.max(EPOCHS, Math.ceil(MIN_STEPS / batches)));
}

function rowsOf({ tokens, matrix }: EncodedPairs): readonly TableRow[] {
  const unit = unitOf(DIMENSIONS);
  return tokens.map((token, row) => {
    const values = matrix.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const vector = Int8Array.from(values, (value) =>
      largest === 0 ? 0 : Math.round((value / largest) * 127),
    );
    return { token, weight: (largest * unit) / 127, vector };
  });
}
