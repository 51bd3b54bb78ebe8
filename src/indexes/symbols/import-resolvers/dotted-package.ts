import type { FileId, IndexedFile } from '../../../core/index.ts';
import { languageRules } from '../language-rules.ts';
import { CLASS_LIKE, MODULE_LIKE } from '../symbol-kinds.ts';
import { baseName, directoryOf } from '../tree-paths.ts';
import {
  fileTarget,
  type ImportContext,
  type ImportResolver,
  lastPart,
  type ModuleTarget,
} from './import-resolver.ts';

/** Roots of libraries that never lie in the tree that uses them. */
const PLATFORM = /^(java|javax|jakarta|kotlin|kotlinx|scala|android|androidx|System|Microsoft)(\.|$)/;

function sameFamily(file: IndexedFile, from: IndexedFile): boolean {
  return languageRules(file.language).family === languageRules(from.language).family;
}

/** `com.acme.Thing` as the tail `com/acme/Thing.ext`, or names inside the directory `com/acme`. */
function byPath(parts: readonly string[], from: IndexedFile, context: ImportContext): ModuleTarget | null {
  for (let length = parts.length; length > 0; length--) {
    const tail = parts.slice(0, length).join('/');
    for (const extension of context.traits.extensions) {
      const file = context.tree.byTail(`${tail}${extension}`, from.path)[0];
      if (file !== undefined && (length > 1 || parts.length === 1))
        return fileTarget(file, parts.slice(length - 1));
    }
    const files = context.tree
      .directoriesByTail(tail)
      .flatMap((directory) => context.tree.inDirectory(directory))
      .filter((file) => sameFamily(file, from))
      .map((file) => file.id);
    if (files.length > 0 && (length > 1 || parts.length <= 2)) return { files, rest: parts.slice(length) };
  }
  return null;
}

/** Namespaces that are declared in files wherever they lie: the longest declared prefix. */
function byNamespace(
  parts: readonly string[],
  from: IndexedFile,
  context: ImportContext,
): ModuleTarget | null {
  for (let length = parts.length; length > 0; length--) {
    const wanted = parts.slice(0, length).join('.');
    const declared = [
      ...context.symbolsNamed(wanted),
      ...context.symbolsNamed(wanted.replaceAll('.', '\\')),
      ...context.symbolsNamed(parts[length - 1] ?? ''),
    ].filter(
      (symbol) =>
        MODULE_LIKE.has(symbol.kind) &&
        symbol.qualifiedName.replaceAll('\\', '.') === wanted &&
        sameFamily(symbol.file, from),
    );
    const files = [...new Set<FileId>(declared.map((symbol) => symbol.file.id))].sort((a, b) => a - b);
    if (files.length > 0) return { files, rest: parts.slice(length) };
  }
  return null;
}

/** The only class of that name, where directories do not follow the package (PSR-4 roots, source folders). */
function byClass(parts: readonly string[], from: IndexedFile, context: ImportContext): ModuleTarget | null {
  const name = parts[parts.length - 1] ?? '';
  const classes = context
    .symbolsNamed(name)
    .filter(
      (symbol) => CLASS_LIKE.has(symbol.kind) && symbol.kind !== 'impl' && sameFamily(symbol.file, from),
    );
  const files = [...new Set<FileId>(classes.map((symbol) => symbol.file.id))];
  return files.length === 1 ? { files, rest: [name] } : null;
}

/** A function of the package, where directories leave out the root that all packages share. */
function byFunction(
  parts: readonly string[],
  from: IndexedFile,
  context: ImportContext,
): ModuleTarget | null {
  const name = parts[parts.length - 1] ?? '';
  const files = context
    .symbolsNamed(name)
    .filter(
      ({ kind, parent, file }) =>
        kind === 'function' &&
        parent === null &&
        sameFamily(file, from) &&
        baseName(directoryOf(file.path)) === parts[parts.length - 2],
    )
    .map(({ file }) => file.id);
  return files.length === 1 ? { files, rest: [name] } : null;
}

function resolve(source: string, from: IndexedFile, context: ImportContext): ModuleTarget | null {
  const plain = source.replace(/^\\/, '').replaceAll('\\', '.');
  if (PLATFORM.test(plain)) return null;
  const parts = plain.split('.').filter((part) => part !== '');
  if (parts.length === 0) return null;
  return (
    byPath(parts, from, context) ??
    byNamespace(parts, from, context) ??
    byClass(parts, from, context) ??
    byFunction(parts, from, context)
  );
}

export const dottedPackage: ImportResolver = {
  resolve,
  canReach: () => true,
  join: (source, name) => `${source}.${name}`,
  localName: (source) => lastPart(source.replaceAll('\\', '.'), '.'),
  bareImportOpens: true,
};
