import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourcePackage } from './source-packages.ts';

/**
 * Brings packages by their registries' own clients, as far as they are not in the cache, and gives the folder of
 * the unpacked files of each, in the order of `sources`.
 */
export function fetchPackages(sources: readonly SourcePackage[], cache: string): readonly string[] {
  for (const from of ['npm', 'debian', 'debian-source'] as const) {
    const folder = join(cache, from);
    mkdirSync(folder, { recursive: true });
    const missing = sources.filter(
      (source) => source.from === from && !existsSync(join(folder, archiveOf(source))),
    );
    if (missing.length > 0) DOWNLOAD[from](missing, folder, cache);
  }
  return sources.map((source) => unpacked(source, cache));
}

/** Name of the file that a registry's client writes. */
function archiveOf({ from, name, version, architecture }: SourcePackage): string {
  const plain = version.replace(/^\d+:/, '');
  if (from === 'npm') return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
  return from === 'debian-source'
    ? `${name}_${plain}.dsc`
    : `${name}_${version.replace(':', '%3a')}_${architecture}.deb`;
}

type Download = (sources: readonly SourcePackage[], folder: string, cache: string) => void;

const DOWNLOAD: Readonly<Record<SourcePackage['from'], Download>> = {
  npm: (sources, folder) => {
    for (const { name, version } of sources)
      run('npm', ['pack', '--silent', '--ignore-scripts', `${name}@${version}`], folder);
  },
  debian: (sources, folder) => {
    run('apt-get', ['-q', 'download', ...pinned(sources)], folder);
  },
  'debian-source': (sources, folder, cache) => {
    run('apt-get', ['-q', ...sourceLists(cache), 'source', '--download-only', ...pinned(sources)], folder);
  },
};

function pinned(sources: readonly SourcePackage[]): readonly string[] {
  return sources.map(({ name, version }) => `${name}=${version}`);
}

/** The machine's own Debian archive, with its source packages, in lists beside those of the machine. */
function sourceLists(cache: string): readonly string[] {
  const lists = join(cache, 'apt-lists');
  const sources = join(cache, 'deb-src.sources');
  const options = [
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${lists}`,
  ].flatMap((option) => ['-o', option]);
  if (existsSync(sources)) return options;
  mkdirSync(join(lists, 'partial'), { recursive: true });
  const binary = readFileSync('/etc/apt/sources.list.d/debian.sources', 'utf8');
  writeFileSync(sources, binary.replace(/^Types:.*$/gm, 'Types: deb-src'));
  run('apt-get', ['-q', ...options, 'update'], cache);
  return options;
}

function unpacked(source: SourcePackage, cache: string): string {
  const archives = join(cache, source.from);
  const archive = archiveOf(source);
  const folder = join(cache, 'files', source.from, archive);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  if (source.from === 'debian') run('dpkg-deb', ['-x', archive, partial], archives);
  else
    for (const file of source.from === 'npm' ? [archive] : originals(join(archives, archive)))
      run('tar', ['-xf', file, '-C', partial], archives);
  renameSync(partial, folder);
  return folder;
}

/** Archives of the authors that a Debian source package names. */
function originals(dsc: string): readonly string[] {
  const names = readFileSync(dsc, 'utf8').match(/\S+\.orig(?:-[\w-]+)?\.tar\.(?:gz|xz|bz2)(?=\n)/g) ?? [];
  return [...new Set(names)].sort();
}

function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
