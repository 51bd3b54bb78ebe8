import type { IndexedFile } from '../../../core/index.ts';
import { baseName, directoryOf, stemOf } from '../tree-paths.ts';
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
      const name = /^\[package\][^[]*?^\s*name\s*=\s*"([^"]+)"/m.exec(context.readText(path) ?? '')?.[1];
      const root = context.tree.file(inside(directoryOf(path), 'src/lib.rs'));
      const written = name?.replaceAll('-', '_');
      if (written !== undefined && root !== null && !crates.has(written)) crates.set(written, root);
    }
    return crates;
  });
}

function workspaceCrate(name: string, from: IndexedFile, context: ImportContext): IndexedFile | null {
  for (const spelled of new Set([name, name.replaceAll('_', '-')])) {
    const tails = [`${spelled}/src/lib.rs`, `${spelled}/lib.rs`];
    const file = tails.flatMap((tail) => context.tree.byTail(tail, from.path))[0];
    if (file !== undefined) return file;
  }
  // An example, a test or a binary names its own package by the name in `Cargo.toml`.
  for (let directory = directoryOf(from.path); ; directory = directoryOf(directory)) {
    const manifest = context.readText(inside(directory, 'Cargo.toml'));
    const own = /^\s*name\s*=\s*"([^"]+)"/m.exec(manifest ?? '')?.[1];
    if (own?.replaceAll('-', '_') === name) return context.tree.file(inside(directory, 'src/lib.rs'));
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
