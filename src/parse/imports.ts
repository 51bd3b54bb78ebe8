import type { Import, ImportedName, ImportStyle } from '../core/index.ts';
import type { FileFacts, ImportRole } from './facts.ts';
import type { LineIndex, TextRange } from './line-index.ts';
import { innermostFinder, unquoted } from './symbols.ts';

interface Part {
  readonly role: ImportRole;
  readonly range: TextRange;
  readonly text: string;
}

/** Where a name is imported: an import and the range of the statement. */
export interface ImportTable {
  readonly imports: readonly Import[];
  readonly statements: readonly TextRange[];
}

/** Builds the imports of a file from its facts, in order of lines. */
export function buildImports(
  lines: LineIndex,
  facts: FileFacts,
  style: ImportStyle,
  allPublic: boolean,
): ImportTable {
  const statements = statementsOf(facts);
  const owner = innermostFinder(statements.map((statement) => statement.range));
  const partsOf = new Map<number, Part[]>();
  const parts = [...facts.importParts].sort((a, b) => a.range.start - b.range.start);
  const seen = new Set<string>();
  for (const part of parts) {
    const key = `${part.role} ${part.range.start} ${part.range.end}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const statement = owner(part.range.start);
    if (statement === null) continue;
    const list = partsOf.get(statement) ?? [];
    list.push({ ...part, text: unquoted(lines.text, part.range).replace(/^<(.*)>$/, '$1') });
    partsOf.set(statement, list);
  }
  const imports = statements.flatMap((statement, index) =>
    importsOf(lines, partsOf.get(index) ?? [], style).map((one) => ({
      ...one,
      reexport: statement.reexport || allPublic,
    })),
  );
  return {
    imports: [...imports, ...exportedAgain(lines, facts, imports)].sort((a, b) => a.line - b.line),
    statements: statements.map((statement) => statement.range),
  };
}

/** The outermost import statements in order, once each; a statement that is also a re-export is one. */
function statementsOf(facts: FileFacts): FileFacts['importStatements'] {
  const sorted = [...facts.importStatements].sort(
    (a, b) =>
      a.range.start - b.range.start || b.range.end - a.range.end || Number(b.reexport) - Number(a.reexport),
  );
  let end = -1;
  return sorted.filter(({ range }) => {
    if (range.end <= end) return false;
    end = range.end;
    return true;
  });
}

/**
 * `import { a } from './a'; export { a }` exports again what it imported, `export { a as b }` what the file itself
 * defines under another name: the source is empty.
 */
function exportedAgain(lines: LineIndex, facts: FileFacts, imports: readonly Import[]): Import[] {
  const byLocal = new Map<string, { readonly source: string; readonly name: ImportedName }>();
  for (const { source, names, reexport } of imports)
    for (const name of reexport ? [] : names) byLocal.set(name.local, { source, name });
  return facts.exportNames.flatMap((range) => {
    const name = unquoted(lines.text, range);
    const alias = facts.exportAliases.find(
      ({ start }) => start > range.end && /^\s+as\s+$/.test(lines.text.slice(range.end, start)),
    );
    const found = byLocal.get(name);
    if (found === undefined && alias === undefined) return [];
    const local = alias === undefined ? name : unquoted(lines.text, alias);
    const names = [{ name: found?.name.name ?? name, local }];
    return [{ source: found?.source ?? '', line: lines.lineOf(range.start), names, reexport: true }];
  });
}

type Bare = Omit<Import, 'reexport'>;

function importsOf(lines: LineIndex, parts: readonly Part[], style: ImportStyle): Bare[] {
  const trees = parts.filter((part) => part.role === 'tree');
  if (trees.length > 0)
    return trees.flatMap((tree) =>
      importTree(lines.text.slice(tree.range.start, tree.range.end), style).map((one) => ({
        ...one,
        line: lines.lineOf(tree.range.start),
      })),
    );
  const sources = shortestAtEachStart(parts.filter((part) => part.role === 'source'));
  const only = sources[0];
  if (sources.length === 1 && only !== undefined)
    return [{ source: only.text, line: lines.lineOf(only.range.start), names: namesOf(parts) }];
  return sources.map((source, index) => {
    const next = sources[index + 1]?.range.start ?? Number.POSITIVE_INFINITY;
    const own = parts.filter((part) => part.range.start > source.range.start && part.range.start < next);
    return { source: source.text, line: lines.lineOf(source.range.start), names: namesOf(own) };
  });
}

/** Where a pattern takes a head of what another takes whole, the head is the source. */
function shortestAtEachStart(sources: readonly Part[]): readonly Part[] {
  return sources.filter(
    ({ range }) => !sources.some((other) => other.range.start === range.start && other.range.end < range.end),
  );
}

/** An alias renames the name before it, or the module itself where no name stands before it. */
function namesOf(parts: readonly Part[]): ImportedName[] {
  const names: ImportedName[] = [];
  for (const { role, text } of parts) {
    if (role === 'name') names.push({ name: text, local: text });
    else if (role === 'default') names.push({ name: 'default', local: text });
    else if (role === 'all') names.push({ name: '*', local: text === '_' || text === '.' ? '*' : text });
    else if (role === 'alias') {
      const last = names.pop();
      names.push({ name: last?.name ?? '*', local: text });
    }
  }
  return names;
}

interface Leaf {
  readonly path: readonly string[];
  readonly alias: string | null;
}

/**
 * Reads a nested path such as `a::b::{c, d as e, self, f::*}`, with `::`, `.` or `\` between segments and `as`
 * or `=>` before an alias; keywords in front (`import`, `use function`) are left out. In the style `crate-path` the last segment is a name of the rest; in the others
 * the whole path is the source.
 */
export function importTree(text: string, style: ImportStyle): Pick<Import, 'source' | 'names'>[] {
  const separator = text.includes('::') || style === 'crate-path' ? '::' : text.includes('\\') ? '\\' : '.';
  const path = text.replace(/^\s*(?:import|use|using)\s+(?:(?:static|function|const)\s+)?/, '');
  const tokens = path.match(/[{},;]|=>|::|[\\.]|\*|[^\s{},;:\\.*=]+/g) ?? [];
  const leaves = readTree(tokens);
  const found = new Map<string, ImportedName[]>();
  for (const leaf of leaves) {
    const { source, name } = splitLeaf(leaf, separator, style);
    const names = found.get(source) ?? [];
    if (name !== null) names.push(name);
    found.set(source, names);
  }
  return [...found].map(([source, names]) => ({ source, names }));
}

function splitLeaf(
  { path, alias }: Leaf,
  separator: string,
  style: ImportStyle,
): { source: string; name: ImportedName | null } {
  const last = path.at(-1) ?? '';
  const before = path.slice(0, -1).join(separator);
  const whole = path.join(separator);
  if (last === '*' || (last === '_' && path.length > 1))
    return { source: before, name: { name: '*', local: '*' } };
  if (last === 'self' && path.length > 1)
    return { source: before, name: alias === null ? null : { name: '*', local: alias } };
  if (style === 'crate-path' && path.length > 1)
    return { source: before, name: { name: last, local: alias ?? last } };
  return { source: whole, name: alias === null ? null : { name: '*', local: alias } };
}

const DEEPEST_TREE = 50;

/** Leaves of a tree in order; braces nest without recursion so that no input can exhaust the stack. */
function readTree(tokens: readonly string[]): Leaf[] {
  const leaves: Leaf[] = [];
  let prefixes: readonly (readonly string[])[] = [[]];
  let run: string[] = [];
  const finish = (): void => {
    const leaf = leafOf(run);
    if (leaf !== null) leaves.push({ ...leaf, path: [...(prefixes.at(-1) ?? []), ...leaf.path] });
    run = [];
  };
  for (const token of tokens) {
    if (token === '{') {
      const outer = prefixes.at(-1) ?? [];
      const deeper = prefixes.length > DEEPEST_TREE ? outer : [...outer, ...(leafOf(run)?.path ?? [])];
      prefixes = [...prefixes.slice(0, DEEPEST_TREE), deeper];
      run = [];
    } else if (token === '}') {
      finish();
      if (prefixes.length > 1) prefixes = prefixes.slice(0, -1);
    } else if (token === ',' || token === ';') finish();
    else run.push(token);
  }
  finish();
  return leaves;
}

/** One path of segments and separators, with an alias behind `as` or `=>`. */
function leafOf(run: readonly string[]): Leaf | null {
  const path: string[] = [];
  let wantsAlias = false;
  let alias: string | null = null;
  for (const token of run) {
    if (path.length > 0 && (token === 'as' || token === '=>')) wantsAlias = true;
    else if (wantsAlias) alias = token;
    else if (!SEPARATORS.has(token)) path.push(token);
  }
  return path.length === 0 ? null : { path, alias };
}

const SEPARATORS: ReadonlySet<string> = new Set(['::', '.', '\\']);
