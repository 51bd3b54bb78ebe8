import { directoryOf, joinPath } from '../tree-paths.ts';
import { fileTarget, type ImportResolver } from './import-resolver.ts';

/** Beside the including file, then any file whose path ends so, the nearest first. */
export const include: ImportResolver = {
  resolve: (source, from, context) => {
    const plain = source.replace(/^[<"]|[>"]$/g, '');
    const beside = joinPath(directoryOf(from.path), plain);
    const file = beside === null ? null : context.tree.file(beside);
    const tail = plain.replace(/^(\.\.?\/)+/, '');
    return fileTarget(file ?? context.tree.byTail(tail, from.path)[0]);
  },
  canReach: () => true,
  join: () => null,
  localName: () => null,
  bareImportOpens: true,
};
