import type { CodeSymbol, LineSpan, SymbolKind } from '../core/index.ts';
import { commentText, firstParagraph, oneLine } from './comments.ts';
import type { DefinitionFact, FileFacts } from './facts.ts';
import type { ExportRule, LanguageRules } from './languages.ts';
import { type LineIndex, linesOf, type TextRange } from './line-index.ts';

/** Longest signature and doc, in characters. */
export const HEAD_LIMIT = 300;
const NAME_LIMIT = 200;
const QUALIFIER_LIMIT = 1_000;

/** Where a symbol stands: what its public shape leaves out and references and chunks need. */
export interface SymbolPlace {
  /** Whole definition with decorators and an `export` around it. */
  readonly range: TextRange;
  /** Text that became the signature. */
  readonly head: TextRange;
  /** Lines of the head, at most `HEADER_LINES`. */
  readonly headLines: LineSpan;
  /** First line of the comments and decorators above it. */
  readonly leadLine: number;
  /** Symbol whose definition encloses this one; differs from `parent` where a receiver names the type. */
  readonly nest: number | null;
}

/** Most lines of a head that are repeated above a part. */
const HEADER_LINES = 4;

/** Symbols of a file by start of definition, and their places, parallel. */
export interface SymbolTable {
  readonly symbols: readonly CodeSymbol[];
  readonly places: readonly SymbolPlace[];
}

export const NO_SYMBOLS: SymbolTable = { symbols: [], places: [] };

/** Kinds whose members are qualified by a type: functions directly inside them are methods. */
export const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set([
  'class',
  'interface',
  'trait',
  'struct',
  'enum',
  'union',
  'type',
  'impl',
  'object',
]);
/** Symbols that are values, not definitions with a body. */
export const VALUE_KINDS: ReadonlySet<SymbolKind> = new Set([
  'property',
  'field',
  'variable',
  'constant',
  'key',
]);
export const FUNCTION_KINDS: ReadonlySet<SymbolKind> = new Set([
  'function',
  'method',
  'constructor',
  'macro',
]);

interface Draft {
  readonly fact: DefinitionFact;
  readonly name: string;
  readonly range: TextRange;
  readonly nest: number | null;
  /** A definition before it has the same range (`a, b = 1, 2`): its own range is its name's. */
  readonly shared: boolean;
}

/** Builds the symbols of a file from its facts. */
export function buildSymbols(lines: LineIndex, facts: FileFacts, rules: LanguageRules): SymbolTable {
  const drafts = foldOverloads(nestDrafts(lines, facts));
  const above = surroundingsOf(lines, facts);
  const docs = docstringOwners(drafts, facts.docstrings);
  const exportNames = new Set(facts.exportNames.map((range) => unquoted(lines.text, range)));
  const byName = typesByName(drafts);
  const symbols: CodeSymbol[] = [];
  const places: SymbolPlace[] = [];
  for (const [index, draft] of drafts.entries()) {
    const place = placeOf(lines, draft, above);
    const receiver = draft.fact.receiver === null ? null : typeName(lines.text, draft.fact.receiver);
    const parent = receiver === null ? draft.nest : (byName.get(receiver) ?? null);
    const outer = draft.nest === null ? undefined : symbols[draft.nest];
    const kind = kindOf(draft, receiver === null ? outer : undefined, rules);
    const docRange = docs.get(index);
    const sharesLine = outer !== undefined && outer.span.startLine === lines.lineOf(place.range.start);
    const doc =
      docRange === undefined
        ? sharesLine
          ? ''
          : commentsAbove(lines, place, above.zones)
        : lines.text.slice(docRange.start, docRange.end);
    places.push(place);
    symbols.push({
      name: draft.name,
      qualifiedName: qualified(
        draft.name,
        receiver === null ? outer?.qualifiedName : around(receiver, outer),
      ),
      kind,
      span: linesOf(lines, place.range),
      nameLine: lines.lineOf(draft.fact.name.start),
      signature: oneLine(lines.text.slice(place.head.start, place.head.end), HEAD_LIMIT),
      doc: firstParagraph(commentText(doc), HEAD_LIMIT),
      parent,
      exported: isExported({
        draft,
        rule: rules.exported,
        head: lines.text.slice(place.head.start, draft.fact.name.end),
        outer: outer ?? null,
        hidden: above.hiddenAt(draft),
        marked: exportNames.has(draft.name) || coversDirectly(above.exportAt(draft), draft, places),
      }),
    });
  }
  return { symbols, places };
}

/** A receiver inside a namespace is a type of that namespace. */
function around(receiver: string, outer: CodeSymbol | undefined): string {
  const scoped = outer?.kind === 'namespace' || outer?.kind === 'module';
  return qualified(receiver, scoped ? outer.qualifiedName : undefined);
}

/** In nests deeper than any reader follows the inner levels are left out. */
function qualified(name: string, outer: string | undefined): string {
  return outer === undefined ? name : `${outer.slice(0, QUALIFIER_LIMIT)}.${name}`;
}

/** Definitions in order, one a name, nested by their ranges; those inside an import are bindings, not symbols. */
function nestDrafts(lines: LineIndex, facts: FileFacts): Draft[] {
  const byName = new Map<number, DefinitionFact>();
  for (const fact of facts.definitions) {
    const known = byName.get(fact.name.start);
    if (known === undefined || fact.pattern < known.pattern)
      byName.set(fact.name.start, known?.overload ? { ...fact, overload: true } : fact);
    else if (fact.overload && !known.overload) byName.set(fact.name.start, { ...known, overload: true });
  }
  const importAt = innermostFinder(inOrder(facts.importStatements.map((statement) => statement.range)));
  const kept = [...byName.values()].filter((fact) => importAt(fact.name.start) === null);
  const drafts: Draft[] = [];
  const open: number[] = [];
  for (const draft of withOwnRanges(lines, kept)) {
    while (open.length > 0 && !encloses(drafts[open.at(-1) ?? 0], draft.fact)) open.pop();
    const nest = open.at(-1) ?? null;
    open.push(drafts.length);
    drafts.push({ ...draft, nest });
  }
  return drafts;
}

/** Where several names share one definition, the first has its range and the others have their names' own. */
function withOwnRanges(lines: LineIndex, facts: readonly DefinitionFact[]): Draft[] {
  const taken = new Set<string>();
  return [...facts]
    .sort((a, b) => a.name.start - b.name.start)
    .flatMap((fact) => {
      const name = unquoted(lines.text, fact.name);
      if (name === '' || name.length > NAME_LIMIT) return [];
      const key = `${fact.range.start} ${fact.range.end}`;
      const shared = taken.has(key);
      taken.add(key);
      return [{ fact, name, range: shared ? fact.name : fact.range, nest: null, shared }];
    })
    .sort((a, b) => a.range.start - b.range.start || b.range.end - a.range.end);
}

function encloses(outer: Draft | undefined, inner: DefinitionFact): boolean {
  if (outer === undefined || outer.shared) return false;
  const { range } = outer;
  const same = range.start === inner.range.start && range.end === inner.range.end;
  return !same && contains(range, inner.range);
}

function contains(outer: TextRange, inner: TextRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Overload signatures become part of the next sibling of the same name; a property keeps its first head. */
function foldOverloads(drafts: readonly Draft[]): Draft[] {
  const kept: (Draft | null)[] = [...drafts];
  const moved = new Map<number, number>();
  const lastOf = new Map<string, number>();
  for (const [index, draft] of drafts.entries()) {
    const key = `${draft.nest ?? ''}\n${draft.name}`;
    const before = lastOf.get(key);
    const previous = before === undefined ? undefined : kept[before];
    if (previous?.fact.overload && before !== undefined) {
      const range = { start: previous.range.start, end: draft.range.end };
      kept[index] = { ...(draft.fact.kind === 'property' ? previous : draft), range };
      kept[before] = null;
      moved.set(before, index);
    }
    lastOf.set(key, index);
  }
  return moved.size === 0 ? [...drafts] : renumbered(kept, moved);
}

/** Closes the gaps: sorts by start again and maps every `nest` to its new index. */
function renumbered(kept: readonly (Draft | null)[], moved: ReadonlyMap<number, number>): Draft[] {
  const order = kept
    .flatMap((draft, index) => (draft === null ? [] : [{ draft, index }]))
    .sort(
      (a, b) =>
        a.draft.range.start - b.draft.range.start ||
        b.draft.range.end - a.draft.range.end ||
        a.index - b.index,
    );
  const newIndex = new Map(order.map(({ index }, at) => [index, at]));
  const follow = (index: number): number => {
    let at = index;
    for (let next = moved.get(at); next !== undefined; next = moved.get(at)) at = next;
    return at;
  };
  return order.map(({ draft }) => ({
    ...draft,
    nest: draft.nest === null ? null : (newIndex.get(follow(draft.nest)) ?? null),
  }));
}

/** Comments that stand alone on their lines and decorators, by the line on which they end. */
interface Zone {
  readonly startLine: number;
  readonly start: number;
  readonly decorator: boolean;
}

function zonesAbove(lines: LineIndex, facts: FileFacts): ReadonlyMap<number, Zone> {
  const zones = new Map<number, Zone>();
  const add = (range: TextRange, decorator: boolean): void => {
    const span = linesOf(lines, range);
    const before = lines.text.slice(lines.startOf(span.startLine), range.start);
    if (before.trim() !== '') return;
    const known = zones.get(span.endLine);
    if (known === undefined || span.startLine < known.startLine)
      zones.set(span.endLine, { startLine: span.startLine, start: range.start, decorator });
  };
  for (const range of facts.comments) add(range, false);
  for (const range of facts.decorators) add(range, true);
  return zones;
}

/** What stands around definitions, made ready to be looked up. */
interface Surroundings {
  readonly zones: ReadonlyMap<number, Zone>;
  /** The innermost `export` that holds the definition. */
  readonly exportAt: (draft: Draft) => TextRange | null;
  /** End of the last decorator that begins in a range, or the range's start. */
  readonly decoratorsEnd: (range: TextRange) => number;
  /** The last access label before the definition hides it. */
  readonly hiddenAt: (draft: Draft) => boolean;
}

function surroundingsOf(lines: LineIndex, facts: FileFacts): Surroundings {
  const exports = inOrder(facts.exports);
  const exportIndex = innermostFinder(exports);
  const decorators = inOrder(facts.decorators);
  const sections = [...facts.sections].sort((a, b) => a.range.start - b.range.start);
  const sectionIndex = innermostFinder(sections.map((section) => section.range));
  return {
    zones: zonesAbove(lines, facts),
    exportAt: ({ fact }) => {
      const range = exports[exportIndex(fact.range.start) ?? -1];
      return range !== undefined && contains(range, fact.range) ? range : null;
    },
    hiddenAt: ({ fact }) => sections[sectionIndex(fact.range.start) ?? -1]?.hidden ?? false,
    decoratorsEnd: ({ start, end }) => {
      const last = decorators[lastStartBefore(decorators, end) - 1];
      return last !== undefined && last.start >= start && last.end <= end ? last.end : start;
    },
  };
}

function inOrder(ranges: readonly TextRange[]): readonly TextRange[] {
  return [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
}

function placeOf(lines: LineIndex, draft: Draft, above: Surroundings): SymbolPlace {
  const wrapped = draft.nest === null ? above.exportAt(draft) : null;
  const own = draft.shared ? draft.fact.range : draft.range;
  let start = Math.min(own.start, wrapped?.start ?? own.start);
  const end = Math.max(own.end, wrapped?.end ?? 0);
  let leadLine = lines.lineOf(start);
  const alone = lines.text.slice(lines.startOf(leadLine), start).trim() === '';
  for (
    let zone = above.zones.get(leadLine - 1);
    alone && zone !== undefined;
    zone = above.zones.get(leadLine - 1)
  ) {
    leadLine = zone.startLine;
    if (zone.decorator) start = zone.start;
  }
  const head = headOf(lines, draft, { start, end }, above);
  const headStart = lines.lineOf(head.start);
  const headEnd = lines.lineOf(Math.max(head.start, head.end - 1));
  return {
    range: draft.shared ? draft.range : { start, end },
    head,
    headLines: { startLine: headStart, endLine: Math.min(headEnd, headStart + HEADER_LINES - 1) },
    leadLine,
    nest: draft.nest,
  };
}

/**
 * From behind the decorators to the body, at most `HEAD_LIMIT` characters; the whole where there is no body, of
 * a value its first line.
 */
function headOf(lines: LineIndex, { fact }: Draft, range: TextRange, above: Surroundings): TextRange {
  const { name, body } = fact;
  let start = above.decoratorsEnd({ start: range.start, end: name.start });
  while (start < name.start && /\s/.test(lines.text.charAt(start))) start++;
  let end = body !== null && body.start > name.start ? body.start : range.end;
  const lineEnd = lines.text.indexOf('\n', name.end);
  if (body === null && VALUE_KINDS.has(fact.kind) && lineEnd >= 0) end = Math.min(end, lineEnd);
  end = Math.min(end, start + HEAD_LIMIT);
  while (end > start + 1 && /\s/.test(lines.text.charAt(end - 1))) end--;
  return { start, end };
}

/** Comments directly above a symbol, without its decorators. */
function commentsAbove(lines: LineIndex, place: SymbolPlace, zones: ReadonlyMap<number, Zone>): string {
  const parts: string[] = [];
  let line = lines.lineOf(place.range.start);
  if (line > place.leadLine || zones.get(line - 1) !== undefined) {
    for (let zone = zones.get(line - 1); zone !== undefined; zone = zones.get(line - 1)) {
      if (!zone.decorator) parts.push(lines.text.slice(zone.start, lines.startOf(line)));
      line = zone.startLine;
    }
  }
  return parts.reverse().join('');
}

/** The first docstring inside each symbol that is inside no deeper one. */
function docstringOwners(
  drafts: readonly Draft[],
  docstrings: readonly TextRange[],
): ReadonlyMap<number, TextRange> {
  const owners = new Map<number, TextRange>();
  if (docstrings.length === 0) return owners;
  const innermost = innermostFinder(drafts.map((draft) => draft.range));
  for (const range of docstrings) {
    const owner = innermost(range.start);
    if (owner !== null && !owners.has(owner)) owners.set(owner, range);
  }
  return owners;
}

/**
 * Finds the innermost of nested ranges at an offset. Ranges are sorted by start, outer first; the answer is
 * an index or null.
 */
export function innermostFinder(ranges: readonly TextRange[]): (offset: number) => number | null {
  const outers: number[] = [];
  const open: number[] = [];
  for (const [index, range] of ranges.entries()) {
    while (open.length > 0 && (ranges[open.at(-1) ?? 0]?.end ?? 0) <= range.start) open.pop();
    outers.push(open.at(-1) ?? -1);
    open.push(index);
  }
  return (offset) => {
    let at = lastStartBefore(ranges, offset + 1) - 1;
    while (at >= 0 && (ranges[at]?.end ?? 0) <= offset) at = outers[at] ?? -1;
    return at < 0 ? null : at;
  };
}

/** How many ranges, sorted by start, begin before the offset. */
function lastStartBefore(ranges: readonly TextRange[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function kindOf(draft: Draft, outer: CodeSymbol | undefined, rules: LanguageRules): SymbolKind {
  const { kind, receiver } = draft.fact;
  const inType = outer !== undefined && TYPE_KINDS.has(outer.kind);
  const method = kind === 'method' || (kind === 'function' && inType && receiver === null);
  if (!method) return kind;
  return rules.constructors?.includes(draft.name) && inType ? 'constructor' : 'method';
}

interface ExportQuestion {
  readonly draft: Draft;
  readonly rule: ExportRule;
  readonly head: string;
  readonly outer: CodeSymbol | null;
  /** It stands behind a label such as `private:`. */
  readonly hidden: boolean;
  /** An `@export` covers it or names it. */
  readonly marked: boolean;
}

function isExported({ draft, rule, head, outer, hidden, marked }: ExportQuestion): boolean {
  if (hidden) return false;
  if (outer !== null && FUNCTION_KINDS.has(outer.kind) && draft.fact.receiver === null) return false;
  if (outer !== null && outer.kind !== 'impl' && !outer.exported) return false;
  if (rule.name !== undefined && !rule.name.test(draft.name)) return false;
  if (rule.without?.test(head)) return false;
  const member = outer !== null && TYPE_KINDS.has(outer.kind);
  const inherits = member && rule.inheritedFrom?.includes(outer.kind);
  if (rule.with !== undefined && !inherits && !rule.with.test(head)) return false;
  return !rule.marked || member || marked;
}

/** An export counts for what stands in it, not for what stands deeper inside another definition. */
function coversDirectly(range: TextRange | null, draft: Draft, places: readonly SymbolPlace[]): boolean {
  const outer = draft.nest === null ? undefined : places[draft.nest];
  return range !== null && (outer === undefined || range.start > outer.range.start);
}

/** Types of a file by name; the first definition of a name wins, an `impl` only where there is no type. */
function typesByName(drafts: readonly Draft[]): ReadonlyMap<string, number> {
  const types = new Map<string, number>();
  for (const wantImpl of [false, true])
    for (const [index, { name, fact }] of drafts.entries())
      if (TYPE_KINDS.has(fact.kind) && (fact.kind === 'impl') === wantImpl && !types.has(name))
        types.set(name, index);
  return types;
}

/** Name of a type as written in a receiver: without pointers, generics and path. */
function typeName(text: string, range: TextRange): string {
  const bare = text
    .slice(range.start, Math.min(range.end, range.start + NAME_LIMIT))
    .replace(/^[\s&*(]+/, '')
    .replace(/[<[({?!\s].*$/s, '');
  return bare.split(/::|[.\\]/).at(-1) ?? bare;
}

/** A name as written, without quotes around it or the colon of a symbol literal before it. */
export function unquoted(text: string, range: TextRange): string {
  const raw = text.slice(range.start, Math.min(range.end, range.start + 2 * NAME_LIMIT)).trim();
  if (/^[\w$.]+$/.test(raw)) return raw;
  return raw
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .replace(/^:(?=\w)/, '')
    .replace(/\s+/g, ' ');
}
