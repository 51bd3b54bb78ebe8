import type { FileId, Query } from '../../core/index.ts';
import { bestByFile, clamp, hitsOf, namedPaths, onceAFile } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** Parts of a path named and of names defined: the two had weights .20 and .25 when they were measured. */
const PATH_PART = 4 / 9;
const NAME_PART = 5 / 9;
const IDENTIFIER_STEM = 0.7;
const WORDS_STEM = 0.6;
const WORD_STEM = 0.35;
const SUBJECT_WORDS = 24;

/** The task names the file's path, its stem, or something it defines. */
export const MENTION: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence, query }) => {
    const paths = bestByFile(namedPaths(evidence));
    const names = definedNames(hitsOf(evidence, 'symbol'));
    const stems = stemMentions(query);
    return onceAFile((file) => {
      const path = Math.max(paths.get(file.id) ?? 0, stems.get(fold(stemOf(file.path))) ?? 0);
      return clamp(PATH_PART * path + NAME_PART * (names.get(file.id) ?? 0));
    });
  },
};

/** 1 − Π (1 − score): two names that a file defines say more than one. */
function definedNames(
  hits: readonly { readonly file: FileId; readonly score: number }[],
): ReadonlyMap<FileId, number> {
  const missing = new Map<FileId, number>();
  for (const hit of hits) missing.set(hit.file, (missing.get(hit.file) ?? 1) * (1 - clamp(hit.score)));
  return new Map([...missing].map(([file, rest]) => [file, 1 - rest]));
}

/** Names that would be file stems, with how surely the task means them. */
function stemMentions(query: Query): ReadonlyMap<string, number> {
  const stems = new Map<string, number>();
  const add = (stem: string, value: number) => {
    if (stem.length >= 4) stems.set(stem, Math.max(stems.get(stem) ?? 0, value));
  };
  for (const { name, confidence } of query.identifiers) add(fold(name), IDENTIFIER_STEM * confidence);
  const words = (query.subject.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, SUBJECT_WORDS);
  for (const [index, word] of words.entries()) {
    add(word, WORD_STEM);
    add(words.slice(index, index + 2).join(''), WORDS_STEM);
    add(words.slice(index, index + 3).join(''), WORDS_STEM);
  }
  return stems;
}

/** File name without extensions; the folder's where the file is only its index. */
function stemOf(path: string): string {
  const segments = path.split('/');
  const stem = (segments.at(-1) ?? '').replace(/(?<=.)\..*$/, '');
  return /^(?:index|mod|lib|main|__init__)$/.test(stem) ? (segments.at(-2) ?? stem) : stem;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
