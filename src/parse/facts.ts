import type { ReferenceKind, SymbolKind } from '../core/index.ts';
import { REFERENCE_KINDS, SYMBOL_KINDS } from '../core/index.ts';
import type { TextRange } from './line-index.ts';

/** One match of a query, reduced to names and ranges: what the builders need of a syntax tree. */
export interface QueryFact {
  /** Position of the pattern in the joined query files; lower wins where two patterns claim one name. */
  readonly pattern: number;
  readonly captures: readonly { readonly name: string; readonly range: TextRange }[];
}

export interface DefinitionFact {
  readonly kind: SymbolKind;
  readonly pattern: number;
  readonly range: TextRange;
  readonly name: TextRange;
  readonly body: TextRange | null;
  /** Type that the definition belongs to without standing inside it. */
  readonly receiver: TextRange | null;
  /** A signature that the next definition of the same name implements. */
  readonly overload: boolean;
}

export interface ReferenceFact {
  readonly kind: ReferenceKind;
  readonly pattern: number;
  readonly range: TextRange;
  readonly receiver: TextRange | null;
}

export type ImportRole = 'source' | 'name' | 'alias' | 'default' | 'all' | 'tree';

/** A name whose type the text says: a variable, a parameter or a field. */
export interface BindingFact {
  readonly name: TextRange;
  readonly type: TextRange;
  /** What `type` is: a type, a called name, or another variable whose type is meant. */
  readonly how: 'type' | 'call' | 'same';
  readonly field: boolean;
}

/** A parameter or local variable; bound from that offset on. */
export interface LocalFact {
  readonly range: TextRange;
  readonly from: number;
}

/** From an access label (`private:`) to the end of what it stands in. */
export interface SectionFact {
  readonly range: TextRange;
  readonly hidden: boolean;
}

/** Everything that the query of a language says about one file, by role. */
export interface FileFacts {
  readonly definitions: readonly DefinitionFact[];
  readonly references: readonly ReferenceFact[];
  readonly importStatements: readonly { readonly range: TextRange; readonly reexport: boolean }[];
  readonly importParts: readonly { readonly role: ImportRole; readonly range: TextRange }[];
  readonly exports: readonly TextRange[];
  readonly exportNames: readonly TextRange[];
  /** Names under which what stands before them is exported (`export { a as b }`). */
  readonly exportAliases: readonly TextRange[];
  readonly comments: readonly TextRange[];
  readonly docstrings: readonly TextRange[];
  readonly decorators: readonly TextRange[];
  readonly typeParameters: readonly TextRange[];
  /** Runs of members behind an access label, each to the end of the body it stands in. */
  readonly sections: readonly SectionFact[];
  readonly bindings: readonly BindingFact[];
  readonly locals: readonly LocalFact[];
}

const DEFINITION_KINDS: ReadonlyMap<string, SymbolKind> = new Map(
  SYMBOL_KINDS.map((kind) => [`definition.${kind}`, kind]),
);
const REFERENCE_CAPTURES: ReadonlyMap<string, ReferenceKind> = new Map(
  REFERENCE_KINDS.map((kind) => [`reference.${kind}`, kind]),
);
const IMPORT_ROLES: ReadonlyMap<string, ImportRole> = new Map(
  (['source', 'name', 'alias', 'default', 'all', 'tree'] as const).map((role) => [`import.${role}`, role]),
);

/** Sorts the matches of one file by role. Captures whose name begins with `_` serve predicates only. */
export function sortFacts(text: string, matches: readonly QueryFact[]): FileFacts {
  const facts = {
    definitions: [] as DefinitionFact[],
    references: [] as ReferenceFact[],
    importStatements: [] as { range: TextRange; reexport: boolean }[],
    importParts: [] as { role: ImportRole; range: TextRange }[],
    exports: [] as TextRange[],
    exportNames: [] as TextRange[],
    exportAliases: [] as TextRange[],
    comments: [] as TextRange[],
    docstrings: [] as TextRange[],
    decorators: [] as TextRange[],
    typeParameters: [] as TextRange[],
    sections: [] as SectionFact[],
    bindings: [] as BindingFact[],
    locals: [] as LocalFact[],
  };
  const lists: Readonly<Record<string, TextRange[]>> = {
    export: facts.exports,
    'export.name': facts.exportNames,
    'export.alias': facts.exportAliases,
    comment: facts.comments,
    doc: facts.docstrings,
    decorator: facts.decorators,
    'type-parameter': facts.typeParameters,
  };
  for (const match of matches) {
    const definition = definitionOf(text, match);
    if (definition !== null) facts.definitions.push(definition);
    const section = sectionOf(match);
    if (section !== null) facts.sections.push(section);
    const binding = bindingOf(match);
    if (binding !== null) facts.bindings.push(binding);
    for (const capture of match.captures) sortCapture(text, match, capture, facts, lists);
  }
  return facts;
}

function sortCapture(
  text: string,
  match: QueryFact,
  { name, range }: QueryFact['captures'][number],
  facts: {
    readonly references: ReferenceFact[];
    readonly importParts: { role: ImportRole; range: TextRange }[];
    readonly importStatements: { range: TextRange; reexport: boolean }[];
    readonly locals: LocalFact[];
  },
  lists: Readonly<Record<string, TextRange[]>>,
): void {
  const reference = REFERENCE_CAPTURES.get(name);
  const role = IMPORT_ROLES.get(name);
  if (reference !== undefined)
    facts.references.push({
      kind: reference,
      pattern: match.pattern,
      range,
      receiver: find(match, 'receiver'),
    });
  else if (role !== undefined) facts.importParts.push({ role, range });
  else if (name === 'local')
    facts.locals.push({ range, from: find(match, 'local.after')?.end ?? range.start });
  else if (name === 'import' || name === 'reexport')
    facts.importStatements.push({ range, reexport: name === 'reexport' });
  else lists[name]?.push(withoutTrailingSpace(text, range));
}

function definitionOf(text: string, match: QueryFact): DefinitionFact | null {
  const whole = match.captures.find((capture) => DEFINITION_KINDS.has(capture.name));
  const kind = whole === undefined ? undefined : DEFINITION_KINDS.get(whole.name);
  const name = find(match, 'name');
  const body = find(match, 'body');
  if (whole === undefined || kind === undefined || name === null) return null;
  return {
    kind,
    pattern: match.pattern,
    range: withoutTrailingSpace(text, {
      start: whole.range.start,
      end: Math.max(whole.range.end, body?.end ?? 0),
    }),
    name,
    body,
    receiver: find(match, 'receiver'),
    overload: find(match, 'overload') !== null,
  };
}

function sectionOf(match: QueryFact): SectionFact | null {
  const around = find(match, 'section');
  const hidden = find(match, 'section.hidden');
  const label = hidden ?? find(match, 'section.shown');
  if (around === null || label === null) return null;
  return { range: { start: label.start, end: around.end }, hidden: hidden !== null };
}

function bindingOf(match: QueryFact): BindingFact | null {
  const variable = find(match, 'binding.name');
  const name = variable ?? find(match, 'field.name');
  const type = find(match, 'binding.type');
  const call = find(match, 'binding.call');
  const either = type ?? call ?? find(match, 'binding.same');
  if (name === null || either === null) return null;
  const how = type !== null ? 'type' : call !== null ? 'call' : 'same';
  return { name, type: either, how, field: variable === null };
}

function find(match: QueryFact, name: string): TextRange | null {
  return match.captures.find((capture) => capture.name === name)?.range ?? null;
}

/** Some grammars end a comment or a definition after its line end. */
function withoutTrailingSpace(text: string, range: TextRange): TextRange {
  let end = range.end;
  while (end > range.start + 1 && ' \t\r\n'.includes(text.charAt(end - 1))) end--;
  return end === range.end ? range : { start: range.start, end };
}
