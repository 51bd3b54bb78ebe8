import type { LineSpan, RepoPath } from '../core/index.ts';
import { createRedactor, type Redactor } from './redact.ts';

/** Lines above and below that are searched too: a key runs over many. */
const MARGIN = 120;

export interface CleanLines {
  readonly lines: readonly string[];
  /** Secrets that stood in them. */
  readonly redactions: number;
}

/** Some lines of a file with their secrets replaced. The path decides what is one: a value in a configuration file. */
export async function redactLines(
  path: RepoPath,
  all: readonly string[],
  { startLine, endLine }: LineSpan,
  redactor: Redactor = createRedactor(),
): Promise<CleanLines> {
  const above = Math.max(0, startLine - 1 - MARGIN);
  const around = all.slice(above, endLine + MARGIN);
  const name = partName(startLine, path);
  await redactor.scan(name, around.join('\n'));
  const from = startLine - 1 - above;
  const shown = from + Math.max(0, endLine - startLine + 1);
  const { lines, secrets } = redactor.redact(name, around);
  const own = [...secrets].filter(([line]) => line > from && line <= shown).flatMap(([, ids]) => ids);
  return { lines: lines.slice(from, shown), redactions: new Set(own).size };
}

/** Names a part of a file for a redactor, which still sees what kind of file it is. */
export function partName(part: number | string, path: RepoPath): string {
  return `${part}/${path}`;
}
