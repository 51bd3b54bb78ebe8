/** Measures the speed and memory of a build on given work trees; `--help` tells how. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, loadNow, MAX_LOAD } from './machine.ts';
import { measurePeers } from './measure-peers.ts';
import { countChunks, measureTree, type TreeResult } from './measure-tree.ts';
import { renderResults, type SpeedResults } from './report.ts';
import { cloneTree, replicateTree, writeSmallFiles } from './work-trees.ts';

const HELP = `node run.js [FOLDER…] [options]   (from the root of the package, after a build)
FOLDER            git work tree or bare git folder, cloned before it is measured; FOLDER=NAME names it
--chunks N        also a tree of about N chunks: copies of the first FOLDER under other identifiers; again for more
--only-chunks     not the folders themselves
--small-files N   also a tree of N generated files
--peers           also the peers, on the folders; npm packages are installed into a temporary folder
--only-peers      nothing else
--edits N         files edited, 50
--texts N         issue texts and questions, 45: five warm up
--label NAME      results go to <out>/speed-NAME.{json,md}, NAME: local
--out FOLDER      bench/results
--dist FOLDER     build to measure, dist/lib
--work FOLDER     for work trees and indexes, a temporary one that is deleted
--any-load        also where others use the machine`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chunks: { type: 'string', multiple: true, default: [] },
    'only-chunks': { type: 'boolean', default: false },
    'small-files': { type: 'string', multiple: true, default: [] },
    peers: { type: 'boolean', default: false },
    'only-peers': { type: 'boolean', default: false },
    edits: { type: 'string', default: '50' },
    texts: { type: 'string', default: '45' },
    label: { type: 'string', default: 'local' },
    out: { type: 'string', default: 'bench/results' },
    dist: { type: 'string', default: 'dist/lib' },
    work: { type: 'string' },
    'any-load': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

interface Source {
  readonly name: string;
  readonly folder: string;
}

if (options.help) console.log(HELP);
else process.exitCode = await main();

async function main(): Promise<number> {
  const dist = resolve(options.dist);
  if (!existsSync(join(dist, 'index.js'))) return refuse(`There is no build in ${dist}: npm run build.`);
  const load = loadNow();
  if (load > MAX_LOAD) {
    const busy = `The load is ${load}, above ${MAX_LOAD}`;
    if (!options['any-load'])
      return refuse(`${busy}: the figures would mean little. --any-load measures all the same.`);
    say(`${busy}: read ratios only.`);
  }
  const work = options.work ? resolve(options.work) : mkdtempSync(join(tmpdir(), 'ctx-speed-'));
  mkdirSync(work, { recursive: true });
  try {
    await measureAll(dist, work);
    return 0;
  } finally {
    if (!options.work) rmSync(work, { recursive: true, force: true });
  }
}

async function measureAll(dist: string, work: string): Promise<void> {
  const machine = describeMachine(new Date());
  const sources = positionals.map(sourceOf);
  const results: { -readonly [K in keyof SpeedResults]: SpeedResults[K] } = {
    command: `bench:speed ${shownArguments()}`,
    version: versionOf(dist),
    machine,
    trees: [],
    peers: [],
  };
  // Written after each tree: a long series that is stopped keeps what it has.
  const save = (): void => write(results);
  for (const tree of options['only-peers'] ? [] : treesOf(sources, dist, work)) {
    results.trees = [...results.trees, await tree()];
    save();
  }
  if (!options.peers && !options['only-peers']) return;
  for (const { name, folder } of sources) {
    say(`peers on ${name}`);
    const at = join(work, 'peers', name);
    const packages = join(work, 'packages');
    const rows = await measurePeers({ source: folder, dist, work: at, packages, say });
    results.peers = [...results.peers, { tree: name, rows }];
    save();
    rmSync(at, { recursive: true, force: true });
  }
}

function treesOf(
  sources: readonly Source[],
  dist: string,
  work: string,
): readonly (() => Promise<TreeResult>)[] {
  const measure = async (name: string, make: (root: string) => unknown, textsFrom?: string) => {
    const folder = join(work, 'trees', name);
    const root = join(folder, 'tree');
    mkdirSync(root, { recursive: true });
    say(`${name}: work tree`);
    await make(root);
    const { edits, texts } = options;
    const input = { name, root, dist, work: folder, edits: Number(edits), texts: Number(texts), say };
    const result = await measureTree({ ...input, textsFrom: textsFrom ?? root });
    rmSync(folder, { recursive: true, force: true });
    return result;
  };
  const copies = async (chunks: number) => {
    const first = sources[0];
    if (first === undefined) throw new Error('--chunks needs a FOLDER to copy from.');
    const folder = join(work, 'original');
    const original = join(folder, 'tree');
    if (!existsSync(original)) cloneTree(first.folder, original);
    const name = `${first.name}-${shortCount(chunks)}`;
    const input = { name, root: original, dist, work: folder, edits: 0, texts: 0, textsFrom: original, say };
    const each = await countChunks(input);
    const count = Math.max(1, Math.round(chunks / each));
    return measure(name, (root) => replicateTree(original, root, count), original);
  };
  const folders = sources.map(
    ({ name, folder }) =>
      () =>
        measure(name, (root) => cloneTree(folder, root)),
  );
  return [
    ...(options['only-chunks'] ? [] : folders),
    ...options['small-files'].map(
      (count) => () =>
        measure(
          `small-${shortCount(Number(count))}`,
          (root) => writeSmallFiles(root, Number(count)),
          textsSource(sources, work),
        ),
    ),
    ...options.chunks.map((chunks) => () => copies(Number(chunks))),
  ];
}

/** Generated files have no history: the texts of the first folder, else of this repository. */
function textsSource(sources: readonly Source[], work: string): string {
  const first = sources[0];
  if (first === undefined) return process.cwd();
  const folder = join(work, 'texts');
  if (!existsSync(folder)) cloneTree(first.folder, folder);
  return folder;
}

function sourceOf(argument: string): Source {
  const at = argument.lastIndexOf('=');
  const folder = resolve(at < 0 ? argument : argument.slice(0, at));
  return { folder, name: at < 0 ? basename(folder) : argument.slice(at + 1) };
}

/** Without the places of this machine. */
function shownArguments(): string {
  return process.argv
    .slice(2)
    .map((argument) => (argument.includes('/') ? sourceOf(argument).name : argument))
    .join(' ');
}

function shortCount(count: number): string {
  return count >= 1e6 ? `${count / 1e6}m` : count >= 1000 ? `${count / 1000}k` : String(count);
}

function versionOf(dist: string): string {
  const text = readFileSync(join(dist, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

function write(results: SpeedResults): void {
  const base = join(resolve(options.out), `speed-${options.label}`);
  mkdirSync(dirname(base), { recursive: true });
  writeFileSync(`${base}.json`, `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(`${base}.md`, renderResults(results));
  say(`results in ${base}.md`);
}

function refuse(why: string): number {
  say(why);
  return 1;
}

function say(line: string): void {
  console.error(line);
}
