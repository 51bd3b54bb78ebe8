import type { Import, Reference, ReferenceKind } from '../core/index.ts';
import { oneLine } from './comments.ts';
import type { FileFacts, ReferenceFact } from './facts.ts';
import type { ImportTable } from './imports.ts';
import type { LanguageRules } from './languages.ts';
import type { LineIndex, TextRange } from './line-index.ts';
import { createLocalTest } from './local-names.ts';
import { createReceiverTyper, withoutArguments } from './receiver-types.ts';
import { innermostFinder, type SymbolTable, unquoted } from './symbols.ts';

const RECEIVER_LIMIT = 120;
/** Read of a receiver at most: so much that a literal in it is seen whole. */
const RECEIVER_READ = 4_000;
/** Which kind stays where patterns claim the same name; smaller is stronger. */
const STRENGTH: Readonly<Record<ReferenceKind, number>> = {
  implements: 0,
  extends: 1,
  call: 2,
  import: 3,
  type: 4,
};

/**
 * Builds the references of a file, those of its imports included, in order of line. A call of a parameter or a
 * local variable is none.
 */
export function buildReferences(
  lines: LineIndex,
  facts: FileFacts,
  table: SymbolTable,
  imports: ImportTable,
  selfNames: readonly string[],
  rules: LanguageRules,
): readonly Reference[] {
  const innermost = innermostFinder(table.places.map((place) => place.range));
  const inImport = innermostFinder(imports.statements);
  const imported = new Set(imports.imports.flatMap(({ names }) => names.map(({ local }) => local)));
  const isLocal = createLocalTest(lines, facts, table, innermost, inImport, imported);
  const typeOf = createReceiverTyper(lines, facts, table.symbols, innermost, selfNames, rules, isLocal);
  const definedAt = new Set(facts.definitions.map((definition) => definition.name.start));
  const isParameter = typeParameterTest(lines, facts, innermost, table);
  const uses: Reference[] = [];
  for (const fact of strongest(facts.references)) {
    const at = fact.range.start;
    const name = unquoted(lines.text, fact.range);
    if (definedAt.has(at) || inImport(at) !== null || !/^[^\s(){}]+$/.test(name)) continue;
    const from = innermost(at);
    if (fact.kind === 'type' && isParameter(name, from)) continue;
    if (fact.kind === 'call' && fact.receiver === null && isLocal(name, from, at)) continue;
    const receiver = receiverText(lines, fact.receiver);
    uses.push({
      name,
      kind: fact.kind,
      line: lines.lineOf(at),
      receiver,
      receiverType: receiver === null ? null : typeOf(receiver, from, at),
      from,
    });
  }
  return merge(imports.imports.flatMap(importReferences), uses);
}

function strongest(facts: readonly ReferenceFact[]): readonly ReferenceFact[] {
  const byStart = new Map<number, ReferenceFact>();
  for (const fact of facts) {
    const known = byStart.get(fact.range.start);
    const order =
      known === undefined ? -1 : STRENGTH[fact.kind] - STRENGTH[known.kind] || fact.pattern - known.pattern;
    if (order < 0) byStart.set(fact.range.start, fact);
  }
  return [...byStart.values()].sort((a, b) => a.range.start - b.range.start);
}

/** A type parameter is a name of its definition, not a use of a type. */
function typeParameterTest(
  lines: LineIndex,
  facts: FileFacts,
  innermost: (offset: number) => number | null,
  table: SymbolTable,
): (name: string, from: number | null) => boolean {
  const declared = new Set(
    facts.typeParameters.map((range) => `${innermost(range.start) ?? ''} ${unquoted(lines.text, range)}`),
  );
  return (name, from) => {
    if (declared.size === 0) return false;
    for (let at = from; at !== null; at = table.places[at]?.nest ?? null)
      if (declared.has(`${at} ${name}`)) return true;
    return declared.has(` ${name}`);
  };
}

/** Long literals are data, which names nothing and can be a secret. */
const LONG_LITERAL = /(["'`])(?:(?!\1)[^\\]|\\.){12,}\1/gs;

/** On one line; where it is long the arguments in it go, and then its beginning: the last call says most. */
function receiverText(lines: LineIndex, range: TextRange | null): string | null {
  if (range === null) return null;
  const start = Math.max(range.start, range.end - RECEIVER_READ);
  const whole = lines.text.slice(start, range.end).replace(LONG_LITERAL, '$1…$1');
  const text = oneLine(whole, RECEIVER_READ).replace(/\s+(?=\.\w|\?\.|->|::)|(?<=\w\.|->|::)\s+/g, '');
  if (text.length <= RECEIVER_LIMIT) return text === '' ? null : text;
  return withoutArguments(text.replace(/"(?:[^"\\]|\\.)*"/g, '""')).slice(-RECEIVER_LIMIT);
}

function importReferences(one: Import): Reference[] {
  const line = one.line;
  if (one.names.length === 0) {
    const name = lastSegment(one.source);
    return [{ name, kind: 'import', line, receiver: one.source, receiverType: null, from: null }];
  }
  return one.names
    .filter((name) => name.name !== '*')
    .map(({ name, local }) => ({
      name: name === 'default' ? local : name,
      kind: 'import',
      line,
      receiver: one.source,
      receiverType: null,
      from: null,
    }));
}

/** Last segment of a dotted path, or of a path of files without the extension. */
function lastSegment(source: string): string {
  const isFile = source.includes('/') || /\.(?:h|hh|hpp|hxx|inc|css)$/.test(source);
  const segments = isFile ? source.replace(/(?<=[^/.])\.\w{1,5}$/, '').split('/') : source.split(/::|[.\\]/);
  return segments.findLast((segment) => segment !== '') ?? source;
}

function merge(imports: readonly Reference[], uses: readonly Reference[]): Reference[] {
  return [...imports, ...uses].sort((a, b) => a.line - b.line);
}
