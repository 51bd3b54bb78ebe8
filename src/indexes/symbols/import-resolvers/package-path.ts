import type { IndexedFile } from '../../../core/index.ts';
import { directoryOf, extensionOf } from '../tree-paths.ts';
import { type ImportContext, type ImportResolver, lastPart, type ModuleTarget } from './import-resolver.ts';

interface GoModule {
  readonly path: string;
  readonly directory: string;
}

function modules(context: ImportContext): readonly GoModule[] {
  return context.once('go-modules', () =>
    context.tree
      .byTail('go.mod', '')
      .flatMap((file) => {
        const path = /^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(context.readText(file.path) ?? '')?.[1];
        return path === undefined ? [] : [{ path, directory: directoryOf(file.path) }];
      })
      .sort((a, b) => b.path.length - a.path.length),
  );
}

function packageAt(directory: string, from: IndexedFile, context: ImportContext): ModuleTarget | null {
  const extension = extensionOf(from.path);
  const files = context.tree
    .inDirectory(directory)
    .filter((file) => extensionOf(file.path) === extension && !file.path.endsWith(`_test${extension}`));
  return files.length === 0 ? null : { files: files.map((file) => file.id), rest: [] };
}

/** The module's path is cut off by `go.mod`; without a readable one the longest tail that is a directory wins. */
function resolve(source: string, from: IndexedFile, context: ImportContext): ModuleTarget | null {
  for (const module of modules(context)) {
    if (source !== module.path && !source.startsWith(`${module.path}/`)) continue;
    const inner = source.slice(module.path.length + 1);
    const directory = [module.directory, inner].filter((part) => part !== '').join('/');
    return packageAt(directory, from, context);
  }
  if (modules(context).length > 0) return packageAt(`vendor/${source}`, from, context);
  const parts = source.split('/');
  const external = parts[0]?.includes('.') ?? false;
  for (let skip = 0; skip < (external ? parts.length : 1); skip++) {
    const directory = parts.slice(skip).join('/');
    const found = packageAt(directory, from, context);
    if (found !== null) return found;
  }
  return null;
}

export const packagePath: ImportResolver = {
  resolve,
  canReach: (path, from) => extensionOf(path) === extensionOf(from.path),
  join: () => null,
  localName: (source) => {
    const plain = source.replace(/\/v\d+$/, '');
    return lastPart(plain, '/').replace(/\.v\d+$/, '');
  },
  bareImportOpens: false,
};
