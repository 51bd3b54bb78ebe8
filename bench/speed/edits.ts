import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { spreadOut } from './task-texts.ts';
import { trackedFiles } from './work-trees.ts';

const MIN_BYTES = 200;
const MAX_BYTES = 100_000;
const DOCUMENTS = new Set([
  '',
  '.md',
  '.rst',
  '.txt',
  '.adoc',
  '.json',
  '.lock',
  '.svg',
  '.xml',
  '.snap',
  '.csv',
]);

/** Sources of usual size, `count` of them at most, spread over the tree. */
export function filesToEdit(folder: string, count: number): readonly string[] {
  const usual = trackedFiles(folder).filter((path) => {
    if (DOCUMENTS.has(extname(path).toLowerCase())) return false;
    const stat = lstatSync(join(folder, path), { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.size >= MIN_BYTES && stat.size <= MAX_BYTES;
  });
  return spreadOut(usual, count);
}

export function editFile(folder: string, path: string, number: number): void {
  const file = join(folder, path);
  writeFileSync(file, editedText(readFileSync(file, 'utf8'), number));
}

/** A line of the middle comes twice, the second time with a word that was not there. */
export function editedText(text: string, number: number): string {
  const lines = text.split('\n');
  const middle = lines.length >> 1;
  const at = lines.findIndex((line, i) => i >= middle && /[A-Za-z]{3}/.test(line));
  const line = lines[at] ?? 'edited';
  const changed = line.replace(/[A-Za-z]{3,}/, (word) => `${word}Edited${number}`);
  return [...lines.slice(0, at + 1), changed, ...lines.slice(at + 1)].join('\n');
}
