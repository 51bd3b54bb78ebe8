import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nameWords, renameIdentifiers } from './rename-identifiers.ts';
import { cleanEnv } from './run-measured.ts';
import { smallFiles } from './small-files.ts';

/** Larger files are left out of copies: data, mostly. */
const MAX_BYTES = 512_000;

/** Runs git; fails with what it said. */
export function git(folder: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    env: cleanEnv(),
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim().slice(-400)}`);
  return stdout;
}

/**
 * A work tree of our own: a clone that borrows the objects of a git folder (bare or not) and leaves it as it is,
 * else a copy of a plain folder with one commit.
 */
export function cloneTree(source: string, target: string): void {
  const isGit = existsSync(join(source, '.git')) || existsSync(join(source, 'HEAD'));
  if (!isGit) {
    cpSync(source, target, { recursive: true, filter: (path) => !/\/(\.ctx|node_modules)$/.test(path) });
    commitAll(target);
    return;
  }
  mkdirSync(dirname(target), { recursive: true });
  git(dirname(target), ['clone', '--quiet', '--shared', source, target]);
}

/**
 * Writes `copies` of the text files of a work tree, each in a folder of its own with identifiers of its own,
 * and commits them.
 */
export function replicateTree(source: string, target: string, copies: number): void {
  const files = textFiles(source);
  const words = nameWords(files.map(({ text }) => text));
  for (let copy = 0; copy < copies; copy++) {
    const folder = join(target, `copy-${String(copy).padStart(4, '0')}`);
    for (const { path, text } of files) writeInto(folder, path, renameIdentifiers(text, copy, words));
  }
  commitAll(target);
}

export function writeSmallFiles(target: string, count: number): void {
  for (const { path, text } of smallFiles(count)) writeInto(target, path, text);
  commitAll(target);
}

/** Tracked paths in order. */
export function trackedFiles(folder: string): readonly string[] {
  return git(folder, ['ls-files', '-z']).split('\0').filter(Boolean);
}

function textFiles(folder: string): readonly { readonly path: string; readonly text: string }[] {
  return trackedFiles(folder).flatMap((path) => {
    const stat = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > MAX_BYTES || path.endsWith('.gitattributes')) return [];
    const bytes = readFileSync(join(folder, path));
    return bytes.includes(0) ? [] : [{ path, text: bytes.toString('utf8') }];
  });
}

function writeInto(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const DATE = '2026-01-01T00:00:00Z';

function commitAll(folder: string): void {
  git(folder, ['init', '--quiet', '--initial-branch=main']);
  git(folder, ['add', '--force', '--all']);
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost'];
  git(folder, [...who, '-c', 'gc.auto=0', 'commit', '--quiet', '--date', DATE, '-m', 'Everything']);
}
