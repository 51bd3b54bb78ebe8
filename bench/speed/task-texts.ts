import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, trackedFiles } from './work-trees.ts';

export interface TaskTexts {
  /** Issue texts of `ISSUE_TERMS` different words or more. */
  readonly issues: readonly string[];
  /** A line each. */
  readonly questions: readonly string[];
}

export const ISSUE_TERMS = 140;
const MIN_QUESTION = 4;
const MAX_QUESTION = 12;
const DOC = /\.(md|rst|adoc|txt)$/i;
const DOCS_READ = 400;

/** `count` texts of each kind out of a work tree: its commit messages, and its documents where they are few. */
export function taskTexts(folder: string, count: number): TaskTexts {
  const messages = git(folder, ['log', '--no-merges', '--max-count=6000', '--format=%B%x00'])
    .split('\0')
    .map(cleanMessage);
  const documents = trackedFiles(folder)
    .filter((path) => DOC.test(path))
    .slice(0, DOCS_READ)
    .flatMap((path) => paragraphsOf(readOrEmpty(join(folder, path))));
  const passages = [...messages, ...documents].filter((text) => wordsOf(text).length >= MIN_QUESTION);
  return { issues: issuesOf(passages, count), questions: questionsOf(passages, count) };
}

/** Without trailers, addresses and marks of bots. */
export function cleanMessage(message: string): string {
  return message
    .replace(/^[A-Z][\w-]*-by: .*$/gim, '')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Passages put together, in order, until there are enough different words; the last ones may be too few. */
export function issuesOf(passages: readonly string[], count: number): readonly string[] {
  const issues: string[] = [];
  let parts: string[] = [];
  const words = new Set<string>();
  for (const passage of passages) {
    if (issues.length === count) break;
    parts.push(passage);
    for (const word of wordsOf(passage)) words.add(word);
    if (words.size < ISSUE_TERMS) continue;
    issues.push(firstTerms(parts.join('\n\n')));
    parts = [];
    words.clear();
  }
  return issues;
}

/** Cut behind the word that completes the number of terms. */
function firstTerms(text: string): string {
  const words = new Set<string>();
  for (const match of text.matchAll(WORD)) {
    words.add(match[0].toLowerCase());
    if (words.size === ISSUE_TERMS) return text.slice(0, match.index + match[0].length);
  }
  return text;
}

/** The first lines of passages, spread over all of them. */
function questionsOf(passages: readonly string[], count: number): readonly string[] {
  const lines = passages.flatMap((passage) => {
    const line = (passage.split('\n')[0] ?? '').trim();
    const { length } = wordsOf(line);
    return length >= MIN_QUESTION && length <= MAX_QUESTION ? [line] : [];
  });
  return spreadOut([...new Set(lines)], count);
}

/** At most `count` of a list, evenly far apart, in order. */
export function spreadOut<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)] as T);
}

const WORD = /[\p{L}_][\p{L}\p{N}_]+/gu;

function wordsOf(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}

function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
