import type { EvalTask, FileSpan } from './eval-task.ts';
import { type FileRanges, rangesByFile } from './line-ranges.ts';

/** The known answer of a task as sets of files and lines. */
export interface Gold {
  readonly files: ReadonlySet<string>;
  /** Each edited place; imports, comments and blank lines only where nothing else was edited. */
  readonly edits: readonly FileSpan[];
  readonly edited: FileRanges;
  /** The functions around the edited lines. */
  readonly functions: FileRanges;
  /** null where nobody marked any. */
  readonly context: FileRanges | null;
  readonly tests: readonly string[];
}

export function goldOf(task: EvalTask): Gold {
  const main = task.goldSpans.filter((span) => !span.auxiliary);
  const edits = main.length > 0 ? main : task.goldSpans;
  return {
    files: new Set(task.goldFiles),
    edits,
    edited: rangesByFile(edits, ({ start, end }) => [start, end]),
    functions: rangesByFile(edits, ({ enclosing }) => enclosing),
    context:
      task.contextSpans.length === 0
        ? null
        : rangesByFile(task.contextSpans, ({ start, end }) => [start, end]),
    tests: task.testFiles,
  };
}
