import type { IndexedFile, RepoPath } from '../../../core/index.ts';
import { directoryOf, extensionOf, joinPath } from '../tree-paths.ts';
import { fileTarget, type ImportContext, type ImportResolver, type ModuleTarget } from './import-resolver.ts';

const SOURCE_OF_OUTPUT: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};
const MANIFEST_LIMIT = 500;

/** The file for a path written without its extension, with an output's extension, or naming a directory. */
function moduleFile(path: string | null, context: ImportContext): IndexedFile | null {
  if (path === null) return null;
  const { tree, traits } = context;
  const extension = extensionOf(path);
  const bare = path.slice(0, path.length - extension.length);
  const index = path === '' ? 'index' : `${path}/index`;
  const tried = [
    path,
    ...(SOURCE_OF_OUTPUT[extension] ?? []).map((other) => bare + other),
    ...traits.extensions.map((other) => path + other),
    ...traits.extensions.map((other) => index + other),
  ];
  for (const candidate of tried) {
    const file = tree.file(candidate);
    if (file !== null) return file;
  }
  return null;
}

// What is not closed reaches to the end: looked for again from each of its characters it would take minutes.
const STRING_OR_COMMENT = /("(?:\\[\s\S]?|[^"\\])*(?:"|$))|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const STRING_OR_LAST_COMMA = /("(?:\\[\s\S]?|[^"\\])*(?:"|$))|,(?=\s*[}\]])/g;

/** JSON with comments and trailing commas, as `tsconfig.json` allows; null when it is not an object. */
function parseLooseJson(text: string): Readonly<Record<string, unknown>> | null {
  const kept = (_: string, string: string | undefined): string => string ?? '';
  const plain = text.replace(STRING_OR_COMMENT, kept).replace(STRING_OR_LAST_COMMA, kept);
  try {
    return asRecord(JSON.parse(plain));
  } catch {
    return null;
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

interface PathAlias {
  /** Directory of the configuration: aliases hold below it. */
  readonly scope: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly wildcard: boolean;
  readonly targets: readonly string[];
}

function readJson(path: RepoPath, context: ImportContext): Readonly<Record<string, unknown>> | null {
  const text = context.readText(path);
  return text === null ? null : parseLooseJson(text);
}

function aliasesOf(path: RepoPath, context: ImportContext): readonly PathAlias[] {
  const options = asRecord(readJson(path, context)?.['compilerOptions']);
  if (options === null) return [];
  const scope = directoryOf(path);
  const baseUrl = typeof options['baseUrl'] === 'string' ? options['baseUrl'] : null;
  const base = joinPath(scope, baseUrl ?? '.') ?? scope;
  const aliases: PathAlias[] = [];
  for (const [pattern, value] of Object.entries(asRecord(options['paths']) ?? {})) {
    const star = pattern.indexOf('*');
    const targets = (Array.isArray(value) ? value : []).flatMap((target: unknown) => {
      const joined = typeof target === 'string' ? joinPath(base, target) : null;
      return joined === null ? [] : [joined];
    });
    aliases.push({
      scope,
      prefix: star < 0 ? pattern : pattern.slice(0, star),
      suffix: star < 0 ? '' : pattern.slice(star + 1),
      wildcard: star >= 0,
      targets,
    });
  }
  if (baseUrl !== null)
    aliases.push({
      scope,
      prefix: '',
      suffix: '',
      wildcard: true,
      targets: [base === '' ? '*' : `${base}/*`],
    });
  return aliases;
}

/** Aliases of all configurations, deepest scope first. */
function allAliases(context: ImportContext): readonly PathAlias[] {
  return context.once('path-aliases', () =>
    ['tsconfig.json', 'tsconfig.base.json', 'jsconfig.json']
      .flatMap((name) => context.tree.byTail(name, '').slice(0, MANIFEST_LIMIT))
      .filter((file) => file.kind !== 'vendor')
      .flatMap((file) => aliasesOf(file.path, context))
      .sort((a, b) => b.scope.length - a.scope.length || b.prefix.length - a.prefix.length),
  );
}

function byAlias(source: string, from: RepoPath, context: ImportContext): IndexedFile | null {
  for (const alias of allAliases(context)) {
    const inScope = alias.scope === '' || from.startsWith(`${alias.scope}/`);
    const matches = alias.wildcard
      ? source.startsWith(alias.prefix) && source.endsWith(alias.suffix)
      : source === alias.prefix;
    if (!inScope || !matches) continue;
    const middle = source.slice(alias.prefix.length, source.length - alias.suffix.length);
    for (const target of alias.targets) {
      const file = moduleFile(
        target.replace('*', () => middle),
        context,
      );
      if (file !== null) return file;
    }
  }
  return null;
}

/** Directory of each package of the tree by its name in `package.json`. */
function workspaces(context: ImportContext): ReadonlyMap<string, string> {
  return context.once('workspaces', () => {
    const found = new Map<string, string>();
    for (const file of context.tree.byTail('package.json', '').slice(0, MANIFEST_LIMIT)) {
      if (file.kind === 'vendor') continue;
      const name = readJson(file.path, context)?.['name'];
      if (typeof name === 'string' && !found.has(name)) found.set(name, directoryOf(file.path));
    }
    return found;
  });
}

/** Without a readable manifest: the only package directory of that name. */
function directoryNamed(name: string, context: ImportContext): string | undefined {
  const packages = context.tree
    .directoriesByTail(name.slice(name.lastIndexOf('/') + 1))
    .filter((path) => (context.tree.file(`${path}/package.json`)?.kind ?? 'vendor') !== 'vendor');
  return packages.length === 1 ? packages[0] : undefined;
}

function byWorkspace(source: string, context: ImportContext): IndexedFile | null {
  const parts = source.split('/');
  const length = source.startsWith('@') ? 2 : 1;
  const name = parts.slice(0, length).join('/');
  const known = workspaces(context);
  const directory = known.size > 0 ? known.get(name) : directoryNamed(name, context);
  if (directory === undefined) return null;
  const inner = parts.slice(length).join('/');
  const manifest = inner === '' ? readJson(joinPath(directory, 'package.json') ?? '', context) : null;
  const entries = ['source', 'main'].flatMap((key) => {
    const value = manifest?.[key];
    return typeof value === 'string' ? [value] : [];
  });
  const bases = inner === '' ? ['src', '', 'lib', ...entries] : [`src/${inner}`, inner, `lib/${inner}`];
  for (const base of bases) {
    const file = moduleFile(joinPath(directory, base), context);
    if (file !== null) return file;
  }
  return null;
}

/** `./x`, `../y`; `paths` and `baseUrl` of tsconfig; names of workspace packages; `@/x` and `~/x` as `src/x`. */
function resolve(source: string, from: IndexedFile, context: ImportContext): ModuleTarget | null {
  const plain = source.replace(/\?.*$|(?<=.)#.*$/, '');
  if (plain.startsWith('.')) return fileTarget(moduleFile(joinPath(directoryOf(from.path), plain), context));
  if (plain.startsWith('/')) return fileTarget(moduleFile(plain.slice(1), context));
  const named = byAlias(plain, from.path, context) ?? byWorkspace(plain, context);
  if (named !== null) return fileTarget(named);
  return /^[@~]\//.test(plain) ? fileTarget(moduleFile(`src/${plain.slice(2)}`, context)) : null;
}

export const relativePath: ImportResolver = {
  resolve,
  canReach: () => true,
  join: () => null,
  localName: () => null,
  bareImportOpens: false,
};
