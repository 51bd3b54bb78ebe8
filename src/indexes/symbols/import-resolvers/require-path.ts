import type { IndexedFile } from '../../../core/index.ts';
import { directoryOf, joinPath } from '../tree-paths.ts';
import { fileTarget, type ImportContext, type ImportResolver } from './import-resolver.ts';

/** A path without quotes, shell variables and `__DIR__`: what is left is relative or on a load path. */
function plainPath(source: string): string {
  return source
    .replace(/^["']|["']$/g, '')
    .replace(/^\$\(.*\)\//, '')
    .replace(/^\$\{[^}]*\}\//, '')
    .replace(/^\$\w+\//, '')
    .replace(/^\//, '');
}

function find(path: string, from: IndexedFile, context: ImportContext): IndexedFile | null {
  const beside = joinPath(directoryOf(from.path), path);
  const endings = [
    '',
    ...context.traits.extensions,
    ...context.traits.extensions.map((end) => `/init${end}`),
  ];
  for (const ending of endings) {
    const file = beside === null ? null : context.tree.file(`${beside}${ending}`);
    if (file !== null && file.id !== from.id) return file;
  }
  const tail = path.replace(/^(\.\.?\/)+/, '');
  for (const ending of endings) {
    const file = context.tree.byTail(`${tail}${ending}`, from.path).find((other) => other.id !== from.id);
    if (file !== undefined) return file;
  }
  return null;
}

/** Relative to the file, then as the tail of a path; a dotted Lua name is read as a path. */
export const requirePath: ImportResolver = {
  resolve: (source, from, context) => {
    const path = plainPath(source);
    if (path === '') return null;
    const dotted = /^[\w-]+(\.[\w-]+)+$/.test(path) ? path.replaceAll('.', '/') : null;
    return fileTarget(find(path, from, context) ?? (dotted === null ? null : find(dotted, from, context)));
  },
  canReach: () => true,
  join: () => null,
  localName: () => null,
  bareImportOpens: true,
};
