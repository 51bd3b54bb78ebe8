import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../src/core/index.ts';
import type { SymbolGraph } from '../../src/indexes/symbols/symbol-graph.ts';
import { TARGET_KINDS } from '../../src/indexes/symbols/symbol-kinds.ts';
import { commitOf, type ResolvedUse, readGraph, readTree } from './read-graph.ts';
import type { SampleLine } from './sample.ts';

const USAGE = 'usage: DIR … --seed N --out DIR [--resolved N] [--open N]   (numbers a repository)';

/**
 * Draws call edges of work trees at random: resolved ones, and calls left open whose name the tree defines. Writes
 * both as lines without a verdict, and for the reader `read-*.txt` with the code at both ends, which stays out
 * of the project.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      out: { type: 'string' },
      resolved: { type: 'string', default: '20' },
      open: { type: 'string', default: '10' },
    },
  });
  const { seed, out } = values;
  if (positionals.length === 0 || seed === undefined || out === undefined) {
    console.error(USAGE);
    return 2;
  }
  mkdirSync(out, { recursive: true });
  const lists: Record<'resolved' | 'open', { line: SampleLine; text: string }[]> = { resolved: [], open: [] };
  for (const root of positionals) {
    const texts = readTree(root);
    const graph = await readGraph(texts);
    const random = createRandom(Number(seed));
    const repository = `${basename(root)}@${commitOf(root)}`;
    const groups = drawUses(graph, { resolved: Number(values.resolved), open: Number(values.open) }, random);
    console.error(`${repository}: ${groups.drawn} calls drawn`);
    for (const group of ['resolved', 'open'] as const)
      for (const use of groups[group]) {
        const line = describe(repository, use);
        const about = group === 'resolved' ? [] : definitionsOf(graph, use).slice(0, 6);
        lists[group].push({ line, text: readable(line, use, about, texts) });
      }
  }
  for (const [group, list] of Object.entries(lists)) {
    writeFileSync(join(out, `${group}.jsonl`), list.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
    writeFileSync(
      join(out, `read-${group}.txt`),
      list.map(({ text }, i) => `#${i + 1} ${text}\n`).join('\n'),
    );
  }
  return 0;
}

const isResolved = ({ found }: ResolvedUse): boolean =>
  found !== null && found.symbols.length > 0 && found.provenance !== 'ambiguous';

const definitionsOf = (graph: SymbolGraph, { view, reference }: ResolvedUse) =>
  graph.source
    .symbolsNamed(reference.name)
    .filter(
      (symbol) =>
        TARGET_KINDS.call.has(symbol.kind) && graph.view(symbol.file.id)?.rules.family === view.rules.family,
    );

const isDefinedInTree = (graph: SymbolGraph, use: ResolvedUse): boolean =>
  // A call that means a module as a whole is placed: it has no symbol.
  (use.found === null || use.found.symbols.length > 0) && definitionsOf(graph, use).length > 0;

/** Calls in a random order, resolved one after the other until there are enough of both groups. */
function drawUses(
  graph: SymbolGraph,
  wanted: { readonly resolved: number; readonly open: number },
  random: () => number,
) {
  const calls = graph.source.files
    .filter(({ kind }) => kind === 'code' || kind === 'test')
    .flatMap(({ id }) => {
      const view = graph.view(id);
      const references = view?.references.filter(({ kind }) => kind === 'call') ?? [];
      return view === null ? [] : references.map((reference) => ({ view, reference }));
    });
  const resolved: ResolvedUse[] = [];
  const open: ResolvedUse[] = [];
  let drawn = 0;
  for (; drawn < calls.length && (resolved.length < wanted.resolved || open.length < wanted.open); drawn++) {
    const other = drawn + Math.floor(random() * (calls.length - drawn));
    const call = calls[other] as (typeof calls)[number];
    calls[other] = calls[drawn] as (typeof calls)[number];
    const use = { ...call, found: graph.resolve(call.view, call.reference) };
    if (isResolved(use)) {
      if (resolved.length < wanted.resolved) resolved.push(use);
    } else if (open.length < wanted.open && isDefinedInTree(graph, use)) open.push(use);
  }
  return { resolved, open, drawn };
}

function describe(repository: string, { view, reference, found }: ResolvedUse): SampleLine {
  const [target] = found?.symbols ?? [];
  const caller = reference.from === null ? null : (view.symbols[reference.from]?.qualifiedName ?? null);
  return {
    repository,
    language: view.file.language ?? '',
    path: view.file.path,
    line: reference.line,
    caller,
    callee: reference.name,
    receiverTyped: reference.receiverType !== null && reference.receiverType !== '?',
    provenance: found === null ? null : found.provenance,
    target:
      target === undefined
        ? null
        : { path: target.file.path, line: target.nameLine, name: target.qualifiedName },
    verdict: null,
    why: '',
  };
}

function readable(
  line: SampleLine,
  { view, reference, found }: ResolvedUse,
  definitions: ReturnType<typeof definitionsOf>,
  texts: Readonly<Record<string, string>>,
): string {
  const excerpt = (path: string, at: number, before: number, after: number): string =>
    (texts[path] ?? '')
      .split('\n')
      .map((text, i) => `${i + 1 === at ? '>' : ' '} ${text.slice(0, 150)}`)
      .slice(Math.max(0, at - 1 - before), at + after)
      .join('\n');
  const shown = found === null ? definitions : found.symbols;
  return [
    `${line.repository} ${line.path}:${line.line} in ${line.caller} calls ${reference.receiver ?? ''} . ${line.callee} type=${reference.receiverType} [${line.provenance}]`,
    excerpt(view.file.path, line.line, 4, 1),
    ...shown.map(
      (s) => `  → ${s.file.path}:${s.nameLine} ${s.kind} ${s.qualifiedName} :: ${s.signature.slice(0, 160)}`,
    ),
  ].join('\n');
}
