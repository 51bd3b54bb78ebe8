import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reference } from '../../src/core/index.ts';
import { resolveReference } from '../../src/indexes/symbols/resolve-reference.ts';
import {
  createSymbolGraph,
  type FileView,
  type Found,
  type SymbolGraph,
} from '../../src/indexes/symbols/symbol-graph.ts';
import { detectLanguage } from '../../src/parse/index.ts';
import { classifyPath } from '../../src/scan/index.ts';
import { createMemorySource, parseTree, type TreeTexts } from '../../test/fake-snapshot.ts';

/** A use of a name in a file, and what the graph says that it means. */
export interface ResolvedUse {
  readonly view: FileView;
  readonly reference: Reference;
  readonly found: Found | null;
}

/** The symbol graph of a tree, read by the parsers and the resolver of the product. */
export async function readGraph(texts: TreeTexts): Promise<SymbolGraph> {
  const tree = await parseTree(texts);
  const files = tree.files.map((file) => ({ ...file, kind: classifyPath(file.path) }));
  return createSymbolGraph(createMemorySource({ ...tree, files }), tree.traitsOf, resolveReference);
}

/** Every use of the tree in the order of path and line, each resolved. */
export function* resolvedUses(graph: SymbolGraph): Generator<ResolvedUse> {
  for (const { id } of graph.source.files) {
    const view = graph.view(id);
    if (view === null) continue;
    for (const reference of view.references) yield { view, reference, found: graph.resolve(view, reference) };
  }
}

const LARGEST = 1_000_000;

/** Source files that a commit of a git work tree tracks, as they lie on the disk. */
export function readTree(root: string): TreeTexts {
  const paths = execFileSync('git', ['-C', root, 'ls-files', '-z'], { maxBuffer: 1 << 28 })
    .toString()
    .split('\0');
  const entries = paths.flatMap((path) => {
    if (path === '') return [];
    const text = textOf(join(root, path));
    const wanted = detectLanguage(path, text) !== null || /\.mod$|\.json$|\.toml$/.test(path);
    return wanted && text.length > 0 && text.length <= LARGEST ? [[path, text] as const] : [];
  });
  return Object.fromEntries(entries);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The commit that a work tree has checked out. */
export function commitOf(root: string): string {
  return execFileSync('git', ['-C', root, 'rev-parse', 'HEAD']).toString().trim();
}
