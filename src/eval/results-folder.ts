import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CtxError } from '../index.ts';
import { type Prediction, parsePredictions } from './prediction.ts';
import { fileNameOf, type Variant } from './variants.ts';

/** What must be equal for two runs to share results. */
export interface RunSettings {
  readonly packBudgets: readonly number[];
  readonly phase: string | null;
  readonly decoys: boolean;
}

/** A folder that gathers the answers of a run, one JSONL file a variant, as they come. */
export interface ResultsFolder {
  readonly folder: string;
  readonly fileOf: (variant: Variant) => string;
  /** Answers so far by task; those that failed are left out: they are tried again. */
  readonly answered: (variant: Variant) => ReadonlyMap<string, Prediction>;
  readonly all: (variant: Variant) => ReadonlyMap<string, Prediction>;
  readonly append: (variant: Variant, prediction: Prediction) => void;
}

/**
 * Opens or makes the folder. Fails with USAGE where it holds results of other settings: they would be mixed.
 */
export function openResults(folder: string, settings: RunSettings): ResultsFolder {
  const absolute = resolve(folder);
  mkdirSync(absolute, { recursive: true });
  const record = join(absolute, 'run.json');
  const text = `${JSON.stringify(settings)}\n`;
  if (!existsSync(record)) writeFileSync(record, text);
  else if (readFileSync(record, 'utf8') !== text)
    throw new CtxError(
      'USAGE',
      `${absolute} holds results of other settings (run.json). Name another folder with --out, or delete it.`,
    );
  const fileOf = (variant: Variant): string => join(absolute, fileNameOf(variant));
  const all = (variant: Variant): ReadonlyMap<string, Prediction> => {
    const file = fileOf(variant);
    return existsSync(file) ? parsePredictions(readFileSync(file, 'utf8'), file) : new Map();
  };
  return {
    folder: absolute,
    fileOf,
    all,
    answered: (variant) => new Map([...all(variant)].filter(([, { error }]) => error === undefined)),
    append: (variant, prediction) => {
      const file = fileOf(variant);
      // A line that a kill cut off is ended first.
      const cut = existsSync(file) && !/(^|\n)$/.test(readFileSync(file, 'utf8').slice(-1)) ? '\n' : '';
      appendFileSync(file, `${cut}${JSON.stringify(prediction)}\n`);
    },
  };
}
