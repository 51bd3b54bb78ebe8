/** Part of one file of the work tree, for an agent to read. Needs no index except to find a symbol. */
import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { FileReading, Freshness, ReadFileOptions, TextReading } from './context.ts';
import {
  CtxError,
  type DecodedText,
  type IndexedSymbol,
  type LineSpan,
  type RepoPath,
  SKIP_REASONS,
  type SkipReason,
  type Snapshot,
  type TokenCounter,
} from './core/index.ts';
import { createTokenCounter, redactLines } from './pack/index.ts';
import { detectLanguage } from './parse/index.ts';
import {
  decodeText,
  describeBinary,
  hashContent,
  inspectContent,
  isAlwaysSkipped,
  readContent,
  toRepoPath,
} from './scan/index.ts';

const MAX_LINES = 600;
const MAX_BYTES = 24_000;
const MAX_TOKENS = 8_000;
/** Of a file that no one wrote by hand. */
const GENERATED_LINES = 40;
const LINE_LENGTH = 2_000;
const READ_LIMIT = 64 * 1024 * 1024;
const CANDIDATES = 10;

export interface ReadFileParts {
  readonly root: string;
  /** Runs over the index where there is one, else over null. */
  readonly look: <T>(freshness: Freshness, work: (snapshot: Snapshot | null) => T) => Promise<T>;
}

/**
 * Reads a file below the root, never through a link. Fails with OUTSIDE_ROOT, NOT_FOUND (details `{ candidates }`),
 * NO_INDEX where a symbol is asked for before anything was indexed, AMBIGUOUS (details `{ candidates }`), USAGE.
 */
export async function readFile(
  { root, look }: ReadFileParts,
  given: string,
  options: ReadFileOptions = {},
): Promise<FileReading> {
  checkOptions(options);
  const path = placeOf(root, given);
  const content = readContent(root, path, { maxBytes: READ_LIMIT });
  if ('skip' in content) return unread(root, path, content.skip, look);
  const { bytes } = content;
  const decoded = decodeText(bytes);
  const base = { path, bytes: bytes.length, hash: hashContent(bytes) };
  if (decoded === null) {
    const { is, what } = describeBinary(bytes);
    return { ...base, is, what };
  }
  const inspected = inspectContent(path, bytes);
  const asked = isAsked(options);
  if (!inspected.ok && !asked) {
    const is = inspected.skip === 'lock-file' ? 'lock' : 'minified';
    return { ...base, is, what: `${SKIP_REASONS[inspected.skip]}; ${countLines(decoded)} lines` };
  }
  const symbol =
    options.symbol === undefined
      ? null
      : await look(options.freshness ?? 'sync', (held) => symbolIn(held, path, options.symbol ?? ''));
  const shown = await textPart(path, decoded, {
    ...options,
    symbol,
    maxLines: options.maxLines ?? (inspected.kind === 'generated' && !asked ? GENERATED_LINES : MAX_LINES),
  });
  return {
    ...base,
    is: 'text',
    kind: inspected.kind,
    language: detectLanguage(path, decoded.text),
    encoding: decoded.encoding,
    bom: decoded.bom,
    newline: decoded.newline,
    symbol: symbol && { name: symbol.qualifiedName, kind: symbol.kind, span: symbol.span },
    stale: symbol !== null && symbol.file.hash !== base.hash,
    ...shown,
  };
}

function checkOptions(options: ReadFileOptions): void {
  const given = (['range', 'head', 'tail', 'symbol'] as const).filter((name) => options[name] !== undefined);
  if (given.length > 1) throw new CtxError('USAGE', `Give one of ${given.join(' and ')}.`, { given });
  const { range, head, tail, maxLines, maxBytes, maxTokens } = options;
  const numbers = { head, tail, maxLines, maxBytes, maxTokens, ...range };
  for (const [name, value] of Object.entries(numbers))
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0))
      throw new CtxError('USAGE', `${name} is a whole number from 1 on, not ${value}.`, { [name]: value });
  if (range?.endLine !== undefined && range.endLine < range.startLine)
    throw new CtxError('USAGE', `Lines ${range.startLine}-${range.endLine} end before they start.`, {
      range,
    });
}

function isAsked({ range, head, tail, symbol }: ReadFileOptions): boolean {
  return (range ?? head ?? tail ?? symbol) !== undefined;
}

/** `.git` and `.ctx` are as closed as what lies outside. */
function placeOf(root: string, given: string): RepoPath {
  if (given.includes('\0')) throw new CtxError('USAGE', 'A path holds no NUL character.');
  const path = toRepoPath(root, given);
  if (isAlwaysSkipped(path))
    throw new CtxError('OUTSIDE_ROOT', `${path} belongs to git or to ctx and is not read.`, { path });
  return path;
}

async function unread(
  root: string,
  path: RepoPath,
  skip: SkipReason,
  look: ReadFileParts['look'],
): Promise<FileReading> {
  const stats = statBelow(root, path);
  if (stats === 'link' || skip === 'symlink' || skip === 'outside-root')
    throw new CtxError('OUTSIDE_ROOT', `${path} is behind a symbolic link, which is never followed.`, {
      path,
    });
  if (stats?.isDirectory())
    throw new CtxError(
      'USAGE',
      `${path === '' ? 'The root' : path} is a folder: the map shows what is in it.`,
      { path },
    );
  if (stats !== null) return { path, bytes: stats.size, hash: null, is: 'binary', what: SKIP_REASONS[skip] };
  const candidates = await look('stored', (snapshot) => (snapshot === null ? [] : nearPaths(snapshot, path)));
  throw new CtxError('NOT_FOUND', `There is no file ${path}.${near(candidates)}`, { path, candidates });
}

/** What is at a path, looked at one folder after the other: nothing is said of what lies behind a link. */
function statBelow(root: string, path: RepoPath): Stats | 'link' | null {
  let place = root;
  let stats: Stats | undefined = lstatSync(root, { throwIfNoEntry: false });
  for (const part of path === '' ? [] : path.split('/')) {
    place = join(place, part);
    try {
      stats = lstatSync(place, { throwIfNoEntry: false });
    } catch {
      // A name that is too long names nothing.
      return null;
    }
    if (stats?.isSymbolicLink()) return 'link';
    if (stats === undefined) return null;
  }
  return stats ?? null;
}

function near(candidates: readonly string[]): string {
  return candidates.length === 0 ? '' : ` Near: ${candidates.join(', ')}.`;
}

/** Files of the same name, those that share the most folder names first. */
function nearPaths(snapshot: Snapshot, path: RepoPath): readonly RepoPath[] {
  const nameOf = (place: RepoPath) => place.slice(place.lastIndexOf('/') + 1).toLowerCase();
  const folders = new Set(path.split('/').slice(0, -1));
  const shared = (place: RepoPath) => place.split('/').filter((part) => folders.has(part)).length;
  return snapshot.files
    .filter((file) => nameOf(file.path) === nameOf(path))
    .map((file) => ({ path: file.path, shared: shared(file.path) }))
    .sort((a, b) => b.shared - a.shared || (a.path < b.path ? -1 : 1))
    .slice(0, CANDIDATES)
    .map((file) => file.path);
}

function symbolIn(snapshot: Snapshot | null, path: RepoPath, name: string): IndexedSymbol {
  if (snapshot === null)
    throw new CtxError(
      'NO_INDEX',
      'Nothing is indexed yet, so no symbol is known. Read by lines, or index first.',
    );
  const file = snapshot.fileByPath(path);
  const symbols = file === null ? [] : snapshot.symbols.inFile(file.id);
  const found = symbols.filter((symbol) => symbol.name === name || symbol.qualifiedName === name);
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  const candidates = (found.length > 1 ? found : likeNames(symbols, name)).map(
    ({ qualifiedName, kind, span }) => `${qualifiedName} (${kind}, lines ${span.startLine}-${span.endLine})`,
  );
  if (found.length > 1)
    throw new CtxError(
      'AMBIGUOUS',
      `${path} has ${found.length} symbols ${name}: ${candidates.join('; ')}.`,
      {
        candidates,
      },
    );
  throw new CtxError('NOT_FOUND', `${path} has no symbol ${name}.${near(candidates)}`, { path, candidates });
}

function likeNames(symbols: readonly IndexedSymbol[], name: string): readonly IndexedSymbol[] {
  const wanted = name.toLowerCase();
  const alike = symbols.filter(({ qualifiedName }) => qualifiedName.toLowerCase().includes(wanted));
  return (alike.length > 0 ? alike : symbols).slice(0, CANDIDATES);
}

interface PartOptions extends Omit<ReadFileOptions, 'symbol'> {
  readonly symbol: IndexedSymbol | null;
  readonly maxLines: number;
}

type Part = Pick<
  TextReading,
  | 'totalLines'
  | 'startLine'
  | 'endLine'
  | 'lines'
  | 'tokens'
  | 'redactions'
  | 'linesLeft'
  | 'next'
  | 'cut'
  | 'clipped'
>;

async function textPart(path: RepoPath, { text }: DecodedText, options: PartOptions): Promise<Part> {
  const all = splitLines(text);
  const span = spanOf(all.length, options);
  const clean = await redactLines(path, all, span);
  const counter = await createTokenCounter('o200k_base');
  const fit = fitting(clean.lines, options, counter);
  const endLine = span.startLine + fit.lines.length - 1;
  const linesLeft = span.endLine - endLine;
  return {
    totalLines: all.length,
    startLine: span.startLine,
    endLine,
    ...fit,
    redactions: clean.redactions,
    linesLeft,
    next: linesLeft > 0 ? { startLine: endLine + 1, endLine: span.endLine } : null,
  };
}

function splitLines(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function countLines({ text }: DecodedText): number {
  return splitLines(text).length;
}

/** Empty (end before start) for an empty file. Fails with USAGE where the file ends before the first line asked for. */
function spanOf(total: number, { range, head, tail, symbol }: PartOptions): LineSpan {
  if (symbol !== null)
    return { startLine: symbol.span.startLine, endLine: Math.min(total, symbol.span.endLine) };
  if (head !== undefined) return { startLine: 1, endLine: Math.min(head, total) };
  if (tail !== undefined) return { startLine: Math.max(1, total - tail + 1), endLine: total };
  if (range === undefined) return { startLine: 1, endLine: total };
  if (range.startLine > total)
    throw new CtxError('USAGE', `The file has ${total} lines; ${range.startLine} is behind its end.`, {
      total,
    });
  return { startLine: range.startLine, endLine: Math.min(range.endLine ?? total, total) };
}

/** As many lines as the limits allow, but one at least; a very long line is clipped. */
function fitting(
  lines: readonly string[],
  { maxLines, maxBytes = MAX_BYTES, maxTokens = MAX_TOKENS }: PartOptions,
  counter: TokenCounter,
): Pick<Part, 'lines' | 'tokens' | 'cut' | 'clipped'> {
  const shown: string[] = [];
  let bytes = 0;
  let tokens = 0;
  let clipped = 0;
  for (const line of lines) {
    const text =
      line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}⋯ (${line.length} characters)` : line;
    const lineBytes = Buffer.byteLength(text) + 1;
    const lineTokens = counter.count(`${text}\n`);
    const cut =
      shown.length >= maxLines
        ? 'lines'
        : bytes + lineBytes > maxBytes
          ? 'bytes'
          : tokens + lineTokens > maxTokens
            ? 'tokens'
            : null;
    if (cut !== null && shown.length > 0) return { lines: shown, tokens, cut, clipped };
    shown.push(text);
    bytes += lineBytes;
    tokens += lineTokens;
    if (text !== line) clipped++;
  }
  return { lines: shown, tokens, cut: null, clipped };
}
