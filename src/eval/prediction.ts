import { CtxError, type Detail, type Role } from '../index.ts';
import type { Decoy } from './decoys.ts';
import type { FileSpan } from './eval-task.ts';

export interface RankedSpan extends FileSpan {
  /** Estimated from the lines where absent. */
  readonly tokens?: number;
}

/** A place in a pack; `path` is null for a text that is in no file. */
export interface PackedSnippet {
  readonly path: string | null;
  readonly role: Role;
  readonly detail: Detail;
  readonly tokens: number;
  /** Inclusive lines, ascending and disjoint. */
  readonly lines: readonly (readonly [number, number])[];
}

export interface PackPrediction {
  readonly budget: number;
  /** Tokens of the whole pack. */
  readonly tokens: number;
  readonly milliseconds: number;
  readonly matched: boolean;
  readonly snippets: readonly PackedSnippet[];
}

/** What one system answered to one task: a line of a predictions file. */
export interface Prediction {
  readonly id: string;
  /** Best first: the spans that a budget is filled with. */
  readonly ranked: readonly RankedSpan[];
  /** Best first; without it files rank by first appearance in `ranked`. */
  readonly files?: readonly string[];
  /** Milliseconds of the query. */
  readonly ms?: number;
  readonly packs?: readonly PackPrediction[];
  /** Planted copies of the answer, where there were any. */
  readonly decoys?: readonly Decoy[];
  /** Why there is no answer. */
  readonly error?: string;
}

/**
 * Predictions by id of a JSONL text; the last line of an id counts. A last line that was cut off by a kill is
 * left out; elsewhere what is no prediction fails with USAGE.
 */
export function parsePredictions(text: string, name: string): ReadonlyMap<string, Prediction> {
  const predictions = new Map<string, Prediction>();
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const prediction = parsePrediction(line);
    if (prediction !== null) predictions.set(prediction.id, prediction);
    else if (index < lines.length - 1)
      throw new CtxError(
        'USAGE',
        `${name}:${index + 1} is not a prediction: {"id", "ranked": [...]} expected.`,
      );
  }
  return predictions;
}

function parsePrediction(line: string): Prediction | null {
  try {
    const value = JSON.parse(line) as Partial<Prediction> | null;
    const isPrediction = typeof value?.id === 'string' && Array.isArray(value.ranked);
    return isPrediction ? (value as Prediction) : null;
  } catch {
    return null;
  }
}
