import type { Chunk, ChunkKind, CodeSymbol, LineSpan, SymbolKind } from '../core/index.ts';
import type { LineIndex } from './line-index.ts';
import { AIM, fits, HARD_CAP, isCloser, type Size, splitSpan, trimBlank } from './split-lines.ts';
import { FUNCTION_KINDS, type SymbolTable, VALUE_KINDS } from './symbols.ts';

/** Definitions up to this size join their neighbours; values do up to half the aim. */
const SMALL: Size = { lines: 8, characters: 600 };
/** A section says one thing: only the shortest share a chunk. */
const SMALL_SECTION: Size = { lines: 4, characters: 400 };
const HALF_AIM: Size = { lines: AIM.lines / 2, characters: AIM.characters / 2 };

const KIND_OF: Readonly<Record<SymbolKind, ChunkKind>> = {
  function: 'function',
  method: 'function',
  constructor: 'function',
  macro: 'function',
  class: 'class',
  object: 'class',
  impl: 'class',
  module: 'class',
  namespace: 'class',
  struct: 'class',
  trait: 'class',
  interface: 'type',
  enum: 'type',
  union: 'type',
  type: 'type',
  property: 'block',
  field: 'block',
  variable: 'block',
  constant: 'block',
  heading: 'section',
  key: 'entry',
};

export interface ChunkContext {
  readonly lines: LineIndex;
  readonly table: SymbolTable;
  /** Lines of import statements: runs of them alone are `imports`. */
  readonly importLines: ReadonlySet<number>;
  /** Lines at which a run between symbols never goes on from the line above. */
  readonly boundaries: ReadonlySet<number>;
  /** Kind of runs between top-level symbols. */
  readonly plain: ChunkKind;
}

interface Piece extends Chunk {
  /** May be joined with a neighbour of the same header. */
  readonly joins: boolean;
}

interface Region {
  readonly span: LineSpan;
  readonly children: readonly number[];
  readonly owner: number | null;
  readonly depth: number;
}

/** Deeper nests are split by lines: no input can exhaust the stack. */
const DEEPEST = 30;

/** Chunks of a file: whole lines, every non-blank line exactly once, in order, none nested. */
export function buildChunks(context: ChunkContext): readonly Chunk[] {
  const { lines, table } = context;
  const children = childLists(table);
  const pieces = partition(context, children, {
    span: { startLine: 1, endLine: lines.lineCount },
    children: children.get(null) ?? [],
    owner: null,
    depth: 0,
  });
  return pieces.map(({ startLine, endLine, kind, symbol, header }) => ({
    startLine,
    endLine,
    kind,
    symbol,
    header,
  }));
}

type ChildLists = ReadonlyMap<number | null, readonly number[]>;

function childLists({ places }: SymbolTable): ChildLists {
  const lists = new Map<number | null, number[]>();
  for (const [index, { nest }] of places.entries()) {
    const list = lists.get(nest) ?? [];
    list.push(index);
    lists.set(nest, list);
  }
  return lists;
}

/** Children as disjoint runs of lines; those that share a line are one run without a symbol of its own. */
function runsOf(context: ChunkContext, region: Region): { span: LineSpan; symbol: number | null }[] {
  const runs: { span: LineSpan; symbol: number | null }[] = [];
  const { symbols, places } = context.table;
  for (const index of region.children) {
    const endLine = Math.min(symbols[index]?.span.endLine ?? 0, region.span.endLine);
    const last = runs.at(-1);
    const free = (last?.span.endLine ?? region.span.startLine - 1) + 1;
    const startLine = Math.max(places[index]?.leadLine ?? free, region.span.startLine);
    if (last !== undefined && (symbols[index]?.span.startLine ?? 0) < free) {
      runs.pop();
      const end = Math.max(last.span.endLine, endLine);
      const wider = endLine > last.span.endLine;
      runs.push({
        span: { startLine: last.span.startLine, endLine: end },
        symbol: wider ? null : last.symbol,
      });
    } else if (endLine >= Math.max(startLine, free))
      runs.push({ span: { startLine: Math.max(startLine, free), endLine }, symbol: index });
  }
  return runs;
}

function partition(context: ChunkContext, children: ChildLists, region: Region): Piece[] {
  const pieces: Piece[] = [];
  let next = region.span.startLine;
  for (const run of runsOf(context, region)) {
    addGap(context, pieces, region, { startLine: next, endLine: run.span.startLine - 1 });
    pieces.push(...runPieces(context, children, region, run));
    next = run.span.endLine + 1;
  }
  addGap(context, pieces, region, { startLine: next, endLine: region.span.endLine });
  return join(context, pieces, region.owner);
}

/** Lines between children: closing lines stay with what they close, the rest is split at the aim. */
function addGap(context: ChunkContext, pieces: Piece[], region: Region, gap: LineSpan): void {
  const { lines } = context;
  let rest = trimBlank(lines, gap);
  const last = pieces.at(-1);
  if (rest !== null && last !== undefined) {
    let end = last.endLine;
    for (let line = rest.startLine; line <= rest.endLine && isCloserOrBlank(lines, line); line++) end = line;
    const longer = { startLine: last.startLine, endLine: end };
    if (end > last.endLine && fits(lines, longer, HARD_CAP)) {
      pieces[pieces.length - 1] = { ...last, endLine: trimBlank(lines, longer)?.endLine ?? end };
      rest = trimBlank(lines, { startLine: end + 1, endLine: rest.endLine });
    }
  }
  if (rest === null) return;
  for (const block of atBoundaries(context, rest))
    for (const run of splitSpan(lines, block, AIM)) pieces.push(gapPiece(context, pieces, region, run));
}

function isCloserOrBlank(lines: LineIndex, line: number): boolean {
  return lines.isBlank(line) || isCloser(lines, line);
}

function atBoundaries({ boundaries }: ChunkContext, span: LineSpan): LineSpan[] {
  const blocks: LineSpan[] = [];
  let start = span.startLine;
  for (let line = span.startLine + 1; boundaries.size > 0 && line <= span.endLine; line++) {
    if (!boundaries.has(line)) continue;
    blocks.push({ startLine: start, endLine: line - 1 });
    start = line;
  }
  return [...blocks, { startLine: start, endLine: span.endLine }];
}

function gapPiece(context: ChunkContext, before: readonly Piece[], region: Region, run: LineSpan): Piece {
  const { lines, table, importLines, plain } = context;
  const joins = fits(lines, run, HALF_AIM);
  if (region.owner === null) {
    const kind = isImports(lines, importLines, run) ? 'imports' : plain;
    return { ...run, kind, symbol: null, header: null, joins };
  }
  const first = before.length === 0;
  const symbol = table.symbols[region.owner];
  return {
    ...run,
    kind: first && symbol !== undefined ? KIND_OF[symbol.kind] : 'part',
    symbol: region.owner,
    header: first ? null : headerOf(context, region.owner, run),
    joins,
  };
}

function isImports(lines: LineIndex, importLines: ReadonlySet<number>, run: LineSpan): boolean {
  let imports = 0;
  let others = 0;
  for (let line = run.startLine; line <= run.endLine; line++)
    if (importLines.has(line)) imports++;
    else if (!lines.isBlank(line)) others++;
  return imports > others;
}

/** Head of an enclosing symbol, unless the run itself shows it. */
function headerOf({ table }: ChunkContext, owner: number, run: LineSpan): LineSpan | null {
  const head = table.places[owner]?.headLines;
  return head === undefined || head.startLine >= run.startLine ? null : head;
}

function runPieces(
  context: ChunkContext,
  children: ChildLists,
  region: Region,
  { span, symbol: index }: { readonly span: LineSpan; readonly symbol: number | null },
): Piece[] {
  const { lines, table, plain } = context;
  const symbol = index === null ? undefined : table.symbols[index];
  const inside = index === null ? [] : (children.get(index) ?? []);
  const whole = fits(lines, span, symbol === undefined ? AIM : wholeUpTo(symbol, inside));
  const asMember = region.owner !== null && symbol?.kind !== 'heading';
  const kind = asMember ? 'member' : symbol === undefined ? plain : KIND_OF[symbol.kind];
  const header = region.owner === null ? null : headerOf(context, region.owner, span);
  const first = { kind, symbol: index, header };
  if (whole) {
    return [{ ...span, ...first, joins: fits(lines, span, joinsUpTo(symbol)) }];
  }
  if (index !== null && inside.length > 0 && region.depth < DEEPEST) {
    const inner = { span, children: inside, owner: index, depth: region.depth + 1 };
    const [head, ...rest] = partition(context, children, inner);
    if (head === undefined) return [];
    const shaped = [head.symbol === index ? { ...head, ...first } : head, ...rest];
    return shaped.map((piece) => ({ ...piece, joins: false }));
  }
  return splitSpan(lines, span, AIM).map((run, at) =>
    at === 0
      ? { ...run, ...first, joins: false }
      : {
          ...run,
          kind: 'part',
          symbol: index,
          header: index === null ? header : headerOf(context, index, run),
          joins: false,
        },
  );
}

/** Functions, and whatever has nothing inside, stay whole up to the hard cap; classes are opened at the aim. */
function wholeUpTo(symbol: CodeSymbol, inside: readonly number[]): Size {
  if (inside.length === 0 || FUNCTION_KINDS.has(symbol.kind)) return HARD_CAP;
  return symbol.kind === 'heading' ? SMALL_SECTION : AIM;
}

function joinsUpTo(symbol: CodeSymbol | undefined): Size {
  if (symbol === undefined || VALUE_KINDS.has(symbol.kind)) return HALF_AIM;
  return symbol.kind === 'heading' ? SMALL_SECTION : SMALL;
}

/** Joins small neighbours of one region up to the aim. */
function join({ lines }: ChunkContext, pieces: readonly Piece[], owner: number | null): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const both = last === undefined ? piece : { startLine: last.startLine, endLine: piece.endLine };
    const may = last?.joins && piece.joins && sameRegion(last, piece, owner) && fits(lines, both, AIM);
    if (last !== undefined && may) joined[joined.length - 1] = joinTwo(last, piece, owner);
    else joined.push(piece);
  }
  return joined;
}

/** Pieces that a deeper region has already shaped stay as they are. */
function sameRegion(a: Piece, b: Piece, owner: number | null): boolean {
  if ((a.kind === 'imports') !== (b.kind === 'imports') && b.kind !== 'block') return false;
  if (owner === null) return a.header === null && b.header === null;
  return a.symbol === owner || a.header === null || a.header.startLine === b.header?.startLine;
}

function joinTwo(a: Piece, b: Piece, owner: number | null): Piece {
  const span = { startLine: a.startLine, endLine: b.endLine, joins: true };
  if (owner !== null && a.symbol === owner) return { ...a, ...span };
  if (a.symbol === null && b.symbol !== null && a.kind !== 'imports' && a.endLine - a.startLine < 3)
    return { ...b, ...span, kind: b.kind };
  const same = a.kind === b.kind;
  return { ...a, ...span, kind: same ? a.kind : owner === null ? 'block' : 'member', symbol: null };
}
