import type { Evidence, FileId, IndexedFile, Query } from '../../core/index.ts';
import { hitsOf, namedPaths, onceAFile } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

/** Hits of the symbol retriever below this are names that the task may not mean. */
const MEANT = 0.6;
/** What is left of a penalty on a file that the task names, or on a kind that a question asks for. */
const ASKED = 0.25;

/** Penalty on the files of a kind, as far as they are not asked for; `words` ask for all of the kind. */
export function penaltyOn(isOfKind: (file: IndexedFile) => boolean, words: RegExp | null): SignalRule {
  return {
    level: 'file',
    stage: 'evidence',
    prepare: ({ evidence, query }) => {
      const factor = askedFor(evidence, query, words);
      return onceAFile((file) => (isOfKind(file) ? factor(file.id) : 0));
    },
  };
}

/**
 * Factor of a penalty on a kind of file: lower for files that the task names, and for all of the kind when a
 * short question asks for it in so many words. Kinds of source that no word asks for (null) are asked for by what they
 * alone define: a name that stands elsewhere too means that.
 */
export function askedFor(evidence: Evidence, query: Query, words: RegExp | null): (file: FileId) => number {
  const paths = namedPaths(evidence).map(({ file }) => file);
  const named = new Set(words === null ? [...paths, ...onlyDefiners(evidence)] : paths);
  const all = query.kind === 'question' && words !== null && words.test(query.text);
  return (file) => (all || named.has(file) ? ASKED : 1);
}

/** Files that define a name of the task that no other file defines. */
function onlyDefiners(evidence: Evidence): readonly FileId[] {
  const hits = hitsOf(evidence, 'symbol');
  const definers = new Map<string, Set<FileId>>();
  for (const { file, matched } of hits)
    for (const name of matched)
      definers.set(lastPart(name), (definers.get(lastPart(name)) ?? new Set()).add(file));
  const alone = (name: string) => definers.get(lastPart(name))?.size === 1;
  return hits.filter(({ score, matched }) => score >= MEANT && matched.some(alone)).map(({ file }) => file);
}

function lastPart(qualifiedName: string): string {
  return qualifiedName.slice(qualifiedName.search(/[^.:#\\]+$/));
}
