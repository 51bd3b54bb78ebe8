/** Places in the form in which answers show them, secrets redacted. */
import type { QueryHit } from './context.ts';
import type {
  FileLines,
  IndexedChunk,
  IndexedSymbol,
  RankedCandidate,
  RepoPath,
  Weights,
} from './core/index.ts';
import { createRedactor, partName, type Redactor, redactLines } from './pack/index.ts';
import type { TextMatch } from './scan/index.ts';
import { reasonsFor } from './trace/index.ts';

/** Hits of an answer where its caller says no number. */
export const DEFAULT_LIMIT = 10;
const PREVIEW_LENGTH = 160;

/** Lines as they are in the work tree now, or null when the file cannot be read. */
type ReadLines = (path: RepoPath) => FileLines | null;

export async function rankedHits(
  readLines: ReadLines,
  ranked: readonly RankedCandidate[],
  weights: Weights,
): Promise<readonly QueryHit[]> {
  const redactor = createRedactor();
  const hits: QueryHit[] = [];
  for (const candidate of ranked) {
    const { chunk, score } = candidate;
    const { file, startLine, endLine, symbol } = chunk;
    const lines = readLines(file.path)?.lines ?? [];
    const line = tellingLine(lines, chunk);
    hits.push({
      path: file.path,
      startLine,
      endLine,
      kind: file.kind,
      language: file.language,
      symbol: symbol && (await symbolOf(symbol, redactor)),
      score,
      reasons: reasonsFor(candidate, weights),
      preview: line === null ? '' : await previewOf(file.path, lines, line, redactor),
    });
  }
  return hits;
}

/** A matching line with what is known of its file. */
export interface FoundLine extends Pick<QueryHit, 'kind' | 'language' | 'score' | 'reasons'> {
  readonly match: TextMatch;
  readonly symbol: IndexedSymbol | null;
}

export async function matchHits(
  readLines: ReadLines,
  found: readonly FoundLine[],
): Promise<readonly QueryHit[]> {
  const redactor = createRedactor();
  const hits: QueryHit[] = [];
  for (const { match, symbol, ...known } of found) {
    const { path, line, text } = match;
    const lines = readLines(path)?.lines ?? [];
    // Another line stands there where the file has changed meanwhile, or is read in another encoding.
    const isThere = lines[line - 1]?.trimEnd().startsWith(text) ?? false;
    const preview = await (isThere
      ? previewOf(path, lines, line, redactor)
      : previewOf(path, [text], 1, redactor));
    hits.push({
      path,
      startLine: line,
      endLine: line,
      symbol: symbol && (await symbolOf(symbol, redactor)),
      preview,
      ...known,
    });
  }
  return hits;
}

/** May stand in the middle of a key: every other line says by itself what is secret in it. */
const KEY_LINE = /^[\s"'`+,>|#*]*(?:[A-Za-z0-9+/=]|\\[nr])+[\s"'`+,>|#*]*$/;

async function previewOf(
  path: RepoPath,
  lines: readonly string[],
  line: number,
  redactor: Redactor,
): Promise<string> {
  const text = lines[line - 1] ?? '';
  const [all, at] = KEY_LINE.test(text) ? [lines, line] : [[text], 1];
  const clean = await redactLines(path, all, { startLine: at, endLine: at }, redactor);
  return (clean.lines[0] ?? '').trim().slice(0, PREVIEW_LENGTH);
}

/** The line of the definition's name, else the first line that says something; null where there is none. */
function tellingLine(lines: readonly string[], { startLine, endLine, symbol }: IndexedChunk): number | null {
  if (symbol !== null && symbol.nameLine >= startLine && symbol.nameLine <= endLine) return symbol.nameLine;
  const at = lines.slice(startLine - 1, endLine).findIndex((text) => /[\p{L}\p{N}]/u.test(text));
  return at < 0 ? null : startLine + at;
}

async function symbolOf(symbol: IndexedSymbol, redactor: Redactor): Promise<QueryHit['symbol']> {
  const { qualifiedName: name, kind, signature, file, ordinal } = symbol;
  const part = partName(`symbol ${ordinal}`, file.path);
  await redactor.scan(part, signature);
  return { name, kind, signature: redactor.redact(part, [signature]).lines[0] ?? '' };
}
