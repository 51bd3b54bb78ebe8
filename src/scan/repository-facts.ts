import { existsSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import type {
  FileKind,
  GitState,
  LanguageId,
  RepoPath,
  RepositoryCommand,
  RepositoryFacts,
} from '../core/index.ts';
import type { GitFacts } from './git-facts.ts';
import { ancestorsOf } from './ignore-rules.ts';
import { type ManifestFacts, manifestReader } from './manifests.ts';
import { baseOf, comparePaths, parentOf } from './repo-path.ts';

export interface FactFile {
  readonly path: RepoPath;
  readonly kind: FileKind;
  readonly language: LanguageId | null;
  readonly size: number;
  readonly lineCount: number;
}

const MAX_MANIFESTS = 200;
const MAX_MANIFEST_CHARACTERS = 512 * 1024;
const MAX_LIST = 50;
const MAX_ENTRY_POINTS = 24;
/** Sibling folders whose equal commands are listed. */
const MAX_SIBLINGS = 3;
/** Folders below the root in which manifests and entry points are looked for. */
const MAX_DEPTH = 3;
/** Files standing directly in one folder that make it big. */
const BIG_FOLDER = 300;
/** A folder with over this share of the lines of code is shown by its subfolders. */
const DOMINANT = 0.5;

/**
 * What a repository is, from the files of its index, their manifests (read through `read`, null where that
 * fails) and its git state. Nothing of a manifest but its name and the names of known tasks is repeated.
 */
export function repositoryFacts(
  root: string,
  files: readonly FactFile[],
  git: GitState | GitFacts | null,
  read: (path: RepoPath) => string | null,
): RepositoryFacts {
  const ordered = [...files].sort((a, b) => byDepth(a.path, b.path));
  const manifests = readManifests(root, ordered, read);
  return {
    name: projectName(manifests) ?? basename(root),
    files: files.length,
    lines: linesOf(files),
    languages: languagesOf(files),
    packageManagers: managersOf(manifests),
    commands: commandsOf(manifests),
    entryPoints: entryPointsOf(ordered, manifests),
    testFolders: testFoldersOf(files),
    configuration: pathsOf(ordered, ({ path, kind }) => kind === 'config' && isNearRoot(path)),
    instructions: instructionsOf(ordered),
    layout: layoutOf(files),
    bulk: bulkOf(files),
    git: git === null ? null : gitSummary(git),
  };
}

function depthOf(path: RepoPath): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth++;
  return depth;
}

function byDepth(a: RepoPath, b: RepoPath): number {
  return depthOf(a) - depthOf(b) || comparePaths(a, b);
}

function linesOf(files: readonly FactFile[]): number {
  return files.reduce((sum, file) => sum + file.lineCount, 0);
}

function pathsOf(files: readonly FactFile[], accept: (file: FactFile) => boolean): RepoPath[] {
  return files
    .filter(accept)
    .slice(0, MAX_LIST)
    .map(({ path }) => path);
}

/** Groups by a key, in the order of first appearance. */
function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function languagesOf(files: readonly FactFile[]): RepositoryFacts['languages'] {
  return [...groupBy(files, ({ language }) => language)]
    .map(([language, group]) => ({ language, files: group.length, lines: linesOf(group) }))
    .sort((a, b) => b.lines - a.lines || comparePaths(a.language, b.language));
}

// ─── manifests ──────────────────────────────────────────────────────────────────────────────────────────

interface PlacedManifest extends ManifestFacts {
  readonly path: RepoPath;
}

function isOwn({ kind }: FactFile): boolean {
  return kind !== 'vendor' && kind !== 'generated' && kind !== 'test';
}

function readManifests(
  root: string,
  files: readonly FactFile[],
  read: (path: RepoPath) => string | null,
): PlacedManifest[] {
  const found = files.filter(
    (file) => isOwn(file) && depthOf(file.path) <= MAX_DEPTH && manifestReader(baseOf(file.path)),
  );
  return found.slice(0, MAX_MANIFESTS).flatMap(({ path }) => {
    const text = read(path)?.slice(0, MAX_MANIFEST_CHARACTERS);
    const reader = manifestReader(baseOf(path));
    if (text === undefined || reader === null) return [];
    // A workspace's lock file and wrapper scripts stand at the root.
    const beside = (name: string): boolean =>
      existsSync(join(root, parentOf(path), name)) || existsSync(join(root, name));
    return [{ path, ...reader(text, beside) }];
  });
}

function projectName(manifests: readonly PlacedManifest[]): string | null {
  const name = manifests.find((manifest) => depthOf(manifest.path) === 0 && manifest.name !== null)?.name;
  return name?.replace(/\s+/g, ' ').trim().slice(0, 100) || null;
}

function managersOf(manifests: readonly PlacedManifest[]): RepositoryFacts['packageManagers'] {
  const named = manifests.flatMap(({ manager, path }) =>
    manager === null ? [] : [{ name: manager, manifest: path }],
  );
  // The manifest nearest the root speaks for all of its kind below it.
  return [...groupBy(named, ({ name, manifest }) => `${name} ${baseOf(manifest)}`).values()]
    .flatMap((group) => group.slice(0, 1))
    .slice(0, MAX_LIST);
}

/**
 * Commands of manifests at the root, then of nested ones where no manifest of the same manager above has one
 * for the same purpose; of equal commands in sibling folders the first few.
 */
function commandsOf(manifests: readonly PlacedManifest[]): RepositoryCommand[] {
  const commands: RepositoryCommand[] = [];
  /** Folders whose manifests have a command for a manager and purpose. */
  const spoken = new Map<string, Set<RepoPath>>();
  for (const { path, manager, commands: own } of manifests) {
    const folder = parentOf(path);
    const above = folder === '' ? [] : [...ancestorsOf(folder), ''];
    const keyOf = ({ purpose, command }: ManifestFacts['commands'][number]): string =>
      manager === null ? command : `${manager} ${purpose}`;
    const fresh = own.filter((each) => {
      const folders = spoken.get(keyOf(each)) ?? new Set();
      const said = commands.some(
        ({ command, source }) => command === each.command && parentOf(source) === folder,
      );
      return !said && folders.size < MAX_SIBLINGS && !above.some((other) => folders.has(other));
    });
    commands.push(...fresh.map(({ purpose, command }) => ({ purpose, command, source: path })));
    for (const each of own) spoken.set(keyOf(each), (spoken.get(keyOf(each)) ?? new Set()).add(folder));
  }
  return commands.slice(0, MAX_LIST);
}

// ─── places ─────────────────────────────────────────────────────────────────────────────────────────────

/** Names that start something, by convention. */
const CONVENTIONS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)cmd\/[^/]+\/main\.go$|^main\.go$/, 'command'],
  [/(?:^|\/)src\/main\.rs$|(?:^|\/)src\/bin\/(?:[^/]+|[^/]+\/main)\.rs$/, 'binary'],
  [/(?:^|\/)src\/lib\.rs$/, 'library'],
  [/(?:^|\/)__main__\.py$/, 'python -m'],
  [/^(?:[^/]+\/)?(?:manage|wsgi|asgi)\.py$/, 'application'],
  [
    /^(?:src\/)?(?:main|app|cli|server)\.(?:py|[cm]?[jt]sx?|rb|php|dart|lua|zig|swift|c|cc|cpp)$/,
    'application',
  ],
  [/(?:^|\/)src\/(?:index|main)\.[cm]?[jt]sx?$|^index\.[cm]?[jt]sx?$/, 'package entry'],
  [/(?:^|\/)Program\.(?:cs|fs)$/, 'application'],
  [
    /(?:^|\/)\w*Application\.(?:java|kt)$|(?:^|\/)src\/main\/(?:java|kotlin)\/(?:.*\/)?Main\.(?:java|kt)$/,
    'application',
  ],
  [
    /^(?:app\/)?Main\.hs$|^(?:src|lib)\/main\.(?:zig|dart|c|cc|cpp|swift)$|(?:^|\/)Sources\/[^/]+\/main\.swift$/,
    'application',
  ],
  [/^(?:public\/index\.php|artisan|config\.ru|bin\/[^/]+|exe\/[^/]+)$/, 'script'],
];

function entryPointsOf(
  files: readonly FactFile[],
  manifests: readonly PlacedManifest[],
): RepositoryFacts['entryPoints'] {
  const own = files.filter((file) => isOwn(file) && file.kind !== 'docs');
  const present = new Set(own.map(({ path }) => path));
  const found = new Map<RepoPath, string>();
  for (const { path, entries } of manifests)
    for (const entry of entries) {
      const target = posix.normalize(posix.join(parentOf(path), entry.path));
      if (present.has(target) && !found.has(target)) found.set(target, entry.reason);
    }
  for (const { path, reason } of conventionalEntries(own)) if (!found.has(path)) found.set(path, reason);
  return [...found].slice(0, MAX_ENTRY_POINTS).map(([path, reason]) => ({ path, reason }));
}

/** Those of the outermost packages first. */
function conventionalEntries(files: readonly FactFile[]): RepositoryFacts['entryPoints'] {
  return files
    .filter(({ path, kind }) => kind === 'code' && depthOf(path) <= MAX_DEPTH + 1)
    .flatMap(({ path }) => {
      const found = CONVENTIONS.map(([pattern, reason]) => ({ at: path.search(pattern), reason })).find(
        ({ at }) => at >= 0,
      );
      return found === undefined
        ? []
        : [{ path, reason: found.reason, depth: path.slice(0, found.at).split('/').filter(Boolean).length }];
    })
    .sort((a, b) => a.depth - b.depth || byDepth(a.path, b.path));
}

const TEST_SEGMENT =
  /^(?:tests?|specs?|__tests__|testdata|e2e|testsuite|t|.*[._-]tests?|[A-Z]\w*Tests|androidTest)$/i;

function testFoldersOf(files: readonly FactFile[]): RepositoryFacts['testFolders'] {
  const tests = files.filter(({ kind, path }) => kind === 'test' && path.includes('/'));
  return [...groupBy(tests, ({ path }) => testFolder(path))]
    .map(([path, group]) => ({ path, files: group.length }))
    .sort((a, b) => b.files - a.files || comparePaths(a.path, b.path))
    .slice(0, MAX_LIST);
}

/** The outermost folder with a name for tests, else the folder that holds the file. */
function testFolder(path: RepoPath): RepoPath {
  const segments = parentOf(path).split('/');
  const at = segments.findIndex((segment) => TEST_SEGMENT.test(segment));
  return (at < 0 ? segments : segments.slice(0, at + 1)).join('/');
}

function isNearRoot(path: RepoPath): boolean {
  return !path.includes('/') || /^\.[^/]+\/(?:[^/]+\/)?[^/]+$/.test(path);
}

/** Strongest first: rules for agents, rules for contributors, then what the project is. */
const INSTRUCTIONS = [
  /^agents\.md$/i,
  /^claude\.md$/i,
  /^gemini\.md$/i,
  /^(?:\.cursorrules|\.windsurfrules|\.clinerules|copilot-instructions\.md)$|\.mdc$/i,
  /^contributing(?:\.\w+)?$/i,
  /^readme(?:\.\w+)?$/i,
];

function instructionRank(path: RepoPath): number {
  return INSTRUCTIONS.findIndex((pattern) => pattern.test(baseOf(path)));
}

function instructionsOf(files: readonly FactFile[]): RepoPath[] {
  return pathsOf(
    files
      .filter((file) => isOwn(file) && instructionRank(file.path) >= 0)
      .sort(
        (a, b) =>
          depthOf(a.path) - depthOf(b.path) ||
          instructionRank(a.path) - instructionRank(b.path) ||
          comparePaths(a.path, b.path),
      ),
    () => true,
  );
}

// ─── folders ────────────────────────────────────────────────────────────────────────────────────────────

function layoutOf(files: readonly FactFile[]): RepositoryFacts['layout'] {
  const codeLines = (group: readonly FactFile[]): number =>
    linesOf(group.filter(({ kind }) => kind === 'code'));
  const total = codeLines(files);
  const split = (group: readonly FactFile[], above: RepoPath): RepositoryFacts['layout'] =>
    [...groupBy(group, ({ path }) => folderBelow(path, above))].flatMap(([path, inner]) => {
      const lines = linesOf(inner);
      return path !== above && codeLines(inner) > DOMINANT * total
        ? split(inner, path)
        : [{ path, files: inner.length, lines }];
    });
  return split(files, '')
    .toSorted((a, b) => b.lines - a.lines || comparePaths(a.path, b.path))
    .slice(0, MAX_LIST);
}

/** The folder of the path one step below `above`; `above` for files that stand in it. */
function folderBelow(path: RepoPath, above: RepoPath): RepoPath {
  const start = above === '' ? 0 : above.length + 1;
  const slash = path.indexOf('/', start);
  return slash < 0 ? above : path.slice(0, slash);
}

function bulkOf(files: readonly FactFile[]): RepositoryFacts['bulk'] {
  const counts = new Map<RepoPath, Record<'all' | 'direct' | 'vendor' | 'generated', number>>();
  for (const { path, kind } of files)
    for (const folder of ancestorsOf(path)) {
      const count = counts.get(folder) ?? { all: 0, direct: 0, vendor: 0, generated: 0 };
      count.all++;
      if (folder === parentOf(path)) count.direct++;
      if (kind === 'vendor' || kind === 'generated') count[kind]++;
      counts.set(folder, count);
    }
  const found: { path: RepoPath; why: 'big' | 'generated' | 'vendor'; files: number }[] = [];
  for (const [path, count] of [...counts].sort(([a], [b]) => byDepth(a, b))) {
    const why = bulkReason(count);
    if (why === null || found.some((above) => path.startsWith(`${above.path}/`))) continue;
    found.push({ path, why, files: count.all });
  }
  return found.sort((a, b) => b.files - a.files || comparePaths(a.path, b.path)).slice(0, MAX_LIST);
}

function bulkReason(
  count: Readonly<Record<'all' | 'direct' | 'vendor' | 'generated', number>>,
): 'big' | 'generated' | 'vendor' | null {
  if (count.vendor > 0.9 * count.all) return 'vendor';
  if (count.generated > 0.9 * count.all) return 'generated';
  return count.direct > BIG_FOLDER ? 'big' : null;
}

/** The git part of the facts. */
export function gitSummary(git: GitState | GitFacts): NonNullable<RepositoryFacts['git']> {
  const { branch, head, shallow } = git;
  const read = 'dirty' in git;
  return {
    branch,
    head,
    shallow,
    dirty: read ? git.dirty : [],
    recentCommits: read ? git.recentCommits : [],
  };
}
