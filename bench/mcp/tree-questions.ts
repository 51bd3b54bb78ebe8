/** What servers are asked about a tree: taken from the tree, so that none of it stands here. */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spreadOut, taskTexts } from '../speed/task-texts.ts';
import { trackedFiles } from '../speed/work-trees.ts';
import type { Ask } from './peers.ts';

export interface Question {
  readonly text: string;
  /** The file that a right answer names, where there is one. */
  readonly path: string | null;
}

export type Questions = Readonly<Record<Ask, readonly Question[]>>;

/** `count` different questions of each kind, the same for the same tree. */
export function questionsOf(root: string, count: number): Questions {
  const names = spreadOut(definitionsOf(root), count);
  const lines = taskTexts(root, count).questions.map((text) => ({ text, path: null }));
  return {
    'find-symbol': names,
    references: names.map(({ text }) => ({ text, path: null })),
    search: lines,
    context: lines,
  };
}

const CODE = /\.(c|cc|cpp|cs|go|java|js|kt|php|py|rb|rs|scala|swift|ts|tsx)$/;
const TEST = /test|spec/i;
const WORDS_BEFORE = '(?:(?:public|private|protected|static|final|abstract|export|default|async|pub)\\s+)*';
const KEYWORDS = '(?:func|def|fn|function|class|interface|struct|enum|trait)';
const DEFINITION = new RegExp(
  `^[ \\t]*${WORDS_BEFORE}${KEYWORDS}\\s+(?:\\([^)\\n]*\\)\\s*)?([A-Za-z_]\\w{5,})`,
  'gm',
);

/** Names that one line of one file that is no test defines, in order. */
function definitionsOf(root: string): readonly Question[] {
  const places = new Map<string, string[]>();
  for (const path of trackedFiles(root)) {
    if (!CODE.test(path) || !lstatSync(join(root, path)).isFile()) continue;
    for (const [, name = ''] of readFileSync(join(root, path), 'utf8').matchAll(DEFINITION))
      places.set(name, [...(places.get(name) ?? []), path]);
  }
  return [...places]
    .flatMap(([text, [path, another]]) =>
      path === undefined || another !== undefined || TEST.test(path) ? [] : [{ text, path }],
    )
    .sort((a, b) => (a.text < b.text ? -1 : 1));
}
