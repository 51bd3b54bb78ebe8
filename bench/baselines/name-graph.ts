import { onceAText, type SourceFile } from './commit-files.ts';
import { type BaselineAnswer, runBaseline } from './run-baseline.ts';
import { queryWords, wordsOf } from './words.ts';

/**
 * A repository map ranked for the task: files are nodes, a file points to the files that define the names it
 * uses, and a random walk starts from what the task names (PageRank: Page and Brin 1998; personalised: Haveliwala
 * 2002). A definition ranks by the flow of its file into its name.
 */
export function main(args: readonly string[]): Promise<number> {
  return runBaseline(args, () => {
    const namesOf = onceAText(readNames);
    return { answer: ({ query }, files) => rankByWalk(files, query, namesOf) };
  });
}

const DAMPING = 0.85;
const STEPS = 30;
/** Names defined in more files than this say nothing about where they are used. */
const MOST_DEFINERS = 5;
/** A name that the task uses draws the walk this much more. */
const NAMED = 10;
const SPAN = 40;

const DEFINITION =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([^)]*\))?|override|virtual|inline|unsafe|const|extern)\s+)*(?:class|interface|trait|struct|enum|union|type|module|namespace|object|def|func|function|fun|fn|impl|macro_rules!|protocol|extension)\s+(?:\([^)]*\)\s*)?(?:self\.)?([A-Za-z_$][\w$]*)/;
const ASSIGNED = /^\s*(?:export\s+)?(?:const|let|var|val)\s+([A-Za-z_$][\w$]*)\s*=/;
/** `Type name(` at the left of a body, as in C, Java and C#. */
const TYPED = /^[ \t]{0,8}(?:[\w<>[\],*&:?]+\s+)+\*?([A-Za-z_]\w*)\s*\([^;]*$/;
const KEYWORDS = new Set('if else for while switch return new throw catch do case await yield'.split(' '));

interface Definition {
  readonly name: string;
  readonly file: number;
  readonly line: number;
}

/** What a text defines and uses. */
interface Names {
  readonly defined: readonly { readonly name: string; readonly line: number }[];
  /** How often each name occurs. */
  readonly used: ReadonlyMap<string, number>;
}

function rankByWalk(
  files: readonly SourceFile[],
  query: string,
  namesOf: (lines: readonly string[]) => Names,
): BaselineAnswer {
  const words = queryWords(query);
  const names = files.map(({ lines }) => namesOf(lines));
  const definitions = names.flatMap(({ defined }, file) => defined.map((found) => ({ ...found, file })));
  const definers = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const list = definers.get(definition.name);
    if (list === undefined) definers.set(definition.name, [definition]);
    else list.push(definition);
  }
  const links = names.map(({ used }, file) => linksOf(used, file, definers, words));
  const ranks = pageRank(links, startOf(files, definitions, words));
  const flows = new Map<Definition, number>();
  for (const [index, list] of links.entries()) {
    const total = list.reduce((sum, { weight }) => sum + weight, 0);
    for (const { to, weight } of list)
      flows.set(to, (flows.get(to) ?? 0) + ((ranks[index] ?? 0) * weight) / total);
  }
  const pathOf = (index: number): string => files[index]?.path ?? '';
  const ranked = [...flows]
    .sort(([a, x], [b, y]) => y - x || a.file - b.file || a.line - b.line)
    .map(([{ file, line }]) => ({
      path: pathOf(file),
      start: line,
      end: Math.min(files[file]?.lines.length ?? line, line + SPAN - 1),
    }));
  const order = [...ranks.keys()].sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b);
  return { ranked, files: order.slice(0, 100).map(pathOf) };
}

function readNames(lines: readonly string[]): Names {
  const defined = lines.flatMap((text, index) => {
    if (text.length > 400) return [];
    const name = DEFINITION.exec(text)?.[1] ?? ASSIGNED.exec(text)?.[1] ?? TYPED.exec(text)?.[1];
    const isName = name !== undefined && name.length > 2 && !KEYWORDS.has(name);
    return isName ? [{ name, line: index + 1 }] : [];
  });
  const used = new Map<string, number>();
  for (const text of lines)
    for (const [name] of text.matchAll(/[A-Za-z_$][\w$]*/g)) used.set(name, (used.get(name) ?? 0) + 1);
  return { defined, used };
}

interface Link {
  readonly to: Definition;
  readonly weight: number;
}

function linksOf(
  used: Names['used'],
  file: number,
  definers: ReadonlyMap<string, readonly Definition[]>,
  words: ReadonlyMap<string, number>,
): readonly Link[] {
  const links: Link[] = [];
  for (const [name, count] of used) {
    const targets = definers.get(name) ?? [];
    if (targets.length > MOST_DEFINERS) continue;
    const factor = words.has(name.toLowerCase()) ? NAMED : 1;
    for (const to of targets)
      links.push({ to, weight: (factor * Math.sqrt(count)) / targets.length / (to.file === file ? 4 : 1) });
  }
  return links;
}

/** Where the walk starts: what the task names, shared among the files that have it in a path or define it. */
function startOf(
  files: readonly SourceFile[],
  definitions: readonly Definition[],
  words: ReadonlyMap<string, number>,
): Float64Array {
  const having = new Map<string, Set<number>>();
  const add = (word: string, file: number): void => {
    if (!words.has(word)) return;
    const list = having.get(word);
    if (list === undefined) having.set(word, new Set([file]));
    else list.add(file);
  };
  for (const [index, { path }] of files.entries()) for (const word of wordsOf(path)) add(word, index);
  for (const { name, file } of definitions) add(name.toLowerCase(), file);
  const start = new Float64Array(files.length).fill(1e-3 / Math.max(1, files.length));
  for (const list of having.values())
    for (const file of list) start[file] = (start[file] ?? 0) + 1 / list.size;
  const total = start.reduce((sum, value) => sum + value, 0);
  return start.map((value) => value / total);
}

function pageRank(links: readonly (readonly Link[])[], start: Float64Array): Float64Array {
  let ranks = start;
  for (let step = 0; step < STEPS; step++) {
    const next = new Float64Array(start.length);
    let lost = 0;
    for (const [index, list] of links.entries()) {
      const rank = ranks[index] ?? 0;
      const total = list.reduce((sum, { weight }) => sum + weight, 0);
      if (total === 0) lost += rank;
      for (const { to, weight } of list) next[to.file] = (next[to.file] ?? 0) + (rank * weight) / total;
    }
    ranks = next.map((value, index) => {
      const jump = start[index] ?? 0;
      return DAMPING * (value + lost * jump) + (1 - DAMPING) * jump;
    });
  }
  return ranks;
}
