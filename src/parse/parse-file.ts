import type { LanguageId, ParsedFile, RepoPath } from '../core/index.ts';
import { buildChunkTexts } from './chunk-texts.ts';
import { buildChunks } from './chunks.ts';
import { type FileFacts, sortFacts } from './facts.ts';
import { readFormat } from './formats/index.ts';
import { buildImports, type ImportTable } from './imports.ts';
import { type LanguageRow, type LanguageRules, languageRow } from './languages.ts';
import { indexLines, type LineIndex, linesOf } from './line-index.ts';
import type { ParserPool, ReadLimits } from './parser-pool.ts';
import { buildReferences } from './references.ts';
import { buildSymbols, NO_SYMBOLS, type SymbolTable } from './symbols.ts';

export interface ParseInput {
  /** Tells `__init__.py` from other files; never read from disk. */
  readonly path: RepoPath;
  readonly language: LanguageId | null;
  readonly text: string;
}

export interface ParseOptions extends Partial<ReadLimits> {
  /** Longer texts are chunked by lines; in UTF-16 units. */
  readonly sizeCap?: number;
}

/** Time for one file; honest files of 400 KB take less than half a second. */
const DEADLINE_MS = 2_000;
const SIZE_CAP = 1_000_000;

/**
 * What is in a file: symbols, references, imports and chunks. Never throws: where the grammar cannot be used
 * (too large, too slow, not loadable) the file is chunked by lines and `outcome` says why. The language must
 * have been made `ready` in the pool.
 */
export function parseFile(input: ParseInput, parsers: ParserPool, options: ParseOptions = {}): ParsedFile {
  const lines = indexLines(input.text);
  const row = languageRow(input.language);
  if (row === null) return byLines(input, lines, 'no grammar for this kind of file');
  const cap = options.sizeCap ?? SIZE_CAP;
  if (input.text.length > cap) return byLines(input, lines, `longer than ${cap} characters`);
  const limits = {
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    clocks: options.clocks ?? CLOCKS,
  };
  return row.read.how === 'grammar'
    ? byGrammar(input, lines, row, row.read.rules, parsers, limits)
    : byFormat(input, lines, row, parsers, limits);
}

/**
 * Wall time and processor time of the process: neither a busy machine, where the first runs on, nor other threads,
 * which add to the second, change what a file gives.
 */
const CLOCKS: ReadLimits['clocks'] = [() => performance.now(), processorTime];

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function byGrammar(
  input: ParseInput,
  lines: LineIndex,
  row: LanguageRow,
  rules: LanguageRules,
  parsers: ParserPool,
  limits: ReadLimits,
): ParsedFile {
  const reader = parsers.reader(row.id);
  if (typeof reader === 'string') return byLines(input, lines, reader);
  const result = reader(input.text, limits);
  if (!result.ok) return byLines(input, lines, result.because);
  const facts = sortFacts(input.text, result.matches);
  return fromFacts(input, lines, row, rules, facts, new Set());
}

/** Builds everything from the facts; `boundaries` as in `ChunkContext`. */
function fromFacts(
  input: ParseInput,
  lines: LineIndex,
  row: LanguageRow,
  rules: LanguageRules,
  facts: FileFacts,
  boundaries: ReadonlySet<number>,
): ParsedFile {
  const table = buildSymbols(lines, facts, rules);
  const imports = buildImports(lines, facts, row.traits.importStyle, isReexporting(input.path, rules));
  const references = buildReferences(lines, facts, table, imports, row.traits.selfNames, rules);
  const chunks = buildChunks({
    lines,
    table,
    importLines: importLines(lines, imports),
    boundaries,
    plain: 'block',
  });
  return {
    language: input.language,
    symbols: table.symbols,
    references,
    imports: imports.imports,
    chunks,
    texts: buildChunkTexts(lines, chunks, table, [...facts.comments, ...facts.docstrings]),
    lineCount: lines.lineCount,
    outcome: { how: 'parsed' },
  };
}

function isReexporting(path: RepoPath, rules: LanguageRules): boolean {
  return rules.reexportFiles?.includes(path.slice(path.lastIndexOf('/') + 1)) ?? false;
}

function importLines(lines: LineIndex, { statements }: ImportTable): ReadonlySet<number> {
  const all = new Set<number>();
  for (const statement of statements) {
    const { startLine, endLine } = linesOf(lines, statement);
    for (let line = startLine; line <= endLine; line++) all.add(line);
  }
  return all;
}

function byFormat(
  input: ParseInput,
  lines: LineIndex,
  row: LanguageRow,
  parsers: ParserPool,
  limits: ReadLimits,
): ParsedFile {
  if (row.read.how !== 'format') return byLines(input, lines, 'no format');
  const content = readFormat(row.read.format, lines);
  if (content.script === null) return withoutGrammar(input, lines, content.table, 'structured');
  const script = languageRow(content.script.language);
  const reader = parsers.reader(content.script.language);
  if (script?.read.how !== 'grammar' || typeof reader === 'string')
    return byLines(input, lines, typeof reader === 'string' ? reader : 'no grammar for its script');
  const result = reader(content.script.text, limits);
  if (!result.ok) return byLines(input, lines, result.because);
  const facts = sortFacts(content.script.text, result.matches);
  return fromFacts(input, lines, script, script.read.rules, facts, content.boundaries);
}

function withoutGrammar(
  input: ParseInput,
  lines: LineIndex,
  table: SymbolTable,
  how: 'structured' | { readonly because: string },
): ParsedFile {
  const chunks = buildChunks({
    lines,
    table,
    importLines: new Set(),
    boundaries: new Set(),
    plain: how === 'structured' ? 'block' : 'lines',
  });
  return {
    language: input.language,
    symbols: table.symbols,
    references: [],
    imports: [],
    chunks,
    texts: buildChunkTexts(lines, chunks, table, []),
    lineCount: lines.lineCount,
    outcome: how === 'structured' ? { how } : { how: 'lines', because: how.because },
  };
}

function byLines(input: ParseInput, lines: LineIndex, because: string): ParsedFile {
  return withoutGrammar(input, lines, NO_SYMBOLS, { because });
}
