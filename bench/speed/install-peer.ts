import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Peer } from './peers.ts';

export interface Installed {
  readonly version: string;
  /** Its command by name. */
  readonly bin: (name: string) => string;
}

/** Some build a library of theirs from source. */
const INSTALL_MS = 900_000;

/** Installs a peer into a folder of its own under `packages`, unless it is there; or says why that fails. */
export function installPeer(
  { name, install }: Pick<Peer, 'name' | 'install'>,
  packages: string,
): Installed | { readonly failure: string } {
  if ('debian' in install) return findDebian(install);
  const folder = join(packages, name);
  try {
    return 'archives' in install
      ? unpackNpm(install.npm, install.archives, folder)
      : installNpm(install.npm, folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    return { failure: `does not install: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function findDebian({
  debian,
  command,
}: {
  readonly debian: string;
  readonly command: string;
}): ReturnType<typeof installPeer> {
  if (spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0)
    return { failure: `not here: apt-get install ${debian}` };
  const { stdout } = spawnSync('dpkg-query', ['--show', debian], { encoding: 'utf8' });
  return { version: stdout?.split('\t')[1]?.trim() ?? '', bin: (name) => name };
}

function installNpm(name: string, folder: string): Installed {
  const place = join(folder, 'node_modules', name);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  if (!existsSync(place)) run(folder, ['npm', 'install', '--prefix', folder, ...quiet, name]);
  return { version: versionIn(place), bin: (command) => join(folder, 'node_modules', '.bin', command) };
}

/** Takes the binary for this machine out of the package. */
function unpackNpm(name: string, archives: string, folder: string): Installed {
  const place = join(folder, 'package');
  if (!existsSync(place)) {
    const packed = run(folder, ['npm', 'pack', '--silent', name]).trim();
    run(folder, ['tar', 'xzf', basename(packed)]);
    const machine = process.arch === 'arm64' ? /aarch64.*linux.*gz$/ : /x86_64.*linux.*gz$/;
    const archive = readdirSync(join(place, archives)).find((file) => machine.test(file));
    if (archive === undefined) throw new Error('no binary for this machine');
    run(folder, ['tar', 'xzf', join(place, archives, archive)]);
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.startsWith('package/'),
  );
  const bin = (command: string): string =>
    join(folder, files.find((file) => basename(file) === command) ?? command);
  return { version: versionIn(place), bin };
}

function run(folder: string, [command = '', ...args]: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: INSTALL_MS,
    // Else the install script of a dependency of gitnexus downloads libraries for graphics cards.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
  });
  if (status === 0) return stdout;
  throw new Error(status === null ? `no end within ${INSTALL_MS / 1000} s` : reasonIn(stderr));
}

export function versionIn(folder: string): string {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** The line of an error output that says most, fit for a cell of a table. */
export function reasonIn(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim());
  const telling = lines.filter(
    (line) => line !== '' && !/^(code \S+|errno|command |A complete log)/.test(line),
  );
  const best =
    telling.find((line) => /error|fatal|cannot|could not|failed/i.test(line)) ?? telling.at(-1) ?? '';
  return best.slice(0, 160);
}
