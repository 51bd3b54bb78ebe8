import type { IndexedFile } from '../../../core/index.ts';
import { directoryOf } from '../tree-paths.ts';
import { fileTarget, type ImportContext, type ImportResolver, type ModuleTarget } from './import-resolver.ts';

const SUFFIXES = ['/__init__.py', '.py', '/__init__.pyi', '.pyi', '.pyx'] as const;

function relative(source: string, from: IndexedFile, context: ImportContext): ModuleTarget | null {
  const dots = /^\.+/.exec(source)?.[0].length ?? 0;
  let directory: string | null = directoryOf(from.path);
  for (let up = 1; up < dots; up++) directory = directory === '' ? null : directoryOf(directory ?? '');
  if (directory === null) return null;
  const inner = source.slice(dots).replaceAll('.', '/');
  const base = [directory, inner].filter((part) => part !== '').join('/');
  for (const suffix of SUFFIXES) {
    const file = context.tree.file(`${base}${suffix}`);
    if (file !== null) return fileTarget(file);
  }
  // A package without `__init__`: only its submodules can be named.
  return context.tree.inDirectory(base).length > 0 ? { files: [], rest: [] } : null;
}

/** Absolute names are looked for as the tail of a path: source roots need not be declared. */
function absolute(source: string, from: IndexedFile, context: ImportContext): ModuleTarget | null {
  const base = source.replaceAll('.', '/');
  for (const suffix of SUFFIXES) {
    const found = context.tree
      .byTail(`${base}${suffix}`, from.path)
      .find((file) => isRoot(file, base, from, context));
    if (found !== undefined && found.id !== from.id) return fileTarget(found);
  }
  return context.tree.directoriesByTail(base).length > 0 ? { files: [], rest: [] } : null;
}

/**
 * The directory above the first segment is a source root when it is not a package itself and, for a name of
 * one segment, when it lies above the importing file or is named like a source root.
 */
function isRoot(file: IndexedFile, base: string, from: IndexedFile, context: ImportContext): boolean {
  const at = file.path.lastIndexOf(base);
  const root = file.path.slice(0, Math.max(0, at - 1));
  if (root === '') return true;
  if (context.tree.file(`${root}/__init__.py`) !== null) return false;
  return base.includes('/') || from.path.startsWith(`${root}/`) || /(^|\/)(src|lib|python)$/i.test(root);
}

export const dottedModule: ImportResolver = {
  resolve: (source, from, context) =>
    source.startsWith('.') ? relative(source, from, context) : absolute(source, from, context),
  canReach: (path) => /\.py[ix]?$/.test(path),
  join: (source, name) => (source.endsWith('.') ? `${source}${name}` : `${source}.${name}`),
  localName: (source) => source,
  bareImportOpens: false,
};
