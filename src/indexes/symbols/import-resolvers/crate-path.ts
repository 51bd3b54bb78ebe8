import type { IndexedFile } from '../../../core/index.ts';
import { baseName, directoryOf, nearestFirst, stemOf } from '../tree-paths.ts';
import {
  fileTarget,
  type ImportContext,
  type ImportResolver,
  lastPart,
  type ModuleTarget,
} from './import-resolver.ts';

const ROOT_FILES = ['lib.rs', 'main.rs'] as const;

const inside = (directory: string, name: string): string =>
  directory === '' ? name : `${directory}/${name}`;

function rootFile(directory: string, context: ImportContext): IndexedFile | null {
  for (const name of ROOT_FILES) {
    const file = context.tree.file(inside(directory, name));
    if (file !== null) return file;
  }
  return null;
}

/** Root module of the crate that the file belongs to; the file itself where no `lib.rs` or `main.rs` is above. */
function crateRoot(from: IndexedFile, context: ImportContext): IndexedFile {
  let directory = directoryOf(from.path);
  for (;;) {
    const root = rootFile(directory, context);
    if (root !== null) return root;
    if (directory === '') return from;
    directory = directoryOf(directory);
  }
}

/** Directory that holds the child modules of a module's file. */
function childDirectory(file: IndexedFile): string {
  const directory = directoryOf(file.path);
  return /^(lib|main|mod)\.rs$/.test(baseName(file.path)) ? directory : inside(directory, stemOf(file.path));
}

function parentModule(file: IndexedFile, context: ImportContext): IndexedFile | null {
  const own = directoryOf(file.path);
  const directory = baseName(file.path) === 'mod.rs' ? directoryOf(own) : own;
  return (
    context.tree.file(inside(directory, 'mod.rs')) ??
    context.tree.file(`${directory}.rs`) ??
    rootFile(directory, context)
  );
}

function childModule(file: IndexedFile, name: string, context: ImportContext): IndexedFile | null {
  const directory = childDirectory(file);
  return (
    context.tree.file(inside(directory, `${name}.rs`)) ??
    context.tree.file(inside(directory, `${name}/mod.rs`))
  );
}

/** Library roots of all packages of the tree by the name in their `Cargo.toml`, as code writes it. */
function cratesByName(context: ImportContext): ReadonlyMap<string, IndexedFile> {
  return context.once('crates', () => {
    const crates = new Map<string, IndexedFile>();
    for (const { path } of context.tree.byTail('Cargo.toml', '')) {
      const name = /^\[package\][^[]*?^[ \t]*name[ \t]*=[ \t]*"([^"\n]+)"/m.exec(
        context.readText(path) ?? '',
      )?.[1];
      const root = context.tree.file(inside(directoryOf(path), 'src/lib.rs'));
      const written = name?.replaceAll('-', '_');
      if (written !== undefined && root !== null && !crates.has(written)) crates.set(written, root);
    }
    return crates;
  });
}

/** Library roots of the crates that lie in a folder of the name, by how likely each is meant. */
function cratesInFolders(name: string, { tree, once }: ImportContext): readonly (readonly IndexedFile[])[] {
  return once(`crates in ${name}`, () =>
    [...new Set([name, name.replaceAll('_', '-')])]
      .flatMap((spelled) => [`${spelled}/src/lib.rs`, `${spelled}/lib.rs`])
      .map((tail) => tree.byTail(tail, ''))
      .filter((files) => files.length > 0),
  );
}

/** Name of the package with its manifest in the directory, as code writes it. */
function packageIn(directory: string, { readText, once }: ImportContext): string | null {
  return once(`package in ${directory}`, () => {
    const manifest = readText(inside(directory, 'Cargo.toml'));
    const name = /^[ \t]*name[ \t]*=[ \t]*"([^"\n]+)"/m.exec(manifest ?? '')?.[1];
    return name?.replaceAll('-', '_') ?? null;
  });
}

function workspaceCrate(name: string, from: IndexedFile, context: ImportContext): IndexedFile | null {
  const likely = cratesInFolders(name, context)[0];
  if (likely !== undefined) return nearestFirst(likely, from.path)[0] ?? null;
  // An example, a test or a binary names its own package by the name in `Cargo.toml`.
  for (let directory = directoryOf(from.path); ; directory = directoryOf(directory)) {
    if (packageIn(directory, context) === name) return context.tree.file(inside(directory, 'src/lib.rs'));
    if (directory === '') return cratesByName(context).get(name) ?? null;
  }
}

function start(
  head: string,
  from: IndexedFile,
  context: ImportContext,
): { readonly module: IndexedFile; readonly used: number } | null {
  if (head === 'crate' || head === '$crate') return { module: crateRoot(from, context), used: 1 };
  if (head === 'self') return { module: from, used: 1 };
  if (head === 'super') {
    const parent = parentModule(from, context);
    return parent === null ? null : { module: parent, used: 1 };
  }
  if (childModule(from, head, context) !== null) return { module: from, used: 0 };
  const crate = workspaceCrate(head, from, context);
  if (crate !== null) return { module: crate, used: 1 };
  const root = crateRoot(from, context);
  return childModule(root, head, context) === null ? null : { module: root, used: 0 };
}

function resolve(source: string, from: IndexedFile, context: ImportContext): ModuleTarget | null {
  const parts = source.split('::').filter((part) => part !== '');
  const begin = start(parts[0] ?? '', from, context);
  if (begin === null) return null;
  let module = begin.module;
  let used = begin.used;
  for (; used < parts.length; used++) {
    const part = parts[used] ?? '';
    const next = part === 'super' ? parentModule(module, context) : childModule(module, part, context);
    if (next === null) break;
    module = next;
  }
  return fileTarget(module, parts.slice(used));
}

export const cratePath: ImportResolver = {
  resolve,
  canReach: (path) => path.endsWith('.rs'),
  join: (source, name) => `${source}::${name}`,
  localName: (source) => lastPart(source, '::'),
  bareImportOpens: false,
};
