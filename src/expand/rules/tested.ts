import type { IndexedFile } from '../../core/index.ts';
import { bySubject } from '../by-subject.ts';
import { closestChunk } from '../closest-chunk.ts';
import { usedBy } from '../edge-neighbours.ts';
import { type Expansion, isLive, type Reached, type Rule, type Seed } from '../expansion.ts';
import { nameWords, subjectOf } from '../name-words.ts';

/** The source named like the test; a source that the test's file imports and whose definitions fit its name. */
const NAMED = 0.6;
const IMPORTED = 0.5;

const isSource = (file: IndexedFile): boolean => file.kind === 'code';

/** The code under a test: what the test uses, and the source that its file imports or is named after. */
export const tested: Rule = (seed, expansion) =>
  seed.chunk.file.kind !== 'test'
    ? []
    : [
        ...usedBy(seed, expansion, { kinds: ['call', 'type', 'extends', 'implements'], wanted: isSource }),
        ...byFile(seed, expansion),
      ];

function byFile(seed: Seed, expansion: Expansion): Reached[] {
  const { snapshot } = expansion;
  const { file } = seed.chunk;
  const subject = subjectOf(file.path);
  const imported = snapshot.symbols.importedFiles(file.id).flatMap((id) => snapshot.files[id] ?? []);
  const named = bySubject(snapshot.files).sources.get(subject) ?? [];
  const words = new Set(seed.symbols.flatMap((symbol) => nameWords(symbol.name)));
  return [...new Set([...imported, ...(subject === '' ? [] : named)])].flatMap((source) => {
    if (!isSource(source) || !isLive(source, seed) || source.language !== file.language) return [];
    const closest = closestChunk(source.id, words, expansion);
    const isNamed = subjectOf(source.path) === subject;
    if (closest === null || (closest.share === 0 && !isNamed)) return [];
    const { chunk, share, focus } = closest;
    return [{ chunk, confidence: (isNamed ? NAMED : IMPORTED) * (0.5 + 0.5 * share), focus }];
  });
}
