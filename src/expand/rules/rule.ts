import type { IndexedFile } from '../../core/index.ts';
import { type Expansion, isSameChunk, type Reached, type Rule } from '../expansion.ts';
import { directoryOf } from '../name-words.ts';

/** Files that say how to work in a repository, with how much they say about it. */
const RULE_FILES: Readonly<Record<string, number>> = {
  'AGENTS.md': 1,
  'CLAUDE.md': 0.95,
  'GEMINI.md': 0.9,
  '.cursorrules': 0.9,
  'CONTRIBUTING.md': 0.7,
  'README.md': 0.2,
};
/** Kept of the confidence for each directory upwards from the code. */
const UPWARDS = 0.85;
/** Chunks of one file: its beginning says the most. */
const CHUNKS = 6;

/** Instructions of the repository, from the directory of the code up to the root: the nearest first. */
export const rule: Rule = (seed, expansion) => {
  const reached: Reached[] = [];
  let nearness = 1;
  for (let directory = directoryOf(seed.chunk.file.path); ; directory = directoryOf(directory)) {
    for (const [name, weight] of Object.entries(RULE_FILES)) {
      const file = expansion.snapshot.fileByPath(directory === '' ? name : `${directory}/${name}`);
      if (file !== null) reached.push(...chunksOf(file, weight * nearness, expansion));
    }
    if (directory === '') break;
    nearness *= UPWARDS;
  }
  return reached.filter(({ chunk }) => !isSameChunk(chunk, seed));
};

function chunksOf(file: IndexedFile, confidence: number, expansion: Expansion): Reached[] {
  return expansion
    .chunksOf(file.id)
    .slice(0, CHUNKS)
    .map((chunk, place) => ({ chunk, confidence: confidence * (1 - place * 0.1), focus: [] }));
}
